// Counts for the operator. Accounts for trying things out are in none of them. These statements read much and are asked
// rarely; their answers are cached.
import type { Db, Statement } from "../db/db.ts";

/** Instants from which the windows of 24 hours, 7 days and 30 days count. */
export interface WindowStarts {
  readonly day: number;
  readonly week: number;
  readonly month: number;
}

export interface Windowed {
  readonly day: number;
  readonly week: number;
  readonly month: number;
}

/** Counts of `column` by windows, as columns; parameters 1 to 3 are the starts. */
function windowed(column: string, counted = "*"): string {
  const since = (start: number) => `count(${counted}) FILTER (WHERE ${column} >= $${start})`;
  return `${since(1)} AS day, ${since(2)} AS week, ${since(3)} AS month`;
}

const startsOf = ({ day, week, month }: WindowStarts) => [day, week, month];

const NO_TEST = (table: string) => `JOIN agents a ON a.agent_id = ${table}.agent_id AND NOT a.is_test`;

export interface AgentCounts extends Windowed {
  readonly total: number;
  readonly test: number;
}

const AGENTS: Statement = {
  name: "analytics-agents",
  text: `SELECT count(*) AS total, ${windowed("created_at")}, (SELECT count(*) FROM agents WHERE is_test) AS test
    FROM agents WHERE NOT is_test`,
};

export async function findAgentCounts(db: Db, starts: WindowStarts): Promise<AgentCounts | undefined> {
  const [row] = await db.queryOld<AgentCounts>(AGENTS, startsOf(starts));
  return row;
}

const ACTIVE: Statement = {
  name: "analytics-active-agents",
  text: `SELECT ${windowed("l.recorded_at", "DISTINCT l.agent_id")} FROM care_log l ${NO_TEST("l")}
    WHERE l.recorded_at >= $3 AND l.kind <> 'death'`,
};

/** Agents who did something in their house. */
export async function findActiveCounts(db: Db, starts: WindowStarts): Promise<Windowed | undefined> {
  const [row] = await db.queryOld<Windowed>(ACTIVE, startsOf(starts));
  return row;
}

export interface Group {
  readonly key: string | null;
  readonly count: number;
}

const PROVIDERS: Statement = {
  name: "analytics-providers",
  text: `SELECT model_provider AS key, count(*) AS count FROM agents WHERE NOT is_test
    GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT 50`,
};

/** How many agents run on what; null where they do not say. */
export async function listProviders(db: Db): Promise<readonly Group[]> {
  return db.queryOld<Group>(PROVIDERS, []);
}

export interface CreatureGroup {
  readonly status: "egg" | "alive" | "dead" | "released";
  readonly stage: string;
  readonly family: string;
  readonly tier: string;
  readonly path: string | null;
  readonly count: number;
  readonly resurrections: number;
}

const CREATURES: Statement = {
  name: "analytics-creatures",
  text: `SELECT CASE WHEN c.released_at IS NOT NULL THEN 'released' WHEN c.died_at IS NOT NULL THEN 'dead'
        WHEN c.hatched_at IS NULL THEN 'egg' ELSE 'alive' END AS status,
      c.stage, c.family, c.tier, c.path, count(*) AS count, sum(c.resurrections)::bigint AS resurrections
    FROM creatures c ${NO_TEST("c")} GROUP BY 1, 2, 3, 4, 5`,
};

/** All creatures, counted by everything that they are broken down by. */
export async function listCreatureGroups(db: Db): Promise<readonly CreatureGroup[]> {
  return db.queryOld<CreatureGroup>(CREATURES, []);
}

const EVENTS: Statement = {
  name: "analytics-events",
  text: `SELECT l.kind, ${windowed("l.recorded_at")} FROM care_log l ${NO_TEST("l")}
    WHERE l.recorded_at >= $3 AND l.kind IN ('adopt', 'hatch', 'release', 'resurrect') GROUP BY l.kind`,
};

export type EventCounts = Windowed & { readonly kind: string };

/** Adoptions, hatchings, releases and returns in the windows. */
export async function listEventCounts(db: Db, starts: WindowStarts): Promise<readonly EventCounts[]> {
  return db.queryOld<EventCounts>(EVENTS, startsOf(starts));
}

export interface CareGroup extends Windowed {
  readonly action: string;
  readonly timing: string | null;
  readonly category: string | null;
  readonly hasItem: boolean;
}

