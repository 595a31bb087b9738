// Rolled-up values, one small row each.
import type { RollupName, Rollups } from "./shapes.ts";
import { command, valueFinder } from "../../../platform/database/calls.ts";
import type { Db } from "../../../platform/database/db.ts";
import { int8, jsonb, statement, text } from "../../../platform/database/statement.ts";

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
  text: `INSERT INTO rollups AS kept (name, value, updated_at) VALUES ($name, $value, $at)
    ON CONFLICT (name) DO UPDATE SET value = EXCLUDED.value, updated_at = EXCLUDED.updated_at
    WHERE kept.value IS DISTINCT FROM EXCLUDED.value`,
});

/** Writes a value that is another than before: at rest that is nothing. */
export async function saveRollup<Name extends RollupName>(
  db: Db,
  name: Name,
  value: NonNullable<Rollups[Name]>,
  at: number,
): Promise<void> {
  await db.query(SAVE, { name, value, at });
}

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
