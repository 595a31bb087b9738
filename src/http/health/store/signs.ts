// Reads the state of the service from the database for probes and metrics.
import { finder } from "../../../platform/database/calls.ts";
import { RAN_AHEAD } from "../../../model/outages/store/set-back.ts";
import { DATABASE_NOW } from "../../../platform/database/database-time.ts";
import type { Db } from "../../../platform/database/db.ts";
import { APPLIED, type AppliedMigration } from "../../../platform/database/migrations.ts";
import * as sql from "../../../platform/database/statement.ts";

/** Selects the time that a clock reached before it was set back, while that time is still in the future. */
const RAN_AHEAD_TO = `(SELECT at FROM rollup_marks WHERE name = '${RAN_AHEAD}' AND at > ${DATABASE_NOW}) AS "ranAheadTo"`;

export const findServiceState = finder({
  name: "find-readiness",
  params: {},
  row: {
    databaseNow: sql.int8,
    migrations: sql.jsonb<readonly AppliedMigration[]>(),
    /** Time of the latest heartbeat of any worker. */
    heartbeatAt: sql.nullable(sql.int8),
    ranAheadTo: sql.nullable(sql.int8),
  },
  text: `SELECT ${DATABASE_NOW} AS "databaseNow",
    ${APPLIED} AS "migrations",
    ${RAN_AHEAD_TO},
    (SELECT max(at) FROM heartbeats) AS "heartbeatAt"`,
});

export const findSigns = finder({
  name: "find-signs-of-service",
  params: {},
  row: {
    databaseNow: sql.int8,
    /** Due time of the next death or stage change. A time in the past means the sweep is late. */
    nextEventAt: sql.nullable(sql.int8),
    heartbeatAt: sql.nullable(sql.int8),
    /** Due time of the next unclaimed hook message. A time in the past means delivery is late. */
    hookDueAt: sql.nullable(sql.int8),
    /** Due time of the next watch. A time in the past means watching is late. */
    watchDueAt: sql.nullable(sql.int8),
    ranAheadTo: sql.nullable(sql.int8),
    /** False until the first worker has created the job queue. */
    hasQueue: sql.bool,
  },
  text: `SELECT ${DATABASE_NOW} AS "databaseNow",
    (SELECT min(next_event_at) FROM creatures WHERE next_event_at IS NOT NULL) AS "nextEventAt",
    (SELECT max(at) FROM heartbeats) AS "heartbeatAt",
    (SELECT min(next_at) FROM hooks WHERE next_at IS NOT NULL AND busy_until < ${DATABASE_NOW}) AS "hookDueAt",
    (SELECT min(next_at) FROM hook_watches WHERE next_at IS NOT NULL) AS "watchDueAt",
    ${RAN_AHEAD_TO},
    to_regclass('graphile_worker.jobs') IS NOT NULL AS "hasQueue"`,
});

const FIND_UNMOVED = sql.statement({
  name: "find-oldest-in-outbox",
  params: {},
  row: { since: sql.nullable(sql.int8) },
  text: "SELECT min(added_at) AS since FROM job_outbox",
});

/** Returns when the oldest job in the outbox was added, or null if the outbox is empty. Jobs move to the queue every second. */
export async function findUnmovedSince(db: Db): Promise<number | null> {
  const [row] = await db.query(FIND_UNMOVED, {});
  return row?.since ?? null;
}

export const countJobs = finder({
  name: "count-jobs",
  params: {},
  row: {
    waiting: sql.int8,
    /** Jobs that have no attempts left. */
    failed: sql.int8,
    oldestRunAt: sql.nullable(sql.int8),
  },
  text: `SELECT count(*) FILTER (WHERE attempts < max_attempts) AS waiting,
      count(*) FILTER (WHERE attempts >= max_attempts) AS failed,
      (extract(epoch FROM min(run_at) FILTER (WHERE attempts < max_attempts)) * 1000)::bigint AS "oldestRunAt"
    FROM graphile_worker.jobs`,
});
