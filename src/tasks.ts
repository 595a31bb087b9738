// Defines the periodic tasks of workers. graphile-worker ensures that only one worker runs each task.
import type { Logger } from "pino";
import { TRAIL_KEPT_MS, deleteOldCallTrail } from "./model/agents/store/call-trail.ts";
import { REPLACED_KEPT_MS, deleteOldReplacedKeys } from "./model/agents/store/ended-keys.ts";
import { completeDepartures } from "./accounts/account/depart.ts";
import { expiredBefore } from "./model/idempotency/store/idempotency.ts";
import { auditAll } from "./credits/audit.ts";
import { reconcile, type Reconciler } from "./credits/reconcile.ts";
import { findDatabaseTime } from "./platform/database/database-time.ts";
import { clocksAgree } from "./platform/clock.ts";
import type { Database } from "./platform/database/db.ts";
import { EVENTS_KEPT_MS, deleteOldEvents } from "./model/creatures/store/events.ts";
import {
  deleteExpiredPaymentClaims,
  deleteExpiredIdempotencyRecords,
} from "./model/idempotency/store/expired-records.ts";
import { deleteOldDeliveries } from "./owners/hooks/store/deliveries.ts";
import { freeLostJobs } from "./platform/jobs/store/lost-jobs.ts";
import type { Metrics } from "./platform/observability/metrics.ts";
import { makeLogDaysAhead } from "./model/life/log-days.ts";

const RECORDS_AT_A_TIME = 1_000;

interface TaskContext {
  readonly database: Database;
  readonly now: number;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly reconcilers: readonly Reconciler[];
}

type Uses<Name extends keyof TaskContext> = Pick<TaskContext, Name>;

export interface Task {
  /** A crontab expression in UTC. */
  readonly when: string;
  run(context: TaskContext): Promise<void>;
}

export const TASKS = {
  make_log_days: {
    when: "5 * * * *",
    run: ({ database, now }: Uses<"database" | "now">) => makeLogDaysAhead(database, now),
  },
  expire_idempotency: {
    when: "*/10 * * * *",
    run: ({ database, now }: Uses<"database" | "now">) => expireIdempotencyRecords(database, now),
  },
  reconcile_payments: {
    when: "* * * * *",
    run: ({ database, reconcilers, now, log }: Omit<TaskContext, "metrics">) =>
      reconcile(database, reconcilers, now, log),
  },
  forget_events: {
    when: "50 * * * *",
    async run({ database, now }: Uses<"database" | "now">) {
      await deleteOldEvents(database, now - EVENTS_KEPT_MS);
      await deleteOldDeliveries(database, now - EVENTS_KEPT_MS);
    },
  },
  forget_calls: {
    when: "55 * * * *",
    async run({ database, now }: Uses<"database" | "now">) {
      await deleteOldCallTrail(database, now - TRAIL_KEPT_MS);
      await deleteOldReplacedKeys(database, now - REPLACED_KEPT_MS);
    },
  },
  audit_ledger: {
    when: "40 * * * *",
    async run({ database, now, log, metrics }: Omit<TaskContext, "reconcilers">) {
      metrics.ledgerAudited(await auditAll(database, log, now), now);
    },
  },
  complete_departures: {
    when: "*/10 * * * *",
    run: ({ database, now, log }: Uses<"database" | "now" | "log">) => completeDepartures(database, now, log),
  },
  free_lost_jobs: { when: "*/5 * * * *", run: ({ database }: Uses<"database">) => freeLostJobs(database) },
} as const satisfies Readonly<Record<string, Task>>;

/**
 * Returns the time by which tasks delete old rows. Throws if this clock is wrong, which leaves the task to other workers.
 * Deleting an idempotency record too early, for example, would let a repeated call take effect twice.
 */
export async function nowForTasks(database: Database, clock: () => number): Promise<number> {
  const asked = clock();
  const databaseNow = await findDatabaseTime(database);
  if (databaseNow !== undefined && clocksAgree(databaseNow, asked, clock())) return asked;
  throw new Error("skipped housekeeping, because this clock and the database differ by more than two seconds");
}

/** Deletes in small batches, so that no statement locks many rows. */
export async function expireIdempotencyRecords(database: Database, now: number): Promise<void> {
  const expiredAt = expiredBefore(now);
  while ((await deleteExpiredIdempotencyRecords(database, expiredAt, RECORDS_AT_A_TIME)) === RECORDS_AT_A_TIME);
  await deleteExpiredPaymentClaims(database, { expiredAt });
}
