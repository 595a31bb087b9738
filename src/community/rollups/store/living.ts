// Stores the most recently cared-for living creatures as one row each, which the worker replaces and pages filter.
import type { Mood, Stage } from "@denkeeper/rules/creature/creature.ts";
import type { Family } from "@denkeeper/rules/species/species.ts";
import type { LivingEntry } from "../../../model/figures/store/living-shapes.ts";
import type { CreatureRow } from "../../../model/creatures/store/creature-row.ts";
import { command, lister, type RowFrom } from "../../../platform/database/calls.ts";
import type { Db } from "../../../platform/database/db.ts";
import * as sql from "../../../platform/database/statement.ts";
import {
  OF_PUBLIC_SPECIES,
  SEEN,
  nonPublicAgent,
  withHiddenSpecies,
  joinNonPublicAgents,
} from "../../../model/visibility/store/public-visibility.ts";

/** Lists eggs and living creatures of public agents as stored, most recently cared-for first. */
export const listLastCared = lister({
  name: "list-last-cared",
  params: { limit: sql.int8 },
  row: { row: sql.json<CreatureRow>(), username: sql.text },
  text: `SELECT row_to_json(c) AS row, a.username FROM creatures c JOIN agents a ON a.agent_id = c.agent_id
    WHERE c.died_at IS NULL AND c.released_at IS NULL AND NOT ${nonPublicAgent("a")}
    ORDER BY c.last_care_at DESC, c.creature_id LIMIT $limit`,
});

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

/** Replaces the list without rewriting unchanged rows. */
export const saveLiving = command({
  name: "save-living",
  params: { rows: sql.jsonb<readonly LivingRow[]>() },
  // Unchanged rows are filtered out first, because ON CONFLICT locks a row, which is a write.
  text: `WITH given AS MATERIALIZED (SELECT * FROM jsonb_populate_recordset(NULL::rollup_living, $rows::jsonb)), changed AS (
      SELECT given.* FROM given LEFT JOIN rollup_living known ON known.creature_id = given.creature_id
      WHERE (known.*) IS DISTINCT FROM (given.*)
    ), gone AS (DELETE FROM rollup_living WHERE creature_id NOT IN (SELECT creature_id FROM given))
    INSERT INTO rollup_living SELECT * FROM changed
    ON CONFLICT (creature_id) DO UPDATE SET cared_at = EXCLUDED.cared_at, family = EXCLUDED.family,
      stage = EXCLUDED.stage, mood = EXCLUDED.mood, species_slug = EXCLUDED.species_slug, entry = EXCLUDED.entry`,
});

/** Counts the public creatures of the list, in total and by each of four columns. */
export const countLiving = lister({
  name: "count-living-kinds",
  params: {},
  row: {
    family: sql.nullable(sql.textOf<Family>()),
    stage: sql.nullable(sql.textOf<Stage>()),
    mood: sql.nullable(sql.textOf<Mood>()),
    species: sql.nullable(sql.text),
    what: sql.int4,
    count: sql.int8,
  },
  text: `SELECT family, stage, mood, species_slug AS species, grouping(family, stage, mood, species_slug) AS what, count(*) AS count
    FROM rollup_living ${joinNonPublicAgents("rollup_living")} ${withHiddenSpecies("rollup_living.species_slug")}
    WHERE ${SEEN} AND ${OF_PUBLIC_SPECIES}
    GROUP BY GROUPING SETS ((family), (stage), (mood), (species_slug), ()) ORDER BY count DESC`,
});

export interface LivingFilter {
  readonly family?: Family | undefined;
  readonly stage?: Stage | undefined;
  readonly mood?: Mood | undefined;
  readonly species?: string | undefined;
}

const FILTER = {
  family: sql.nullable(sql.textOf<Family>()),
  stage: sql.nullable(sql.textOf<Stage>()),
  mood: sql.nullable(sql.textOf<Mood>()),
  species: sql.nullable(sql.text),
  now: sql.int8,
};

