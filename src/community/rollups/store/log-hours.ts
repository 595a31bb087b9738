// Stores hourly counts of log events. A past hour no longer changes, so it is counted once; each pass counts only the other
// periods from the log.
import { HOUR_MS } from "@denkeeper/rules/time/durations.ts";
import { command, finder, lister } from "../../../platform/database/calls.ts";
import * as sql from "../../../platform/database/statement.ts";
import { countedAgent, uncountedAgent } from "../../../model/visibility/store/public-visibility.ts";

/**
 * Id under which ordinary accounts are counted together. Test accounts are counted separately, so that those that moved their
 * clock can be excluded.
 */
export const EVERYBODY = "00000000-0000-0000-0000-000000000000";

/** Builds SQL for rows (hour, what, agent_id, count), which count the events in a part of the log. */
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
 * Finds the range of counted hours, which has no gaps, and the start of the log. The name of the first partition gives the start,
 * because finding the first row would scan the log.
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

/** Counts the hour from `hour` to `end`. A row is inserted even if the hour has no events. */
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

/** Ordinary accounts excluded from counts. Such accounts are few, so their share is subtracted from the totals. */
const UNCOUNTED = `l.agent_id IN (SELECT agent_id FROM agents u WHERE NOT u.is_test AND ${uncountedAgent("u")})`;

/** Counts events since an instant: from stored hours between `closed` and `open`, and from the log outside that range. */
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
