// The rolled-up values, one small row each.
import type { RollupName, Rollups } from "./shapes.ts";
import type { Db, Statement } from "../db/db.ts";

const LIST: Statement = { name: "list-rollups", text: "SELECT name, value FROM rollups" };

/** Every value that was rolled up so far. */
export async function listRollups(db: Db): Promise<Partial<Rollups>> {
  const rows = await db.queryOld<{ name: string; value: unknown }>(LIST, []);
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]));
}

const SAVE: Statement = {
  name: "save-rollup",
  text: `INSERT INTO rollups (name, value, updated_at) VALUES ($1, $2, $3)
    ON CONFLICT (name) DO UPDATE SET value = EXCLUDED.value, updated_at = EXCLUDED.updated_at`,
};

export async function saveRollup<Name extends RollupName>(
  db: Db,
  name: Name,
  value: Rollups[Name],
  at: number,
): Promise<void> {
  await db.queryOld(SAVE, [name, JSON.stringify(value), at]);
}

const FIND_MARK: Statement = { name: "find-rollup-mark", text: "SELECT at FROM rollup_marks WHERE name = $1" };

/** How far something has been counted; undefined before its first time. */
export async function findMark(db: Db, name: string): Promise<number | undefined> {
  const [row] = await db.queryOld<{ at: number }>(FIND_MARK, [name]);
  return row?.at;
}

const SAVE_MARK: Statement = {
  name: "save-rollup-mark",
  text: "INSERT INTO rollup_marks (name, at) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET at = EXCLUDED.at",
};

export async function saveMark(db: Db, name: string, at: number): Promise<void> {
  await db.queryOld(SAVE_MARK, [name, at]);
}

const DELETE_MARK: Statement = { name: "delete-rollup-mark", text: "DELETE FROM rollup_marks WHERE name = $1" };

/** Makes the next round count everything again. */
export async function deleteMark(db: Db, name: string): Promise<void> {
  await db.queryOld(DELETE_MARK, [name]);
}
