// Living creatures as the worker last found them: one row each, read page by page.
import type { Mood, Stage } from "@denkeeper/rules/creature/creature.ts";
import type { Family } from "@denkeeper/rules/species/species.ts";
import type { LivingEntry } from "../../../model/figures/store/living-shapes.ts";
import type { Stretch } from "./stretches.ts";
import { UNMOVED, withMoved } from "./log-counts.ts";
import { command, lister, type RowFrom } from "../../../platform/database/calls.ts";
import type { Db } from "../../../platform/database/db.ts";
import {
  FOUND,
  array,
  int4,
  int8,
  jsonb,
  nullable,
  statement,
  text,
  textOf,
  uuid,
  type RowOf,
  type ValuesOf,
} from "../../../platform/database/statement.ts";
import {
  OF_PUBLIC_SPECIES,
  SEEN,
  withHiddenSpecies,
  withUnseen,
} from "../../../model/visibility/store/public-visibility.ts";

/** Of a stretch in which more happened, some are as good as others. */
const MOST_READ = 50_000;

const CHANGED = statement({
  name: "list-changed-creatures",
  params: { from: int8, to: int8, limit: int8 },
  row: { agentId: uuid, creatureId: uuid, caredAt: nullable(int8) },
  text: `SELECT l.agent_id AS "agentId", l.creature_id AS "creatureId",
      max(l.recorded_at) FILTER (WHERE l.kind IN ('care', 'adopt', 'hatch', 'resurrect')) AS "caredAt"
    FROM (SELECT agent_id, creature_id, kind, recorded_at FROM care_log
      WHERE recorded_at >= $from AND recorded_at < $to AND kind <> 'check' LIMIT ${MOST_READ}) l ${withMoved("l")}
    WHERE ${UNMOVED} GROUP BY l.agent_id, l.creature_id ORDER BY "caredAt" DESC NULLS LAST LIMIT $limit`,
});

/** A creature to look at, with its newest care (real time), if that is known. */
export type Changed = RowOf<typeof CHANGED.row>;

/** Creatures for which something happened within a stretch, the last cared for first. */
export async function listChanged(db: Db, { from, to }: Stretch, limit: number): Promise<readonly Changed[]> {
  return db.query(CHANGED, { from, to, limit });
}

const LISTED = { agentId: uuid, creatureId: uuid, caredAt: int8 };

/** Those of the list behind a creature, in the order of their ids. */
export const listListed = lister({
  name: "list-listed-living",
  params: { after: uuid, limit: int8 },
  row: LISTED,
  text: `SELECT agent_id AS "agentId", creature_id AS "creatureId", cared_at AS "caredAt" FROM rollup_living
    WHERE creature_id > $after ORDER BY creature_id LIMIT $limit`,
});

