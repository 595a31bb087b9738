// Figures about everybody, a row each: what was found, when, and how long that took.
import { NOTHING_YET, type RollupName, type Rollups } from "./shapes.ts";
import { command, lister, valueFinder } from "../../../platform/database/calls.ts";
import type { Db } from "../../../platform/database/db.ts";
import { array, int4, int8, jsonb, text, textOf } from "../../../platform/database/statement.ts";

/** The figures that requests read, as far as they were computed, and when. */
export const listFigures = lister({
  name: "list-rollups",
  params: { names: array(text) },
  row: { name: textOf<RollupName>(), value: jsonb<Rollups[RollupName]>(), computedAt: int8 },
  text: `SELECT name, value, computed_at AS "computedAt" FROM rollups WHERE name = ANY($names::text[])`,
});

/** The same by their names. */
export async function listRollups(db: Db): Promise<Partial<Rollups>> {
  const rows = await listFigures(db, { names: Object.keys(NOTHING_YET) });
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]));
}

export const listRollupCosts = lister({
  name: "list-rollup-costs",
  params: {},
  row: { name: text, computedAt: int8, tookMs: int4 },
  text: `SELECT name, computed_at AS "computedAt", took_ms AS "tookMs" FROM rollups`,
});

export const saveRollup = command({
  name: "save-rollup",
  params: { name: text, value: jsonb<object>(), at: int8, tookMs: int4 },
  text: `INSERT INTO rollups (name, value, computed_at, took_ms) VALUES ($name, $value, $at, $tookMs)
    ON CONFLICT (name) DO UPDATE SET value = EXCLUDED.value, computed_at = EXCLUDED.computed_at, took_ms = EXCLUDED.took_ms`,
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
