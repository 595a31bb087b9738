// Living creatures as the worker last found them: one row each, read page by page.
import type { Mood, Stage } from "@denkeeper/rules/creature/creature.ts";
import type { Family } from "@denkeeper/rules/species/species.ts";
import type { LivingEntry } from "./living-shapes.ts";
import type { Stretch } from "./stretches.ts";
import { UNMOVED, withMoved } from "./activity.ts";
import { CREATURE_KEY_ROW } from "./leaderboard-sources.ts";
import type { CreatureKey } from "../creatures/creature-row.ts";
import { command, lister, type RowFrom, valueLister } from "../db/calls.ts";
import type { Db } from "../db/db.ts";
import {
  array,
  int8,
  jsonb,
  nullable,
  statement,
  text,
  textOf,
  uuid,
  type RowOf,
  type ValuesOf,
} from "../db/statement.ts";
import { OF_PUBLIC_SPECIES, SEEN, withHiddenSpecies, withUnseen } from "../moderation/public-visibility.ts";

/** Of a stretch in which more happened, some are as good as others. */
const MOST_READ = 50_000;

const CARED = statement({
  name: "list-latest-cared-for",
  params: { from: int8, to: int8, limit: int8 },
  row: { ...CREATURE_KEY_ROW, at: int8 },
  text: `SELECT l.agent_id AS "agentId", l.creature_id AS "creatureId", max(l.version) AS version, max(l.recorded_at) AS at
    FROM (SELECT agent_id, creature_id, version, recorded_at FROM care_log
      WHERE recorded_at >= $from AND recorded_at < $to AND kind IN ('care', 'adopt', 'hatch', 'resurrect')
      LIMIT ${MOST_READ}) l ${withMoved("l")}
    WHERE ${UNMOVED} GROUP BY l.agent_id, l.creature_id ORDER BY at DESC LIMIT $limit`,
});

/** A creature for which something happened, with its newest instant (real time). */
export type Cared = RowOf<typeof CARED.row>;

/** Creatures that were adopted, hatched, cared for or called back within a stretch, the latest first. */
export async function listCaredFor(db: Db, { from, to }: Stretch, limit: number): Promise<readonly Cared[]> {
  return db.query(CARED, { from, to, limit });
}

const VERSIONS = statement({
  name: "list-creature-versions",
  params: { agentIds: array(uuid), creatureIds: array(uuid) },
  row: CREATURE_KEY_ROW,
  text: `SELECT c.agent_id AS "agentId", c.creature_id AS "creatureId", c.version
    FROM unnest($agentIds::uuid[], $creatureIds::uuid[]) AS asked (agent_id, creature_id)
    JOIN creatures c ON c.agent_id = asked.agent_id AND c.creature_id = asked.creature_id`,
});

/** The versions of creatures as they are stored now. */
export async function listVersions(
  db: Db,
  keys: readonly Pick<Cared, "agentId" | "creatureId">[],
): Promise<readonly CreatureKey[]> {
  return db.query(VERSIONS, {
    agentIds: keys.map(({ agentId }) => agentId),
    creatureIds: keys.map(({ creatureId }) => creatureId),
  });
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

export const saveLiving = command({
  name: "save-living",
  params: { rows: jsonb<readonly LivingRow[]>() },
  text: `INSERT INTO rollup_living SELECT * FROM jsonb_populate_recordset(NULL::rollup_living, $rows::jsonb)
    ON CONFLICT (creature_id) DO UPDATE SET cared_at = EXCLUDED.cared_at, family = EXCLUDED.family,
      stage = EXCLUDED.stage, mood = EXCLUDED.mood, species_slug = EXCLUDED.species_slug, entry = EXCLUDED.entry`,
});

/** Everybody who is on the list, for a worker that has just begun. */
export const listLivingIds = valueLister({
  name: "list-living-ids",
  params: {},
  row: { creature_id: uuid },
  text: "SELECT creature_id FROM rollup_living",
});

export const deleteLiving = command({
  name: "delete-living",
  params: { creatureIds: array(uuid) },
  text: "DELETE FROM rollup_living WHERE creature_id = ANY($creatureIds::uuid[])",
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
