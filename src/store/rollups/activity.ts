// Activity of the last day, counted from the log by minutes and hours. Only the minutes that may still change are read
// from the log again.
import type { Activity } from "./shapes.ts";
import type { Db } from "../db/db.ts";
import { FOUND, int8, nullable, statement } from "../db/statement.ts";

/** Ordinary accounts are counted together under this id. */
export const EVERYBODY = "00000000-0000-0000-0000-000000000000";

/** Leaves out accounts that moved their clock or are leaving; `table` has a column agent_id. */
export function clockNotMoved(table: string): string {
  return `NOT EXISTS (SELECT FROM agents moved
    WHERE moved.agent_id = ${table}.agent_id AND ${MOVED})`;
}

const MOVED = "(moved.clock_moved OR moved.leaving_at IS NOT NULL)";

/** The same for rows that do not lie where their agents are: a join to those who are left out, and `UNMOVED`. */
export function withMoved(table: string): string {
  return `LEFT JOIN (SELECT agent_id FROM agents moved WHERE ${MOVED}) moved ON moved.agent_id = ${table}.agent_id`;
}
export const UNMOVED = "moved.agent_id IS NULL";

/** SQL: those of the agents of some rows of a roll-up who moved their clock or are leaving. For few rows. */
export function movedAmong(rows: string): string {
  return `(SELECT moved.agent_id FROM agents moved WHERE ${MOVED} AND moved.agent_id IN (SELECT agent_id FROM ${rows}))`;
}

const SAVE_MINUTES = statement({
  name: "save-changed-minutes",
  params: { from: int8, to: int8 },
  row: FOUND,
  text: `INSERT INTO rollup_minutes AS kept
    SELECT l.recorded_at / 60000 * 60000, CASE WHEN a.is_test THEN l.agent_id ELSE '${EVERYBODY}' END,
      count(*) FILTER (WHERE l.kind = 'hatch'), count(*) FILTER (WHERE l.kind = 'death'),
      count(*) FILTER (WHERE l.kind = 'care'), count(*) FILTER (WHERE l.kind = 'care' AND l.action = 'feed'),
      count(*) FILTER (WHERE l.kind = 'care' AND l.action = 'reflect')
    FROM care_log l JOIN agents a ON a.agent_id = l.agent_id
    WHERE l.recorded_at >= $from AND l.recorded_at < $to AND l.kind IN ('care', 'hatch', 'death') AND NOT a.clock_moved
    GROUP BY 1, 2
    ON CONFLICT (minute, agent_id) DO UPDATE SET creatures_born = EXCLUDED.creatures_born,
      creatures_died = EXCLUDED.creatures_died, care_actions = EXCLUDED.care_actions, feedings = EXCLUDED.feedings,
      reflections = EXCLUDED.reflections
    WHERE (kept.creatures_born, kept.creatures_died, kept.care_actions) IS DISTINCT FROM
      (EXCLUDED.creatures_born, EXCLUDED.creatures_died, EXCLUDED.care_actions) RETURNING true`,
});

const SAVE_ACTIVE = statement({
  name: "save-newly-active-agents",
  params: { from: int8, to: int8 },
  row: FOUND,
  text: `INSERT INTO rollup_active_agents AS kept
    SELECT recorded_at / 3600000 * 3600000, agent_id, max(recorded_at) FROM care_log
    WHERE recorded_at >= $from AND recorded_at < $to AND kind NOT IN ('death', 'amnesty', 'restore') GROUP BY 1, 2
    ON CONFLICT (hour, agent_id) DO UPDATE SET last_at = EXCLUDED.last_at WHERE kept.last_at < EXCLUDED.last_at
    RETURNING true`,
});

/** Counts the log again from one full minute up to another. Whether that changed anything. */
export async function saveActivityOf(db: Db, from: number, to: number): Promise<boolean> {
  const minutes = await db.query(SAVE_MINUTES, { from, to });
  const active = await db.query(SAVE_ACTIVE, { from, to });
  return minutes.length + active.length > 0;
}

const FIND = statement({
  name: "find-counted-activity",
  params: { since: int8 },
  row: {
    creatures_born: int8,
    creatures_died: int8,
    care_actions: int8,
    feedings: int8,
    reflections: int8,
    active_agents: int8,
  },
  text: `SELECT coalesce(sum(creatures_born), 0)::bigint AS creatures_born,
      coalesce(sum(creatures_died), 0)::bigint AS creatures_died,
      coalesce(sum(care_actions), 0)::bigint AS care_actions, coalesce(sum(feedings), 0)::bigint AS feedings,
      coalesce(sum(reflections), 0)::bigint AS reflections,
      (SELECT count(DISTINCT h.agent_id) FROM rollup_active_agents h ${withMoved("h")}
        WHERE ${UNMOVED} AND h.hour >= $since::bigint / 3600000 * 3600000 AND h.last_at >= $since
      ) AS active_agents
    FROM rollup_minutes m
    WHERE m.minute >= $since AND m.agent_id NOT IN ${movedAmong("rollup_minutes WHERE minute >= $since")}`,
});

const NOTHING: Activity = {
  creatures_born: 0,
  creatures_died: 0,
  care_actions: 0,
  feedings: 0,
  reflections: 0,
  active_agents: 0,
};

/** What happened since the full minute `since`, as far as it is counted. */
export async function findActivity(db: Db, since: number): Promise<Activity> {
  const [row] = await db.query(FIND, { since });
  return row ?? NOTHING;
}

const DELETE_MINUTES = statement({
  name: "delete-rollup-minutes",
  params: { before: int8 },
  row: {},
  text: "DELETE FROM rollup_minutes WHERE minute < $before",
});
const DELETE_ACTIVE = statement({
  name: "delete-rollup-active-agents",
  params: { before: int8 },
  row: {},
  text: "DELETE FROM rollup_active_agents WHERE hour < $before AND last_at < $before",
});

/** Forgets what lies before an instant. */
export async function deleteActivityBefore(db: Db, before: number): Promise<void> {
  await db.query(DELETE_MINUTES, { before });
  await db.query(DELETE_ACTIVE, { before });
}

/** By the name of the first partition: the first row could only be found by reading all of them. */
const FIRST_DAY = statement({
  name: "find-first-log-day",
  params: {},
  row: { at: nullable(int8) },
  text: `SELECT (extract(epoch FROM to_date(right(min(part.relname::text), 8), 'YYYYMMDD')) * 1000)::bigint AS at
    FROM pg_inherits JOIN pg_class part ON part.oid = inhrelid WHERE inhparent = 'care_log'::regclass`,
});
const FIRST_ACCOUNT = statement({
  name: "find-first-account",
  params: {},
  row: { at: nullable(int8) },
  text: "SELECT min(created_at) AS at FROM agents",
});

/**
 * When the log begins: with the first day that it still has, since older ones may be archived, and not before the first
 * account. A new house has nothing to catch up with, and must not read every minute since midnight first.
 */
export async function findLogStart(db: Db): Promise<number | undefined> {
  const [day] = await db.query(FIRST_DAY, {});
  const [account] = await db.query(FIRST_ACCOUNT, {});
  if (day?.at === undefined || day.at === null || account?.at === undefined || account.at === null) return undefined;
  return Math.max(day.at, account.at);
}
