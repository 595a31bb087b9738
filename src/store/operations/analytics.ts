// Counts for the operator, without test accounts. These statements read a lot and run rarely; their answers are cached.
import type { Db } from "../db/db.ts";
import type { RowOf } from "../db/statement.ts";
import { bool, int8, nullable, present, statement, text, textOf } from "../db/statement.ts";

/** The windows of 24 hours, 7 days and 30 days: as parameters where they start, as columns what was counted in them. */
const WINDOWS = { day: int8, week: int8, month: int8 };

export type Windowed = RowOf<typeof WINDOWS>;
export type WindowStarts = Windowed;

/** Counts of `column` by windows, as columns. */
function windowed(column: string, counted = "*"): string {
  const since = (window: keyof typeof WINDOWS) =>
    `count(${counted}) FILTER (WHERE ${column} >= $${window}) AS ${window}`;
  return `${since("day")}, ${since("week")}, ${since("month")}`;
}

const NO_TEST = (table: string) => `JOIN agents a ON a.agent_id = ${table}.agent_id AND NOT a.is_test`;

const AGENTS = statement({
  name: "analytics-agents",
  params: WINDOWS,
  row: { total: int8, ...WINDOWS, test: int8 },
  text: `SELECT count(*) AS total, ${windowed("created_at")}, (SELECT count(*) FROM agents WHERE is_test) AS test
    FROM agents WHERE NOT is_test`,
});

export async function findAgentCounts(db: Db, starts: WindowStarts): Promise<RowOf<typeof AGENTS.row> | undefined> {
  const [row] = await db.query(AGENTS, starts);
  return row;
}

const ACTIVE = statement({
  name: "analytics-active-agents",
  params: WINDOWS,
  row: WINDOWS,
  text: `SELECT ${windowed("l.recorded_at", "DISTINCT l.agent_id")} FROM care_log l ${NO_TEST("l")}
    WHERE l.recorded_at >= $month AND l.kind <> 'death'`,
});

/** Agents who did something in their house. */
export async function findActiveCounts(db: Db, starts: WindowStarts): Promise<Windowed | undefined> {
  const [row] = await db.query(ACTIVE, starts);
  return row;
}

const PROVIDERS = statement({
  name: "analytics-providers",
  params: {},
  row: { key: nullable(text), count: int8 },
  text: `SELECT model_provider AS key, count(*) AS count FROM agents WHERE NOT is_test
    GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT 50`,
});

export type Group = RowOf<typeof PROVIDERS.row>;

/** How many agents run on what; null where they do not say. */
export async function listProviders(db: Db): Promise<readonly Group[]> {
  return db.query(PROVIDERS, {});
}

const CREATURES = statement({
  name: "analytics-creatures",
  params: {},
  row: {
    status: textOf<"egg" | "alive" | "dead" | "released">(),
    stage: text,
    family: text,
    tier: text,
    path: nullable(text),
    count: int8,
    resurrections: int8,
  },
  text: `SELECT CASE WHEN c.released_at IS NOT NULL THEN 'released' WHEN c.died_at IS NOT NULL THEN 'dead'
        WHEN c.hatched_at IS NULL THEN 'egg' ELSE 'alive' END AS status,
      c.stage, c.family, c.tier, c.path, count(*) AS count, sum(c.resurrections)::bigint AS resurrections
    FROM creatures c ${NO_TEST("c")} GROUP BY 1, 2, 3, 4, 5`,
});

/** All creatures, counted by everything that they are broken down by. */
export async function listCreatureGroups(db: Db): Promise<readonly RowOf<typeof CREATURES.row>[]> {
  return db.query(CREATURES, {});
}

const EVENTS = statement({
  name: "analytics-events",
  params: WINDOWS,
  row: { kind: text, ...WINDOWS },
  text: `SELECT l.kind, ${windowed("l.recorded_at")} FROM care_log l ${NO_TEST("l")}
    WHERE l.recorded_at >= $month AND l.kind IN ('adopt', 'hatch', 'release', 'resurrect') GROUP BY l.kind`,
});

export type EventCounts = RowOf<typeof EVENTS.row>;

/** Adoptions, hatchings, releases and returns in the windows. */
export async function listEventCounts(db: Db, starts: WindowStarts): Promise<readonly EventCounts[]> {
  return db.query(EVENTS, starts);
}

const CARE = statement({
  name: "analytics-care",
  params: WINDOWS,
  row: {
    action: present(text),
    timing: nullable(text),
    category: nullable(text),
    hasItem: bool,
    ...WINDOWS,
  },
  text: `SELECT l.action, l.timing, l.category, l.item IS NOT NULL AS "hasItem", ${windowed("l.recorded_at")}
    FROM care_log l ${NO_TEST("l")} WHERE l.recorded_at >= $month AND l.kind = 'care' GROUP BY 1, 2, 3, 4`,
});