const CARE: Statement = {
  name: "analytics-care",
  text: `SELECT l.action, l.timing, l.category, l.item IS NOT NULL AS "hasItem", ${windowed("l.recorded_at")}
    FROM care_log l ${NO_TEST("l")} WHERE l.recorded_at >= $3 AND l.kind = 'care' GROUP BY 1, 2, 3, 4`,
};

/** Care of the last 30 days, counted by everything that it is broken down by. */
export async function listCareGroups(db: Db, starts: WindowStarts): Promise<readonly CareGroup[]> {
  return db.queryOld<CareGroup>(CARE, startsOf(starts));
}

const CARE_TOTAL: Statement = {
  name: "analytics-care-total",
  text: `SELECT coalesce(sum(c.care_actions), 0)::bigint AS total FROM creatures c ${NO_TEST("c")}`,
};

export async function findCareTotal(db: Db): Promise<number> {
  const [row] = await db.queryOld<{ total: number }>(CARE_TOTAL, []);
  return row?.total ?? 0;
}

const ITEMS: Statement = {
  name: "analytics-items",
  text: `SELECT l.item AS key, count(*) AS count FROM care_log l ${NO_TEST("l")}
    WHERE l.recorded_at >= $1 AND l.kind = 'care' AND l.item IS NOT NULL GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT 20`,
};

/** The items that were used most since an instant. */
export async function listTopItems(db: Db, since: number): Promise<readonly Group[]> {
  return db.queryOld<Group>(ITEMS, [since]);
}

const SPECIES: Statement = {
  name: "analytics-species",
  text: `SELECT count(*) AS total, ${windowed("s.created_at")} FROM species s ${NO_TEST("s")}`,
};

export async function findSpeciesCounts(
  db: Db,
  starts: WindowStarts,
): Promise<(Windowed & { readonly total: number }) | undefined> {
  const [row] = await db.queryOld<Windowed & { total: number }>(SPECIES, startsOf(starts));
  return row;
}

const SPECIES_FAMILIES: Statement = {
  name: "analytics-species-families",
  text: `SELECT s.family AS key, count(*) AS count FROM species s ${NO_TEST("s")} GROUP BY 1 ORDER BY 2 DESC, 1`,
};

export async function listSpeciesFamilies(db: Db): Promise<readonly Group[]> {
  return db.queryOld<Group>(SPECIES_FAMILIES, []);
}

const ADOPTED: Statement = {
  name: "analytics-adopted",
  text: `SELECT c.species_slug AS key, count(*) AS count FROM creatures c ${NO_TEST("c")}
    GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT 20`,
};

/** The species that were adopted most. */
export async function listMostAdopted(db: Db): Promise<readonly Group[]> {
  return db.queryOld<Group>(ADOPTED, []);
}

export interface DeathGroup extends Windowed {
  readonly cause: string;
  readonly stage: string;
  readonly family: string;
  readonly total: number;
  readonly resurrected: number;
}

const DEATHS: Statement = {
  name: "analytics-deaths",
  text: `SELECT g.cause, g.stage_reached AS stage, g.family, count(*) AS total, count(g.resurrected_at) AS resurrected,
      ${windowed("g.died_at")} FROM gravestones g ${NO_TEST("g")} GROUP BY 1, 2, 3`,
};

/** All deaths, counted by everything that they are broken down by. */
export async function listDeathGroups(db: Db, starts: WindowStarts): Promise<readonly DeathGroup[]> {
  return db.queryOld<DeathGroup>(DEATHS, startsOf(starts));
}

export interface FunnelCounts {
  readonly adopted: number;
  readonly cared: number;
  readonly child: number;
  readonly adult: number;
  readonly designed: number;
}

const FUNNEL: Statement = {
  name: "analytics-funnel",
  text: `SELECT count(*) AS adopted, count(*) FILTER (WHERE cared) AS cared, count(*) FILTER (WHERE child) AS child,
      count(*) FILTER (WHERE adult) AS adult,
      (SELECT count(DISTINCT s.agent_id) FROM species s ${NO_TEST("s")}) AS designed
    FROM (
      SELECT bool_or(c.care_actions > 0) AS cared, bool_or(c.child_at IS NOT NULL) AS child,
        bool_or(c.adult_at IS NOT NULL) AS adult
      FROM creatures c ${NO_TEST("c")} GROUP BY c.agent_id
    ) each`,
};

/** How many agents came how far. */
export async function findFunnel(db: Db): Promise<FunnelCounts | undefined> {
  const [row] = await db.queryOld<FunnelCounts>(FUNNEL, []);
  return row;
}
