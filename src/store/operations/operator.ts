// Reads for the operator's view: queues, payments, and the charts' history. Each reads a roll-up, a small table or an
// index, and no more rows than a page shows.
import { command, lister, type RowFrom } from "../db/calls.ts";
import type { Db } from "../db/db.ts";
import { int4, int8, nullable, statement, text, textOf } from "../db/statement.ts";
import type { RailName } from "../money/purchases.ts";

export type QueueState = RowFrom<typeof listQueues>;

/** Jobs by their task, where the queue exists. */
export const listQueues = lister({
  name: "list-queues",
  params: {},
  row: {
    task: text,
    waiting: int8,
    running: int8,
    /** Given up after all attempts. */
    failed: int8,
    retried: int8,
    oldestRunAt: nullable(int8),
    lastError: nullable(text),
  },
  text: `SELECT t.identifier AS task, count(*) FILTER (WHERE j.attempts < j.max_attempts AND j.locked_at IS NULL) AS waiting,
      count(*) FILTER (WHERE j.locked_at IS NOT NULL) AS running,
      count(*) FILTER (WHERE j.attempts >= j.max_attempts) AS failed,
      count(*) FILTER (WHERE j.attempts BETWEEN 1 AND j.max_attempts - 1) AS retried,
      (extract(epoch FROM min(j.run_at) FILTER (WHERE j.attempts < j.max_attempts)) * 1000)::bigint AS "oldestRunAt",
      left(max(j.last_error), 300) AS "lastError"
    FROM graphile_worker._private_jobs j JOIN graphile_worker._private_tasks t ON t.id = j.task_id
    GROUP BY 1 ORDER BY failed DESC, waiting DESC, 1 LIMIT 20`,
});

type Oddity = "settling" | "mismatch" | "unknown_purchase" | "refunded" | "dispute_open" | "dispute_lost";

export type OddPayment = RowFrom<typeof listOddPayments>;

/** Payments that somebody should look at: settling since before `stuckBefore`, or odd since `since`. The newest first. */
export const listOddPayments = lister({
  name: "list-odd-payments",
  params: { stuckBefore: int8, since: int8, limit: int8 },
  row: {
    at: int8,
    /** Null when it is not known whose it is. */
    agent: nullable(text),
    rail: textOf<RailName>(),
    what: textOf<Oddity>(),
    pack: nullable(text),
    amountCents: nullable(int4),
    currency: nullable(text),
  },
  text: `SELECT o.at, a.username AS agent, o.rail, o.what, p.pack, o.cents AS "amountCents", p.currency FROM (
      (SELECT created_at AS at, agent_id, purchase_id, rail, 'settling' AS what, amount_cents AS cents FROM purchases
        WHERE status = 'settling' AND status IN ('opened', 'settling') AND created_at < $stuckBefore
        ORDER BY updated_at LIMIT $limit)
      UNION ALL (SELECT received_at, agent_id, purchase_id, rail, outcome, NULL FROM payment_events
        WHERE outcome IN ('mismatch', 'unknown_purchase') AND received_at >= $since ORDER BY received_at DESC LIMIT $limit)
      UNION ALL (SELECT updated_at, agent_id, purchase_id, rail, 'refunded', refunded_cents FROM purchases
        WHERE refunded_cents > 0 AND updated_at >= $since ORDER BY updated_at DESC LIMIT $limit)
      UNION ALL (SELECT d.updated_at, d.agent_id, d.purchase_id, 'stripe', 'dispute_' || d.status, d.amount_cents
        FROM disputes d WHERE d.status <> 'won' AND d.updated_at >= $since ORDER BY d.updated_at DESC LIMIT $limit)
    ) o LEFT JOIN agents a ON a.agent_id = o.agent_id
      LEFT JOIN purchases p ON p.agent_id = o.agent_id AND p.purchase_id = o.purchase_id
    ORDER BY o.at DESC LIMIT $limit`,
});

/** What happened day by day, as far as it is rolled up. */
export const listDays = lister({
  name: "list-days",
  params: { since: int8 },
  row: { day: int8, hatched: int8, died: int8, care: int8 },
  text: `SELECT hour / 86400000 * 86400000 AS day, sum(hatched)::bigint AS hatched, sum(died)::bigint AS died,
      sum(care_actions)::bigint AS care FROM rollup_hours WHERE hour >= $since GROUP BY 1 ORDER BY 1`,
});

export type DayCounts = RowFrom<typeof listDays>;

/** Where the week of an instant begins: the first Monday after 1970 was the fifth of January. */
const weekOf = (column: string) => `(${column} - 345600000) / 604800000 * 604800000 + 345600000`;

const SAVE_HOUR = statement({
  name: "save-rollup-hour",
  params: { hour: int8 },
  row: {},
  text: `INSERT INTO rollup_hours AS kept
    SELECT $hour::bigint, count(*) FILTER (WHERE l.kind = 'hatch'), count(*) FILTER (WHERE l.kind = 'death'),
      count(*) FILTER (WHERE l.kind = 'care')
    FROM care_log l JOIN agents a ON a.agent_id = l.agent_id AND NOT a.is_test
    WHERE l.recorded_at >= $hour AND l.recorded_at < $hour::bigint + 3600000 AND l.kind IN ('care', 'hatch', 'death')
    HAVING count(*) > 0
    ON CONFLICT (hour) DO UPDATE SET hatched = EXCLUDED.hatched, died = EXCLUDED.died,
      care_actions = EXCLUDED.care_actions`,
});

const SAVE_ATTENDANCE = statement({
  name: "save-rollup-attendance-and-last",
  params: { hour: int8 },
  row: {},
  text: `INSERT INTO rollup_attendance AS kept (agent_id, joined_week, weeks, last_at)
    SELECT a.agent_id, ${weekOf("a.created_at")},
      1::bigint << least(62, greatest(0, ($hour - a.created_at) / 604800000))::integer, came.last_at
    FROM (SELECT agent_id, max(recorded_at) AS last_at FROM care_log
        WHERE recorded_at >= $hour AND recorded_at < $hour::bigint + 3600000
          AND kind NOT IN ('death', 'amnesty', 'restore', 'suspend') GROUP BY 1) came
      JOIN agents a ON a.agent_id = came.agent_id AND NOT a.is_test
    ON CONFLICT (agent_id) DO UPDATE SET weeks = kept.weeks | EXCLUDED.weeks,
      last_at = greatest(kept.last_at, EXCLUDED.last_at)
    WHERE kept.weeks & EXCLUDED.weeks <> EXCLUDED.weeks OR kept.last_at IS NULL OR kept.last_at < EXCLUDED.last_at`,
});

/** Counts one full hour of the log. Counting it again changes nothing. */
export async function saveHour(db: Db, hour: number): Promise<void> {
  await db.query(SAVE_HOUR, { hour });
  await db.query(SAVE_ATTENDANCE, { hour });
}

export const deleteHoursBefore = command({
  name: "delete-rollup-hours",
  params: { before: int8 },
  text: "DELETE FROM rollup_hours WHERE hour < $before",
});
