// What only the operator looks at: queues, payments, and the charts' history. Everything here reads a roll-up, a small table
// or an index, and no more rows than a page shows.
import type { Db, Statement } from "../db/db.ts";
import type { RailName } from "../money/purchases.ts";

export interface QueueState {
  readonly task: string;
  readonly waiting: number;
  readonly running: number;
  /** Given up after all attempts. */
  readonly failed: number;
  readonly retried: number;
  readonly oldestRunAt: number | null;
  readonly lastError: string | null;
}

const QUEUES: Statement = {
  name: "list-queues",
  text: `SELECT t.identifier AS task, count(*) FILTER (WHERE j.attempts < j.max_attempts AND j.locked_at IS NULL) AS waiting,
      count(*) FILTER (WHERE j.locked_at IS NOT NULL) AS running,
      count(*) FILTER (WHERE j.attempts >= j.max_attempts) AS failed,
      count(*) FILTER (WHERE j.attempts BETWEEN 1 AND j.max_attempts - 1) AS retried,
      (extract(epoch FROM min(j.run_at) FILTER (WHERE j.attempts < j.max_attempts)) * 1000)::bigint AS "oldestRunAt",
      left(max(j.last_error), 300) AS "lastError"
    FROM graphile_worker._private_jobs j JOIN graphile_worker._private_tasks t ON t.id = j.task_id
    GROUP BY 1 ORDER BY failed DESC, waiting DESC, 1 LIMIT 20`,
};

/** Jobs by their task, where the queue exists. */
export async function listQueues(db: Db): Promise<readonly QueueState[]> {
  return db.queryOld<QueueState>(QUEUES, []);
}

export interface OddPayment {
  readonly at: number;
  /** Null when it could not be told whose it is. */
  readonly agent: string | null;
  readonly rail: RailName;
  readonly what: "settling" | "mismatch" | "unknown_purchase" | "refunded" | "dispute_open" | "dispute_lost";
  readonly pack: string | null;
  readonly amountCents: number | null;
  readonly currency: string | null;
}

const ODD: Statement = {
  name: "list-odd-payments",
  text: `SELECT o.at, a.username AS agent, o.rail, o.what, p.pack, o.cents AS "amountCents", p.currency FROM (
      (SELECT created_at AS at, agent_id, purchase_id, rail, 'settling' AS what, amount_cents AS cents FROM purchases
        WHERE status = 'settling' AND status IN ('opened', 'settling') AND created_at < $1 ORDER BY updated_at LIMIT $3)
      UNION ALL (SELECT received_at, agent_id, purchase_id, rail, outcome, NULL FROM payment_events
        WHERE outcome IN ('mismatch', 'unknown_purchase') AND received_at >= $2 ORDER BY received_at DESC LIMIT $3)
      UNION ALL (SELECT updated_at, agent_id, purchase_id, rail, 'refunded', refunded_cents FROM purchases
        WHERE refunded_cents > 0 AND updated_at >= $2 ORDER BY updated_at DESC LIMIT $3)
      UNION ALL (SELECT d.updated_at, d.agent_id, d.purchase_id, 'stripe', 'dispute_' || d.status, d.amount_cents
        FROM disputes d WHERE d.status <> 'won' AND d.updated_at >= $2 ORDER BY d.updated_at DESC LIMIT $3)
    ) o LEFT JOIN agents a ON a.agent_id = o.agent_id
      LEFT JOIN purchases p ON p.agent_id = o.agent_id AND p.purchase_id = o.purchase_id
    ORDER BY o.at DESC LIMIT $3`,
};

/** Payments that somebody should look at: settling since before `stuckBefore`, or odd since `since`. The newest first. */
export async function listOddPayments(
  db: Db,
  { stuckBefore, since, limit }: { readonly stuckBefore: number; readonly since: number; readonly limit: number },
): Promise<readonly OddPayment[]> {
  return db.queryOld<OddPayment>(ODD, [stuckBefore, since, limit]);
}

export interface DayCounts {
  readonly day: number;
  readonly hatched: number;
  readonly died: number;
  readonly care: number;
}

