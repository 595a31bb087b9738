// Stores figures about all agents, one row each: the value, the time of its computation, and how long that took.
import { NOTHING_YET, type RollupName, type Rollups } from "./shapes.ts";
import { command, lister, valueFinder, type RowFrom } from "../../../platform/database/calls.ts";
import * as sql from "../../../platform/database/statement.ts";

/** Lists every figure with its time and duration. Only the named figures include their value. */
export const listFigures = lister({
  name: "list-figures",
  params: { names: sql.array(sql.text) },
  row: {
    name: sql.text,
    value: sql.nullable(sql.jsonb<Rollups[RollupName]>()),
    computedAt: sql.int8,
    tookMs: sql.int4,
  },
  text: `SELECT name, CASE WHEN name = ANY($names::text[]) THEN value END AS value, computed_at AS "computedAt", took_ms AS "tookMs"
    FROM rollups`,
});

export const READ_WHOLE = Object.keys(NOTHING_YET);

export function valuesOf(figures: readonly RowFrom<typeof listFigures>[]): Partial<Rollups> {
  return Object.fromEntries(figures.flatMap(({ name, value }) => (value === null ? [] : [[name, value]])));
}

export interface RollupFigure {
  readonly name: string;
  readonly value: object;
  readonly took_ms: number;
}

/** Saves all figures in one statement, so that readers see them from one instant. */
export const saveFigures = command({
  name: "save-figures",
  params: { figures: sql.jsonb<readonly RollupFigure[]>(), at: sql.int8 },
  text: `INSERT INTO rollups (name, value, computed_at, took_ms)
    SELECT name, value, $at, took_ms FROM jsonb_to_recordset($figures::jsonb) AS given (name text, value jsonb, took_ms integer)
    ON CONFLICT (name) DO UPDATE SET value = EXCLUDED.value, computed_at = EXCLUDED.computed_at, took_ms = EXCLUDED.took_ms`,
});

/** Finds the instant up to which events were counted; undefined before the first count. */
export const findMark = valueFinder({
  name: "find-rollup-mark",
  params: { name: sql.text },
  row: { at: sql.int8 },
  text: "SELECT at FROM rollup_marks WHERE name = $name",
});

export const saveMark = command({
  name: "save-rollup-mark",
  params: { name: sql.text, at: sql.int8 },
  text: "INSERT INTO rollup_marks (name, at) VALUES ($name, $at) ON CONFLICT (name) DO UPDATE SET at = EXCLUDED.at",
});