export const listListedAmong = lister({
  name: "list-listed-among",
  params: { creatureIds: array(uuid) },
  row: LISTED,
  text: `SELECT agent_id AS "agentId", creature_id AS "creatureId", cared_at AS "caredAt" FROM rollup_living
    WHERE creature_id = ANY($creatureIds::uuid[])`,
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

const SAVE = statement({
  name: "save-living",
  params: { looked: array(uuid), rows: jsonb<readonly LivingRow[]>() },
  row: FOUND,
  // Whoever is as before is left out first: a conflict locks a row, which is a write.
  text: `WITH given AS (SELECT * FROM jsonb_populate_recordset(NULL::rollup_living, $rows::jsonb)), changed AS (
      SELECT given.* FROM given LEFT JOIN rollup_living known ON known.creature_id = given.creature_id
      WHERE (known.*) IS DISTINCT FROM (given.*)
    ), gone AS (
      DELETE FROM rollup_living WHERE creature_id = ANY($looked::uuid[])
        AND creature_id NOT IN (SELECT creature_id FROM given) RETURNING true
    ), saved AS (
      INSERT INTO rollup_living SELECT * FROM changed
      ON CONFLICT (creature_id) DO UPDATE SET cared_at = EXCLUDED.cared_at, family = EXCLUDED.family,
        stage = EXCLUDED.stage, mood = EXCLUDED.mood, species_slug = EXCLUDED.species_slug, entry = EXCLUDED.entry
      RETURNING true
    ) SELECT true FROM gone UNION ALL SELECT true FROM saved`,
});

/** What was found of those that were looked at: who has no row is listed no more. Whether that changed anything. */
export async function saveLiving(db: Db, looked: readonly string[], rows: readonly LivingRow[]): Promise<boolean> {
  return (await db.query(SAVE, { looked, rows })).length > 0;
}

export const trimLiving = command({
  name: "trim-living",
  params: { most: int8 },
  text: `DELETE FROM rollup_living WHERE cared_at < (
    SELECT cared_at FROM rollup_living ORDER BY cared_at DESC, creature_id OFFSET $most LIMIT 1)`,
});

/** How many of the public ones there are of each kind, by one of four columns. */
export const countLiving = lister({
  name: "count-living-kinds",
  params: {},
  row: {
    family: nullable(textOf<Family>()),
    stage: nullable(textOf<Stage>()),
    mood: nullable(textOf<Mood>()),
    species: nullable(text),
    what: int4,
    count: int8,
  },
  text: `SELECT family, stage, mood, species_slug AS species, grouping(family, stage, mood, species_slug) AS what, count(*) AS count
    FROM rollup_living ${withUnseen("rollup_living")} ${withHiddenSpecies("rollup_living.species_slug")}
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
  family: nullable(textOf<Family>()),
  stage: nullable(textOf<Stage>()),
  mood: nullable(textOf<Mood>()),
  species: nullable(text),
};

const WHERE = `($family::text IS NULL OR family = $family) AND ($stage::text IS NULL OR stage = $stage)
  AND ($mood::text IS NULL OR mood = $mood) AND ($species::text IS NULL OR species_slug = $species)
  AND ${SEEN} AND ${OF_PUBLIC_SPECIES}`;
const OF_PUBLIC = `FROM rollup_living ${withUnseen("rollup_living")}
    ${withHiddenSpecies("rollup_living.species_slug")}`;

const PAGE = statement({
  name: "list-public-living",
  params: { ...FILTER, limit: int8, offset: int8 },
  row: { entry: jsonb<LivingEntry>() },
  text: `SELECT entry ${OF_PUBLIC} WHERE ${WHERE} ORDER BY cared_at DESC, creature_id LIMIT $limit OFFSET $offset`,
});

const COUNT = statement({
  name: "count-public-living",
  params: FILTER,
  row: { total: int8 },
  text: `SELECT count(*) AS total ${OF_PUBLIC} WHERE cared_at > 0 AND ${WHERE}`,
});

function valuesOf({ family, stage, mood, species }: LivingFilter): ValuesOf<typeof FILTER> {
  return { family: family ?? null, stage: stage ?? null, mood: mood ?? null, species: species ?? null };
}

/** Those who fit, the last cared for first. */
export async function listLivingPage(
  db: Db,
  filter: LivingFilter,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<readonly LivingEntry[]> {
  const rows = await db.query(PAGE, { ...valuesOf(filter), limit, offset });
  return rows.map(({ entry }) => entry);
}

export async function findLivingCount(db: Db, filter: LivingFilter): Promise<number> {
  const [row] = await db.query(COUNT, valuesOf(filter));
  return row?.total ?? 0;
}

/** What a creature of the list can be found by. */
export type LivingKind = RowFrom<typeof listLivingKinds>;

/** The whole list, without its entries: at most `LIVING_LISTED` rows. */
export const listLivingKinds = lister({
  name: "list-public-living-kinds",
  params: {},
  row: {
    creatureId: uuid,
    family: textOf<Family>(),
    stage: textOf<Stage>(),
    mood: nullable(textOf<Mood>()),
    species: text,
    diesAt: nullable(int8),
    restingUntil: nullable(int8),
  },
  text: `SELECT creature_id AS "creatureId", family, stage, mood, species_slug AS species,
      (entry->>'dies_at')::bigint AS "diesAt", (entry->>'resting_until')::bigint AS "restingUntil"
    ${OF_PUBLIC} WHERE ${SEEN} AND ${OF_PUBLIC_SPECIES}`,
});

const ENTRIES = statement({
  name: "list-living-entries",
  params: { creatureIds: array(uuid) },
  row: { entry: jsonb<LivingEntry>() },
  text: "SELECT entry FROM rollup_living WHERE creature_id = ANY($creatureIds::uuid[])",
});

/** The entries of these creatures, in their order. */
export async function listLivingEntries(db: Db, creatureIds: readonly string[]): Promise<readonly LivingEntry[]> {
  const entries = new Map((await db.query(ENTRIES, { creatureIds })).map(({ entry }) => [entry.id, entry]));
  return creatureIds.flatMap((id) => entries.get(id) ?? []);
}
