// How creatures of a species fared: the last hundred that hatched more than a week ago, by which time all is decided.
import type { EvolutionPath, Stage } from "@denkeeper/rules/creature/creature.ts";
import { clockNotMoved } from "./activity.ts";
import type { Db, Statement } from "../db/db.ts";

export type Fate = EvolutionPath | "lost" | "released";

export interface Hatched {
  readonly agentId: string;
  readonly creatureId: string;
  readonly at: number;
  readonly version: number;
}

const HATCHED: Statement = {
  name: "list-hatched-between",
  text: `SELECT l.agent_id AS "agentId", l.creature_id AS "creatureId", l.recorded_at AS at, l.version FROM care_log l
    WHERE l.kind = 'hatch' AND l.recorded_at >= $1 AND l.recorded_at < $2 AND ${clockNotMoved("l")} LIMIT $3`,
};

/** Who hatched from one instant up to another (real time). */
export async function listHatchedBetween(db: Db, from: number, to: number, limit: number): Promise<readonly Hatched[]> {
  return db.queryOld<Hatched>(HATCHED, [from, to, limit]);
}

export interface FateRow {
  readonly species_slug: string;
  readonly hatched_at: number;
  readonly creature_id: string;
  readonly agent_id: string;
  readonly fate: Fate;
  readonly stage: Stage;
}

const SAVE: Statement = {
  name: "save-fates",
  text: `INSERT INTO rollup_fates SELECT * FROM jsonb_populate_recordset(NULL::rollup_fates, $1::jsonb)
    ON CONFLICT DO NOTHING`,
};

const TRIM: Statement = {
  name: "delete-old-fates",
  text: `DELETE FROM rollup_fates WHERE species_slug = $1 AND hatched_at < (
    SELECT hatched_at FROM rollup_fates WHERE species_slug = $1 ORDER BY hatched_at DESC OFFSET $2 LIMIT 1)`,
};

/** Adds fates, and of each species keeps the last `most`. */
export async function saveFates(db: Db, rows: readonly FateRow[], most: number): Promise<void> {
  await db.queryOld(SAVE, [JSON.stringify(rows)]);
  for (const slug of new Set(rows.map(({ species_slug }) => species_slug))) await db.queryOld(TRIM, [slug, most - 1]);
}

export type KnownFate = Pick<FateRow, "fate" | "stage">;

const LIST: Statement = {
  name: "list-fates",
  text: `SELECT f.fate, f.stage FROM rollup_fates f WHERE f.species_slug = $1 AND ${clockNotMoved("f")}`,
};

/** Those that are kept of a species: a hundred at most. */
export async function listFates(db: Db, slug: string): Promise<readonly KnownFate[]> {
  return db.queryOld<KnownFate>(LIST, [slug]);
}
