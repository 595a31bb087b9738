// How creatures of a species fared: the last hundred that hatched more than a week ago, when their outcome is known.
import type { EvolutionPath, Stage } from "@denkeeper/rules/creature/creature.ts";
import { clockNotMoved, movedAmong } from "./activity.ts";
import { lister, type RowFrom } from "../db/calls.ts";
import type { Db } from "../db/db.ts";
import { int4, int8, jsonb, statement, text, textOf, uuid } from "../db/statement.ts";

export type Fate = EvolutionPath | "lost" | "released";

/** Who hatched from one instant up to another (real time). */
export const listHatchedBetween = lister({
  name: "list-hatched-between",
  params: { from: int8, to: int8, limit: int8 },
  row: { agentId: uuid, creatureId: uuid, at: int8, version: int4 },
  text: `SELECT l.agent_id AS "agentId", l.creature_id AS "creatureId", l.recorded_at AS at, l.version FROM care_log l
    WHERE l.kind = 'hatch' AND l.recorded_at >= $from AND l.recorded_at < $to AND ${clockNotMoved("l")} LIMIT $limit`,
});

export type Hatched = RowFrom<typeof listHatchedBetween>;

export interface FateRow {
  readonly species_slug: string;
  readonly hatched_at: number;
  readonly creature_id: string;
  readonly agent_id: string;
  readonly fate: Fate;
  readonly stage: Stage;
}

const SAVE = statement({
  name: "save-fates",
  params: { rows: jsonb<readonly FateRow[]>() },
  row: {},
  text: `INSERT INTO rollup_fates SELECT * FROM jsonb_populate_recordset(NULL::rollup_fates, $rows::jsonb)
    ON CONFLICT DO NOTHING`,
});

const TRIM = statement({
  name: "delete-old-fates",
  params: { slug: text, newer: int8 },
  row: {},
  text: `DELETE FROM rollup_fates WHERE species_slug = $slug AND hatched_at < (
    SELECT hatched_at FROM rollup_fates WHERE species_slug = $slug ORDER BY hatched_at DESC OFFSET $newer LIMIT 1)`,
});

/** Adds fates, and of each species keeps the last `most`. */
export async function saveFates(db: Db, rows: readonly FateRow[], most: number): Promise<void> {
  await db.query(SAVE, { rows });
  const slugs = new Set(rows.map(({ species_slug }) => species_slug));
  for (const slug of slugs) await db.query(TRIM, { slug, newer: most - 1 });
}

/** Those that are kept of a species: a hundred at most. */
export const listFates = lister({
  name: "list-known-fates",
  params: { slug: text },
  row: { fate: textOf<Fate>(), stage: textOf<Stage>() },
  text: `SELECT f.fate, f.stage FROM rollup_fates f 
    WHERE f.species_slug = $slug AND f.agent_id NOT IN ${movedAmong("rollup_fates WHERE species_slug = $slug")}`,
});

export type KnownFate = RowFrom<typeof listFates>;
