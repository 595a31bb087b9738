// Hourly and daily tasks, run by graphile-worker, which lets one worker run each.
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

export interface Task {
  /** When it runs, as in a crontab, in UTC. */
  readonly when: string;
  run(
    database: Database,
    now: number,
    log: Logger,
    metrics: Metrics,
    reconcilers: readonly Reconciler[],
  ): Promise<void>;
}

export const TASKS = {
  make_log_days: { when: "5 * * * *", run: makeLogDaysAhead },
  expire_idempotency: { when: "*/10 * * * *", run: expireIdempotencyRecords },
  reconcile_payments: {
    when: "* * * * *",
    run: (database, now, log, _, reconcilers) => reconcile(database, reconcilers, now, log),
  },
  forget_events: {
    when: "50 * * * *",
    async run(database, now) {
      await deleteOldEvents(database, now - EVENTS_KEPT_MS);
      await deleteOldDeliveries(database, now - EVENTS_KEPT_MS);
    },
  },
  forget_calls: {
    when: "55 * * * *",
    async run(database, now) {
      await deleteOldCallTrail(database, now - TRAIL_KEPT_MS);
      await deleteOldReplacedKeys(database, now - REPLACED_KEPT_MS);
    },
  },
  audit_ledger: {
    when: "40 * * * *",
    async run(database, now, log, metrics) {
      metrics.ledgerAudited(await auditAll(database, log, now), now);
    },
  },
  complete_departures: { when: "*/10 * * * *", run: completeDepartures },
  free_lost_jobs: { when: "*/5 * * * *", run: (database) => freeLostJobs(database) },
} as const satisfies Readonly<Record<string, Task>>;

/**
 * The time by which a task decides what is old. A process whose clock is off throws away what is needed: records under
 * Idempotency-Keys, for one, without which a repeated call happens twice. It leaves the task to others.
 */
export async function nowForTasks(database: Database, clock: () => number): Promise<number> {
  const asked = clock();
  const databaseNow = await findDatabaseTime(database);
  if (databaseNow !== undefined && clocksAgree(databaseNow, asked, clock())) return asked;
  throw new Error("this clock and the database's differ by more than two seconds: no housekeeping");
}

/** In small batches, so that no statement holds many rows. */
export async function expireIdempotencyRecords(database: Database, now: number): Promise<void> {
  const expiredAt = expiredBefore(now);
  while ((await deleteExpiredIdempotencyRecords(database, expiredAt, RECORDS_AT_A_TIME)) === RECORDS_AT_A_TIME);
  await deleteExpiredPaymentClaims(database, { expiredAt });
}
