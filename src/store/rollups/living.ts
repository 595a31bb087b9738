// Who is alive, as the worker last found it: a row a creature, read page by page.
import type { Mood, Stage } from "@denkeeper/rules/creature/creature.ts";
import type { Family } from "@denkeeper/rules/species/species.ts";
import type { LivingEntry } from "./living-shapes.ts";
import type { Stretch } from "./stretches.ts";
import { clockNotMoved } from "./activity.ts";
import type { CreatureVersion } from "./leaderboard-sources.ts";
import type { Db, Statement } from "../db/db.ts";
import { publicAgent, publicSpecies } from "../moderation/public-visibility.ts";

/** A creature for which something happened, with its newest instant (real time). */
export interface Cared extends CreatureVersion {
  readonly at: number;
}

/** Of a stretch in which more happened, some are as good as others. */
const MOST_READ = 50_000;

const CARED: Statement = {
  name: "list-cared-for",
  text: `SELECT l.agent_id AS "agentId", l.creature_id AS "creatureId", max(l.version) AS version, max(l.recorded_at) AS at
    FROM (SELECT agent_id, creature_id, version, recorded_at FROM care_log
      WHERE recorded_at >= $1 AND recorded_at < $2 AND kind IN ('care', 'adopt', 'hatch', 'resurrect') LIMIT ${MOST_READ}) l
    WHERE ${clockNotMoved("l")} GROUP BY l.agent_id, l.creature_id ORDER BY at DESC LIMIT $3`,
};

/** Creatures that were adopted, hatched, cared for or called back within a stretch, the latest first. */
export async function listCaredFor(db: Db, { from, to }: Stretch, limit: number): Promise<readonly Cared[]> {
  return db.queryOld<Cared>(CARED, [from, to, limit]);
}

const VERSIONS: Statement = {
  name: "list-creature-versions",
  text: `SELECT c.agent_id AS "agentId", c.creature_id AS "creatureId", c.version
    FROM unnest($1::uuid[], $2::uuid[]) AS asked (agent_id, creature_id)
    JOIN creatures c ON c.agent_id = asked.agent_id AND c.creature_id = asked.creature_id`,
};

/** The versions of creatures as they are stored now. */
export async function listVersions(
  db: Db,
  keys: readonly Pick<Cared, "agentId" | "creatureId">[],
): Promise<readonly CreatureVersion[]> {
  return db.queryOld<CreatureVersion>(VERSIONS, [
    keys.map(({ agentId }) => agentId),
    keys.map(({ creatureId }) => creatureId),
  ]);
}

export interface LivingRow {
  readonly creature_id: string;
  readonly agent_id: string;
  readonly cared_at: number;
  readonly family: Family;
  readonly stage: Stage;
  readonly mood: Mood | null;
  readonly species_slug: string;
  readonly entry: LivingEntry;
}

const SAVE: Statement = {
  name: "save-living",
  text: `INSERT INTO rollup_living SELECT * FROM jsonb_populate_recordset(NULL::rollup_living, $1::jsonb)
    ON CONFLICT (creature_id) DO UPDATE SET cared_at = EXCLUDED.cared_at, family = EXCLUDED.family,
      stage = EXCLUDED.stage, mood = EXCLUDED.mood, species_slug = EXCLUDED.species_slug, entry = EXCLUDED.entry`,
};

export async function saveLiving(db: Db, rows: readonly LivingRow[]): Promise<void> {
  await db.queryOld(SAVE, [JSON.stringify(rows)]);
}

const IDS: Statement = { name: "list-living-ids", text: "SELECT creature_id FROM rollup_living" };

/** Everybody who is on the list, for a worker that has just begun. */
export async function listLivingIds(db: Db): Promise<readonly string[]> {
  return (await db.queryOld<{ creature_id: string }>(IDS, [])).map(({ creature_id }) => creature_id);
}

const DELETE: Statement = {
  name: "delete-living",
  text: "DELETE FROM rollup_living WHERE creature_id = ANY($1::uuid[])",
};

export async function deleteLiving(db: Db, creatureIds: readonly string[]): Promise<void> {
  await db.queryOld(DELETE, [creatureIds]);
}

export interface LivingFilter {
  readonly family?: Family | undefined;
  readonly stage?: Stage | undefined;
  readonly mood?: Mood | undefined;
  readonly species?: string | undefined;
}

const WHERE = `($1::text IS NULL OR family = $1) AND ($2::text IS NULL OR stage = $2)
  AND ($3::text IS NULL OR mood = $3) AND ($4::text IS NULL OR species_slug = $4)
  AND ${publicAgent("rollup_living")} AND ${publicSpecies("rollup_living.species_slug")}`;

const PAGE: Statement = {
  name: "list-living-page",
  text: `SELECT entry FROM rollup_living WHERE ${WHERE} ORDER BY cared_at DESC, creature_id LIMIT $5 OFFSET $6`,
};

const COUNT: Statement = {
  name: "count-living-page",
  text: `SELECT count(*) AS total FROM rollup_living WHERE cared_at > 0 AND ${WHERE}`,
};

function valuesOf({ family, stage, mood, species }: LivingFilter): readonly (string | null)[] {
  return [family ?? null, stage ?? null, mood ?? null, species ?? null];
}

/** Those who fit, the last cared for first. */
export async function listLivingPage(
  db: Db,
  filter: LivingFilter,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<readonly LivingEntry[]> {
  const rows = await db.queryOld<{ entry: LivingEntry }>(PAGE, [...valuesOf(filter), limit, offset]);
  return rows.map(({ entry }) => entry);
}

export async function findLivingCount(db: Db, filter: LivingFilter): Promise<number> {
  const [row] = await db.queryOld<{ total: number }>(COUNT, valuesOf(filter));
  return row?.total ?? 0;
}
