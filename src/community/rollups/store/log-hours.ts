// What happened, by the log. An hour that is over no longer changes, so it is counted once; what lies outside of counted hours
// is counted from the log by each pass.
import { HOUR_MS } from "@denkeeper/rules/time/durations.ts";
import { command, finder, lister } from "../../../platform/database/calls.ts";
import * as sql from "../../../platform/database/statement.ts";
import { countedAgent, uncountedAgent } from "../../../model/visibility/store/public-visibility.ts";

/** Ordinary accounts are counted together under this id, test accounts each under their own: those that moved their clock leave. */
export const EVERYBODY = "00000000-0000-0000-0000-000000000000";

/** SQL of rows (hour, what, agent_id, count): what happened in a part of the log. */
export function countsOf(part: string): string {
  return `SELECT l.hour, w.what, l.agent_id, sum(l.count)::bigint AS count FROM (
      SELECT l.recorded_at / ${HOUR_MS} * ${HOUR_MS} AS hour, coalesce(t.agent_id, '${EVERYBODY}') AS agent_id, l.kind, l.action,
        l.timing, l.category, l.item IS NOT NULL AS has_item, count(*) AS count
      FROM care_log l LEFT JOIN (SELECT agent_id FROM agents WHERE is_test) t ON t.agent_id = l.agent_id
      WHERE ${part} AND l.kind IN ('care', 'adopt', 'hatch', 'release', 'resurrect', 'death') GROUP BY 1, 2, 3, 4, 5, 6, 7
    ) l, LATERAL (VALUES (l.kind), ('action/' || l.action), ('timing/' || l.timing), ('category/' || l.category),
      (CASE WHEN l.has_item THEN 'item' END)) AS w (what)
    WHERE w.what IS NOT NULL GROUP BY 1, 2, 3`;
}

/**
 * The hours that are counted, without gaps, and when the log begins, by the name of its first partition: the first row could only
 * be found by reading all of them.
 */
export const findCountedHours = finder({
  name: "find-counted-hours",
  params: {},
  row: { first: sql.nullable(sql.int8), last: sql.nullable(sql.int8), logFrom: sql.nullable(sql.int8) },
  text: `SELECT min(hour) AS first, max(hour) AS last,
      (SELECT (extract(epoch FROM to_date(right(min(part.relname::text), 8), 'YYYYMMDD')) * 1000)::bigint
        FROM pg_inherits JOIN pg_class part ON part.oid = inhrelid WHERE inhparent = 'care_log'::regclass) AS "logFrom"
    FROM log_hours`,
});

/** Counts the hour from `hour` to `end`. It has a row even if nothing happened in it. */
export const saveLogHour = command({
  name: "save-log-hour",
  params: { hour: sql.int8, end: sql.int8 },
  text: `INSERT INTO log_hours (hour, what, agent_id, count)
    SELECT hour, what, agent_id, count FROM (${countsOf("l.recorded_at >= $hour AND l.recorded_at < $end")}) counted
    UNION ALL SELECT $hour, 'hour', '${EVERYBODY}', 0
    ON CONFLICT (hour, what, agent_id) DO UPDATE SET count = EXCLUDED.count`,
});

export const deleteLogHours = command({
  name: "delete-log-hours",
  params: { before: sql.int8 },
  text: "DELETE FROM log_hours WHERE hour < $before",
});

/** Ordinary accounts that are not counted. They are few, so their share of the log is subtracted from the totals. */
const UNCOUNTED = `l.agent_id IN (SELECT agent_id FROM agents u WHERE NOT u.is_test AND ${uncountedAgent("u")})`;

/** What happened since an instant: hours are counted from `closed` up to `open`. */
export const listHappenings = lister({
  name: "list-happenings",
  params: { since: sql.int8, closed: sql.int8, open: sql.int8 },
  row: { what: sql.text, count: sql.int8 },
  text: `SELECT c.what, sum(c.count)::bigint AS count FROM (
      SELECT hour, what, agent_id, count FROM log_hours WHERE hour >= $closed AND hour < $open
      UNION ALL ${countsOf("l.recorded_at >= $since AND l.recorded_at < $closed")}
      UNION ALL ${countsOf("l.recorded_at >= $open")}
      UNION ALL SELECT hour, what, agent_id, -count FROM (${countsOf(`l.recorded_at >= $since AND ${UNCOUNTED}`)}) left_out) c
      LEFT JOIN (SELECT agent_id FROM agents a WHERE ${uncountedAgent("a")}) uncounted ON uncounted.agent_id = c.agent_id
    WHERE uncounted.agent_id IS NULL GROUP BY 1`,
});

/** Counts the agents that have cared for, checked, or adopted a creature since an instant. */
export const findActiveAgents = finder({
  name: "find-active-agents",
  params: { since: sql.int8 },
  row: { count: sql.int8 },
  text: `SELECT count(*) AS count FROM (SELECT c.agent_id FROM creatures c
    WHERE greatest(c.last_care_at, c.last_checked_at, c.adopted_at) >= $since AND ${countedAgent("c")} GROUP BY 1) active`,
});
