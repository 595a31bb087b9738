// What happened, counted from the log by minutes, of which those that may still change are counted again. After a day the
// minutes of an hour are added up in its first one.
import type { Activity } from "../../../model/figures/store/shapes.ts";
import { command, lister, type RowFrom } from "../../../platform/database/calls.ts";
import type { Db } from "../../../platform/database/db.ts";
import { FOUND, int8, nullable, statement, text } from "../../../platform/database/statement.ts";

/** Ordinary accounts are counted together under this id. Test accounts leave the public counts one by one. */
export const EVERYBODY = "00000000-0000-0000-0000-000000000000";

const MOVED = "(moved.clock_moved OR moved.leaving_at IS NOT NULL)";

/** For rows that do not lie where their agents are: a join to those who moved their clock or are leaving, and `UNMOVED`. */
export function withMoved(table: string): string {
  return `LEFT JOIN (SELECT agent_id FROM agents moved WHERE ${MOVED}) moved ON moved.agent_id = ${table}.agent_id`;
}
export const UNMOVED = "moved.agent_id IS NULL";

/** SQL: those of the agents of some rows of a roll-up who moved their clock or are leaving. For few rows. */
export function movedAmong(rows: string): string {
  return `(SELECT moved.agent_id FROM agents moved WHERE ${MOVED} AND moved.agent_id IN (SELECT agent_id FROM ${rows}))`;
}

const MINUTE_OF = (column: string) => `${column} / 60000 * 60000`;
const COUNTED_UNDER = `CASE WHEN a.is_test THEN a.agent_id ELSE '${EVERYBODY}' END`;
const IN_STRETCH = "l.recorded_at >= $from AND l.recorded_at < $to";

const SAVE_MINUTES = statement({
  name: "save-log-counts",
  params: { from: int8, to: int8 },
  row: FOUND,
  text: `INSERT INTO log_counts AS kept
    SELECT w.what, ${MINUTE_OF("l.recorded_at")}, ${COUNTED_UNDER}, sum(l.count) FROM (
        SELECT agent_id, ${MINUTE_OF("recorded_at")} AS recorded_at, kind, action, timing, category, item IS NOT NULL AS has_item,
          count(*) AS count FROM care_log l
        WHERE ${IN_STRETCH} AND kind IN ('care', 'adopt', 'hatch', 'release', 'resurrect', 'death')
        GROUP BY 1, 2, 3, 4, 5, 6, 7) l
      JOIN agents a ON a.agent_id = l.agent_id AND NOT a.clock_moved,
      LATERAL (VALUES (l.kind), ('action/' || l.action), ('timing/' || l.timing), ('category/' || l.category),
        (CASE WHEN l.has_item THEN 'item' END)) AS w (what)
    WHERE w.what IS NOT NULL GROUP BY 1, 2, 3
    ON CONFLICT (what, at, agent_id) DO UPDATE SET count = EXCLUDED.count WHERE kept.count <> EXCLUDED.count
    RETURNING true`,
});

/** An agent counts in the minute of its last action and in no other, so counts of minutes add up to those of agents. */
const SAVE_ACTIVE = statement({
  name: "save-active-agents",
  params: { from: int8, to: int8, hoursBefore: int8, forgottenBefore: int8 },
  row: FOUND,
  text: `WITH seen AS (
      SELECT l.agent_id, ${MINUTE_OF("max(l.recorded_at)")} AS at FROM care_log l
      WHERE ${IN_STRETCH} AND l.kind NOT IN ('death', 'amnesty', 'restore', 'suspend') GROUP BY 1
    ), before AS (
      SELECT k.agent_id, k.at FROM active_agents k JOIN seen USING (agent_id) WHERE k.at < seen.at
    ), saved AS (
      INSERT INTO active_agents AS k SELECT agent_id, at FROM seen
      ON CONFLICT (agent_id) DO UPDATE SET at = EXCLUDED.at WHERE k.at < EXCLUDED.at RETURNING agent_id, at
    )
    INSERT INTO log_counts AS kept
    SELECT 'active', m.at, ${COUNTED_UNDER}, sum(m.count) FROM (
        SELECT agent_id, at, 1 AS count FROM saved
        UNION ALL SELECT agent_id, CASE WHEN at < $hoursBefore THEN at / 3600000 * 3600000 ELSE at END, -1 FROM before
          WHERE at >= $forgottenBefore) m
      JOIN agents a ON a.agent_id = m.agent_id GROUP BY 1, 2, 3
    ON CONFLICT (what, at, agent_id) DO UPDATE SET count = kept.count + EXCLUDED.count RETURNING true`,
});

