// Deletes old rows in batches, so that no statement holds many locks or runs for long.
import type { Db } from "./db.ts";
import { FOUND, int8, statement, type Statement } from "./statement.ts";

const PARAMS = { before: int8, limit: int8 };

type DeletionOfOld = Statement<typeof PARAMS, typeof FOUND>;

/** `key` lists the columns of the primary key. `column` is the real time of a row. */
export function deletionOfOld(
  table: string,
  key: string,
  column: "recorded_at" | "created_at" | "ended_at" = "recorded_at",
): DeletionOfOld {
  return statement({
    name: `delete-${table.replaceAll("_", "-")}-before`,
    params: PARAMS,
    row: FOUND,
    text: `DELETE FROM ${table}
      WHERE (${key}) IN (SELECT ${key} FROM ${table} WHERE ${column} < $before LIMIT $limit) RETURNING 1`,
  });
}

const BATCH_SIZE = 5_000;

export async function deleteOld(db: Db, deletion: DeletionOfOld, before: number): Promise<void> {
  let deleted = BATCH_SIZE;
  while (deleted === BATCH_SIZE) deleted = (await db.query(deletion, { before, limit: BATCH_SIZE })).length;
}
