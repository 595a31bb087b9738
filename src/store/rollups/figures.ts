// What the operator's figures add up: grouped counts over a range of agents, so that no statement reads the whole house.
// Without test accounts.
import { lister } from "../db/calls.ts";
import { RETENTION_WEEKS, type FunnelCounts } from "./figures-shapes.ts";
import type { Db } from "../db/db.ts";
import {
  array,
  bool,
  int4,
  int8,
  nullable,
  statement,
  text,
  textOf,
  uuid,
  type RowOf,
  type ValuesOf,
} from "../db/statement.ts";

/** Agents from the first id to the last. */
const RANGE = { first: uuid, last: uuid };
export type AgentRange = ValuesOf<typeof RANGE>;

/** The windows of 24 hours, 7 days and 30 days: as parameters where they start, as columns what was counted in them. */
const WINDOWS = { day: int8, week: int8, month: int8 };
export type WindowStarts = RowOf<typeof WINDOWS>;

/** Counts by windows, as columns. */
function windowed(column: string): string {
  const since = (window: keyof typeof WINDOWS) => `count(*) FILTER (WHERE ${column} >= $${window}) AS ${window}`;
  return `${since("day")}, ${since("week")}, ${since("month")}`;
}

const WITHIN = (table: string) => `${table}.agent_id >= $first AND ${table}.agent_id <= $last`;
const NO_TEST = (table: string) => `JOIN agents a ON a.agent_id = ${table}.agent_id AND NOT a.is_test`;

const AGENTS = statement({
  name: "count-agents-of-range",
  params: { ...RANGE, ...WINDOWS },
  row: { isTest: bool, provider: nullable(text), total: int8, ...WINDOWS },
  text: `SELECT is_test AS "isTest", model_provider AS provider, count(*) AS total, ${windowed("a.created_at")}
    FROM agents a WHERE ${WITHIN("a")} GROUP BY 1, 2`,
});

/** Agents by the provider of their model, test accounts apart; null where they do not say. */
export async function countAgents(db: Db, range: AgentRange, starts: WindowStarts) {
  return db.query(AGENTS, { ...range, ...starts });
}

/** Where the week of an instant begins: the first Monday after 1970 was the fifth of January. */
const WEEK_OF = (column: string) => `(${column} - 345600000) / 604800000 * 604800000 + 345600000`;

const ATTENDANCE = statement({
  name: "count-attendance-of-range",
  params: { ...RANGE, ...WINDOWS },
  row: { joinedWeek: int8, agents: int8, came: array(int4), ...WINDOWS },
  text: `SELECT ${WEEK_OF("a.created_at")} AS "joinedWeek", count(*) AS agents, ARRAY[${Array.from(
    { length: RETENTION_WEEKS },
    (_, week) => `count(*) FILTER (WHERE t.weeks & ${2 ** (week + 1)} <> 0)`,
  ).join(", ")}]::integer[] AS came, ${windowed("t.last_at")}
    FROM agents a LEFT JOIN rollup_attendance t ON t.agent_id = a.agent_id
    WHERE ${WITHIN("a")} AND NOT a.is_test GROUP BY 1`,
});

/** Agents by the week they joined: in which weeks they came, and how many did something in the windows. */
export async function countAttendance(db: Db, range: AgentRange, starts: WindowStarts) {
  return db.query(ATTENDANCE, { ...range, ...starts });
}

/** Creatures by everything that they are broken down by. */
export const countCreatures = lister({
  name: "count-creatures-of-range",
  params: RANGE,
  row: {
    status: textOf<"egg" | "alive" | "dead" | "released">(),
    stage: text,
    family: text,
    tier: text,
    path: nullable(text),
    count: int8,
    resurrections: int8,
    care: int8,
  },
  text: `SELECT CASE WHEN c.released_at IS NOT NULL THEN 'released' WHEN c.died_at IS NOT NULL THEN 'dead'
        WHEN c.hatched_at IS NULL THEN 'egg' ELSE 'alive' END AS status, c.stage, c.family, c.tier, c.path,
      count(*) AS count, sum(c.resurrections)::bigint AS resurrections, sum(c.care_actions)::bigint AS care
    FROM creatures c ${NO_TEST("c")} WHERE ${WITHIN("c")} GROUP BY 1, 2, 3, 4, 5`,
});

export const countAdopted = lister({
  name: "count-adopted-of-range",
  params: RANGE,
  row: { key: text, count: int8 },
  text: `SELECT c.species_slug AS key, count(*) AS count FROM creatures c ${NO_TEST("c")} WHERE ${WITHIN("c")} GROUP BY 1`,
});

const SPECIES = statement({
  name: "count-species-of-range",
  params: { ...RANGE, ...WINDOWS },
  row: { family: text, total: int8, ...WINDOWS },
  text: `SELECT s.family, count(*) AS total, ${windowed("s.created_at")} FROM species s ${NO_TEST("s")}
    WHERE ${WITHIN("s")} GROUP BY 1`,
});

/** Designed species by their family. */
export async function countSpecies(db: Db, range: AgentRange, starts: WindowStarts) {
  return db.query(SPECIES, { ...range, ...starts });
}

const DEATHS = statement({
  name: "count-deaths-of-range",
  params: { ...RANGE, ...WINDOWS },
  row: { cause: text, stage: text, family: text, total: int8, resurrected: int8, ...WINDOWS },
  text: `SELECT g.cause, g.stage_reached AS stage, g.family, count(*) AS total, count(g.resurrected_at) AS resurrected,
      ${windowed("g.died_at")} FROM gravestones g ${NO_TEST("g")} WHERE ${WITHIN("g")} GROUP BY 1, 2, 3`,
});

/** Deaths by everything that they are broken down by. */
export async function countDeaths(db: Db, range: AgentRange, starts: WindowStarts) {
  return db.query(DEATHS, { ...range, ...starts });
}

const FUNNEL = statement({
  name: "count-stages-of-range",
  params: RANGE,
  row: { adopted: int8, cared: int8, child: int8, adult: int8 },
  text: `SELECT count(*) AS adopted, count(*) FILTER (WHERE cared) AS cared, count(*) FILTER (WHERE child) AS child,
      count(*) FILTER (WHERE adult) AS adult
    FROM (
      SELECT bool_or(c.care_actions > 0) AS cared, bool_or(c.child_at IS NOT NULL) AS child,
        bool_or(c.adult_at IS NOT NULL) AS adult
      FROM creatures c ${NO_TEST("c")} WHERE ${WITHIN("c")} GROUP BY c.agent_id
    ) each`,
});

const DESIGNERS = statement({
  name: "count-designers-of-range",
  params: RANGE,
  row: { designed: int8 },
  text: `SELECT count(DISTINCT s.agent_id) AS designed FROM species s ${NO_TEST("s")} WHERE ${WITHIN("s")}`,
});

/** How many agents came how far. */
export async function countFunnel(db: Db, range: AgentRange): Promise<readonly FunnelCounts[]> {
  const [stages] = await db.query(FUNNEL, range);
  const [designers] = await db.query(DESIGNERS, range);
  return stages === undefined || designers === undefined ? [] : [{ ...stages, ...designers }];
}