export type CareGroup = RowOf<typeof CARE.row>;

/** Care of the last 30 days, counted by everything that it is broken down by. */
export async function listCareGroups(db: Db, starts: WindowStarts): Promise<readonly CareGroup[]> {
  return db.query(CARE, starts);
}

const CARE_TOTAL = statement({
  name: "analytics-care-total",
  params: {},
  row: { total: int8 },
  text: `SELECT coalesce(sum(c.care_actions), 0)::bigint AS total FROM creatures c ${NO_TEST("c")}`,
});

export async function findCareTotal(db: Db): Promise<number> {
  const [row] = await db.query(CARE_TOTAL, {});
  return row?.total ?? 0;
}

const ITEMS = statement({
  name: "analytics-items",
  params: { since: int8 },
  row: { key: present(text), count: int8 },
  text: `SELECT l.item AS key, count(*) AS count FROM care_log l ${NO_TEST("l")}
    WHERE l.recorded_at >= $since AND l.kind = 'care' AND l.item IS NOT NULL GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT 20`,
});

/** The items that were used most since an instant. */
export async function listTopItems(db: Db, since: number): Promise<readonly Group[]> {
  return db.query(ITEMS, { since });
}

const SPECIES = statement({
  name: "analytics-species",
  params: WINDOWS,
  row: { total: int8, ...WINDOWS },
  text: `SELECT count(*) AS total, ${windowed("s.created_at")} FROM species s ${NO_TEST("s")}`,
});

export async function findSpeciesCounts(db: Db, starts: WindowStarts): Promise<RowOf<typeof SPECIES.row> | undefined> {
  const [row] = await db.query(SPECIES, starts);
  return row;
}

const SPECIES_FAMILIES = statement({
  name: "analytics-species-families",
  params: {},
  row: { key: text, count: int8 },
  text: `SELECT s.family AS key, count(*) AS count FROM species s ${NO_TEST("s")} GROUP BY 1 ORDER BY 2 DESC, 1`,
});

export async function listSpeciesFamilies(db: Db): Promise<readonly Group[]> {
  return db.query(SPECIES_FAMILIES, {});
}

const ADOPTED = statement({
  name: "analytics-adopted",
  params: {},
  row: { key: text, count: int8 },
  text: `SELECT c.species_slug AS key, count(*) AS count FROM creatures c ${NO_TEST("c")}
    GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT 20`,
});

/** The species that were adopted most. */
export async function listMostAdopted(db: Db): Promise<readonly Group[]> {
  return db.query(ADOPTED, {});
}

const DEATHS = statement({
  name: "analytics-deaths",
  params: WINDOWS,
  row: { cause: text, stage: text, family: text, total: int8, resurrected: int8, ...WINDOWS },
  text: `SELECT g.cause, g.stage_reached AS stage, g.family, count(*) AS total, count(g.resurrected_at) AS resurrected,
      ${windowed("g.died_at")} FROM gravestones g ${NO_TEST("g")} GROUP BY 1, 2, 3`,
});

export type DeathGroup = RowOf<typeof DEATHS.row>;

/** All deaths, counted by everything that they are broken down by. */
export async function listDeathGroups(db: Db, starts: WindowStarts): Promise<readonly DeathGroup[]> {
  return db.query(DEATHS, starts);
}

const FUNNEL = statement({
  name: "analytics-funnel",
  params: {},
  row: { adopted: int8, cared: int8, child: int8, adult: int8, designed: int8 },
  text: `SELECT count(*) AS adopted, count(*) FILTER (WHERE cared) AS cared, count(*) FILTER (WHERE child) AS child,
      count(*) FILTER (WHERE adult) AS adult,
      (SELECT count(DISTINCT s.agent_id) FROM species s ${NO_TEST("s")}) AS designed
    FROM (
      SELECT bool_or(c.care_actions > 0) AS cared, bool_or(c.child_at IS NOT NULL) AS child,
        bool_or(c.adult_at IS NOT NULL) AS adult
      FROM creatures c ${NO_TEST("c")} GROUP BY c.agent_id
    ) each`,
});

export type FunnelCounts = RowOf<typeof FUNNEL.row>;

/** How many agents came how far. */
export async function findFunnel(db: Db): Promise<FunnelCounts | undefined> {
  const [row] = await db.query(FUNNEL, {});
  return row;
}