const DAYS: Statement = {
  name: "list-days",
  text: `SELECT hour / 86400000 * 86400000 AS day, sum(hatched)::bigint AS hatched, sum(died)::bigint AS died,
      sum(care_actions)::bigint AS care FROM rollup_hours WHERE hour >= $1 GROUP BY 1 ORDER BY 1`,
};

/** What happened day by day, as far as it is rolled up. */
export async function listDays(db: Db, since: number): Promise<readonly DayCounts[]> {
  return db.queryOld<DayCounts>(DAYS, [since]);
}

/** How many weeks after joining are told. */
export const RETENTION_WEEKS = 6;

export interface Cohort {
  readonly joinedWeek: number;
  readonly agents: number;
  /** Who came in the first week after joining, the second, and so on. */
  readonly came: readonly number[];
}

/** Where the week of an instant begins: the first Monday after 1970 was the fifth of January. */
const weekOf = (column: string) => `(${column} - 345600000) / 604800000 * 604800000 + 345600000`;

const COHORTS: Statement = {
  name: "list-cohorts",
  text: `SELECT j.week AS "joinedWeek", j.agents, ARRAY[${Array.from(
    { length: RETENTION_WEEKS },
    (_, week) =>
      `(SELECT count(*) FROM rollup_attendance t WHERE t.joined_week = j.week AND t.weeks & ${2 ** (week + 1)} <> 0)::integer`,
  ).join(", ")}] AS came
    FROM (SELECT ${weekOf("created_at")} AS week, count(*) AS agents FROM agents
      WHERE created_at >= $1 AND NOT is_test GROUP BY 1) j ORDER BY 1`,
};

/** Agents by the week they joined, since the Monday `since`, and how many of them still came later. */
export async function listCohorts(db: Db, since: number): Promise<readonly Cohort[]> {
  return db.queryOld<Cohort>(COHORTS, [since]);
}

const SAVE_HOUR: Statement = {
  name: "save-rollup-hour",
  text: `INSERT INTO rollup_hours AS kept
    SELECT $1::bigint, count(*) FILTER (WHERE l.kind = 'hatch'), count(*) FILTER (WHERE l.kind = 'death'),
      count(*) FILTER (WHERE l.kind = 'care')
    FROM care_log l JOIN agents a ON a.agent_id = l.agent_id AND NOT a.is_test
    WHERE l.recorded_at >= $1 AND l.recorded_at < $1::bigint + 3600000 AND l.kind IN ('care', 'hatch', 'death')
    HAVING count(*) > 0
    ON CONFLICT (hour) DO UPDATE SET hatched = EXCLUDED.hatched, died = EXCLUDED.died,
      care_actions = EXCLUDED.care_actions`,
};

const SAVE_ATTENDANCE: Statement = {
  name: "save-rollup-attendance",
  text: `INSERT INTO rollup_attendance AS kept
    SELECT a.agent_id, ${weekOf("a.created_at")}, 1::bigint << least(62, greatest(0, ($1 - a.created_at) / 604800000))::integer
    FROM (SELECT DISTINCT agent_id FROM care_log WHERE recorded_at >= $1 AND recorded_at < $1::bigint + 3600000
        AND kind NOT IN ('death', 'amnesty', 'restore', 'suspend')) came
      JOIN agents a ON a.agent_id = came.agent_id AND NOT a.is_test
    ON CONFLICT (agent_id) DO UPDATE SET weeks = kept.weeks | EXCLUDED.weeks
    WHERE kept.weeks & EXCLUDED.weeks <> EXCLUDED.weeks`,
};

/** Counts one full hour of the log. Counting it again changes nothing. */
export async function saveHour(db: Db, hour: number): Promise<void> {
  await db.queryOld(SAVE_HOUR, [hour]);
  await db.queryOld(SAVE_ATTENDANCE, [hour]);
}

const DELETE_HOURS: Statement = {
  name: "delete-rollup-hours",
  text: "DELETE FROM rollup_hours WHERE hour < $1",
};

export async function deleteHoursBefore(db: Db, before: number): Promise<void> {
  await db.queryOld(DELETE_HOURS, [before]);
}