export interface CountedStretch {
  readonly from: number;
  readonly to: number;
  /** From when back there are hours, and from when back nothing. */
  readonly hoursBefore: number;
  readonly forgottenBefore: number;
}

/** Counts the log again from one full minute up to another. Whether that changed anything. */
export async function saveLogCounts(db: Db, { from, to, ...kept }: CountedStretch): Promise<boolean> {
  const minutes = await db.query(SAVE_MINUTES, { from, to });
  const active = await db.query(SAVE_ACTIVE, { from, to, ...kept });
  return minutes.length + active.length > 0;
}

/** Adds up the minutes of hours that are over for a day, test accounts left out, and forgets what is too old. */
export const tidyLogCounts = command({
  name: "tidy-log-counts",
  params: { hoursBefore: int8, forgottenBefore: int8 },
  text: `WITH gone AS (
      DELETE FROM log_counts WHERE at < $forgottenBefore OR at < $hoursBefore AND (at % 3600000 <> 0 OR agent_id <> '${EVERYBODY}')
      RETURNING what, at, agent_id, count
    )
    INSERT INTO log_counts AS kept SELECT what, at / 3600000 * 3600000, agent_id, sum(count) FROM gone
    WHERE agent_id = '${EVERYBODY}' AND at >= $forgottenBefore GROUP BY 1, 2, 3
    ON CONFLICT (what, at, agent_id) DO UPDATE SET count = kept.count + EXCLUDED.count`,
});

/** What is counted as activity, by what it is called in the log. */
const ACTIVITY = {
  hatch: "creatures_born",
  death: "creatures_died",
  care: "care_actions",
  "action/feed": "feedings",
  "action/reflect": "reflections",
  active: "active_agents",
} as const satisfies Readonly<Record<string, keyof Activity>>;

const FIND = statement({
  name: "find-counted-activity",
  params: { since: int8 },
  row: { what: text, count: int8 },
  text: `SELECT c.what, sum(c.count)::bigint AS count FROM log_counts c
    WHERE c.what IN (${Object.keys(ACTIVITY)
      .map((what) => `'${what}'`)
      .join(", ")}) AND c.at >= $since
      AND c.agent_id NOT IN ${movedAmong("log_counts WHERE what = 'active' AND at >= $since")} GROUP BY 1`,
});

/** What happened since the full minute `since`, as far as it is counted. */
export async function findActivity(db: Db, since: number): Promise<Activity> {
  const counts = new Map((await db.query(FIND, { since })).map(({ what, count }) => [what, count]));
  const of = (what: keyof typeof ACTIVITY) => counts.get(what) ?? 0;
  return {
    creatures_born: of("hatch"),
    creatures_died: of("death"),
    care_actions: of("care"),
    feedings: of("action/feed"),
    reflections: of("action/reflect"),
    active_agents: of("active"),
  };
}

/** What ordinary accounts did since these instants. */
export const listLogCounts = lister({
  name: "list-log-counts",
  params: { day: int8, week: int8, month: int8 },
  row: { what: text, day: int8, week: int8, month: int8 },
  text: `SELECT what, coalesce(sum(count) FILTER (WHERE at >= $day), 0)::bigint AS day,
      coalesce(sum(count) FILTER (WHERE at >= $week), 0)::bigint AS week, sum(count)::bigint AS month
    FROM log_counts WHERE at >= $month AND agent_id = '${EVERYBODY}' GROUP BY 1`,
});

export type LogCount = RowFrom<typeof listLogCounts>;

/** By the name of the first partition: the first row could only be found by reading all of them. */
const FIRST_DAY = statement({
  name: "find-first-log-day",
  params: {},
  row: { at: nullable(int8) },
  text: `SELECT (extract(epoch FROM to_date(right(min(part.relname::text), 8), 'YYYYMMDD')) * 1000)::bigint AS at
    FROM pg_inherits JOIN pg_class part ON part.oid = inhrelid WHERE inhparent = 'care_log'::regclass`,
});

/** When the log begins, as far as it is still here. */
export async function findLogStart(db: Db): Promise<number | undefined> {
  const [day] = await db.query(FIRST_DAY, {});
  return day?.at ?? undefined;
}