/** The list may be minutes old, so creatures whose instant of death has passed are excluded. */
const NOT_DUE = "coalesce((entry->>'dies_at')::bigint > $now, true)";

const WHERE = `${NOT_DUE} AND ($family::text IS NULL OR family = $family) AND ($stage::text IS NULL OR stage = $stage)
  AND ($mood::text IS NULL OR mood = $mood) AND ($species::text IS NULL OR species_slug = $species)
  AND ${SEEN} AND ${OF_PUBLIC_SPECIES}`;
const OF_PUBLIC = `FROM rollup_living ${joinNonPublicAgents("rollup_living")}
    ${withHiddenSpecies("rollup_living.species_slug")}`;

const PAGE = sql.statement({
  name: "list-public-living",
  params: { ...FILTER, limit: sql.int8, offset: sql.int8 },
  row: { entry: sql.jsonb<LivingEntry>() },
  text: `SELECT entry ${OF_PUBLIC} WHERE ${WHERE} ORDER BY cared_at DESC, creature_id LIMIT $limit OFFSET $offset`,
});

const COUNT = sql.statement({
  name: "count-public-living",
  params: FILTER,
  row: { total: sql.int8 },
  text: `SELECT count(*) AS total ${OF_PUBLIC} WHERE cared_at > 0 AND ${WHERE}`,
});

function valuesOf({ family, stage, mood, species }: LivingFilter, now: number): sql.ValuesOf<typeof FILTER> {
  return { family: family ?? null, stage: stage ?? null, mood: mood ?? null, species: species ?? null, now };
}

/** Lists matching entries, most recently cared-for first. */
export async function listLivingPage(
  db: Db,
  filter: LivingFilter,
  now: number,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<readonly LivingEntry[]> {
  const rows = await db.query(PAGE, { ...valuesOf(filter, now), limit, offset });
  return rows.map(({ entry }) => entry);
}

export async function findLivingCount(db: Db, filter: LivingFilter, now: number): Promise<number> {
  const [row] = await db.query(COUNT, valuesOf(filter, now));
  return row?.total ?? 0;
}

/** Columns by which a listed creature can be filtered and sorted. */
export type LivingKind = RowFrom<typeof listLivingKinds>;

/** Lists all public creatures, without their entries: at most `LIVING_LISTED` rows. */
export const listLivingKinds = lister({
  name: "list-public-living-kinds",
  params: { now: sql.int8 },
  row: {
    creatureId: sql.uuid,
    family: sql.textOf<Family>(),
    stage: sql.textOf<Stage>(),
    mood: sql.nullable(sql.textOf<Mood>()),
    species: sql.text,
    diesAt: sql.nullable(sql.int8),
    restingUntil: sql.nullable(sql.int8),
  },
  text: `SELECT creature_id AS "creatureId", family, stage, mood, species_slug AS species,
      (entry->>'dies_at')::bigint AS "diesAt", (entry->>'resting_until')::bigint AS "restingUntil"
    ${OF_PUBLIC} WHERE ${NOT_DUE} AND ${SEEN} AND ${OF_PUBLIC_SPECIES}`,
});

const ENTRIES = sql.statement({
  name: "list-living-entries",
  params: { creatureIds: sql.array(sql.uuid) },
  row: { entry: sql.jsonb<LivingEntry>() },
  text: "SELECT entry FROM rollup_living WHERE creature_id = ANY($creatureIds::uuid[])",
});

/** Returns the entries of the given creatures, in the given order. */
export async function listLivingEntries(db: Db, creatureIds: readonly string[]): Promise<readonly LivingEntry[]> {
  const entries = new Map((await db.query(ENTRIES, { creatureIds })).map(({ entry }) => [entry.id, entry]));
  return creatureIds.flatMap((id) => entries.get(id) ?? []);
}
