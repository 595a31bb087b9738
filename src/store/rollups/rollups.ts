// Rolled-up values, one small row each.
import type { RollupName, Rollups } from "./shapes.ts";
import { asker, command, valueFinder } from "../db/calls.ts";
import type { Db } from "../db/db.ts";
import { FOUND, int8, jsonb, statement, text } from "../db/statement.ts";

const LIST = statement({
  name: "list-rollups",
  params: {},
  row: { name: text, value: jsonb<Rollups[RollupName]>() },
  text: "SELECT name, value FROM rollups",
});

/** Every value that was rolled up so far. */
export async function listRollups(db: Db): Promise<Partial<Rollups>> {
  const rows = await db.query(LIST, {});
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]));
}

const SAVE = statement({
  name: "save-rollup",
  params: { name: text, value: jsonb<NonNullable<Rollups[RollupName]>>(), at: int8 },
  row: {},
  text: `INSERT INTO rollups (name, value, updated_at) VALUES ($name, $value, $at)
    ON CONFLICT (name) DO UPDATE SET value = EXCLUDED.value, updated_at = EXCLUDED.updated_at`,
});

export async function saveRollup<Name extends RollupName>(
  db: Db,
  name: Name,
  value: NonNullable<Rollups[Name]>,
  at: number,
): Promise<void> {
  await db.query(SAVE, { name, value, at });
}

/** Says that a value still holds, if it was rolled up since an instant. Whether it was. */
export const keepRollup = asker({
  name: "keep-rollup",
  params: { name: text, since: int8, at: int8 },
  row: FOUND,
  text: "UPDATE rollups SET updated_at = $at WHERE name = $name AND updated_at BETWEEN $since AND $at RETURNING true",
});

/** How far something has been counted; undefined before its first time. */
export const findMark = valueFinder({
  name: "find-rollup-mark",
  params: { name: text },
  row: { at: int8 },
  text: "SELECT at FROM rollup_marks WHERE name = $name",
});

export const saveMark = command({
  name: "save-rollup-mark",
  params: { name: text, at: int8 },
  text: "INSERT INTO rollup_marks (name, at) VALUES ($name, $at) ON CONFLICT (name) DO UPDATE SET at = EXCLUDED.at",
});

/** Makes the next round count everything again. */
export const deleteMark = command({
  name: "delete-rollup-mark",
  params: { name: text },
  text: "DELETE FROM rollup_marks WHERE name = $name",
});
