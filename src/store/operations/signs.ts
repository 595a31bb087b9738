// What the database knows about how the house is doing, for probes and metrics.
import { DATABASE_NOW } from "../db/database-time.ts";
import type { Db, Statement } from "../db/db.ts";

const FIND_STATE: Statement = {
  name: "find-readiness",
  text: `SELECT ${DATABASE_NOW} AS "databaseNow",
    ARRAY(SELECT name::text FROM migrations) AS "migrations",
    (SELECT max(at) FROM heartbeats) AS "heartbeatAt"`,
};

export interface ServiceState {
  readonly databaseNow: number;
  readonly migrations: readonly string[];
  /** The last sign of life of any worker. */
  readonly heartbeatAt: number | null;
}

/** Undefined never happens on a database that answers. */
export async function findServiceState(db: Db): Promise<ServiceState | undefined> {
  const [row] = await db.queryOld<ServiceState>(FIND_STATE, []);
  return row;
}

const FIND_SIGNS: Statement = {
  name: "find-signs",
  text: `SELECT ${DATABASE_NOW} AS "databaseNow",
    (SELECT min(next_event_at) FROM creatures WHERE next_event_at IS NOT NULL) AS "nextEventAt",
    (SELECT max(at) FROM heartbeats) AS "heartbeatAt",
    to_regclass('graphile_worker.jobs') IS NOT NULL AS "hasQueue"`,
};

export interface Signs {
  readonly databaseNow: number;
  /** When the first of all deaths and stage changes is due; in the past when it is late. */
  readonly nextEventAt: number | null;
  readonly heartbeatAt: number | null;
  /** The job queue is made by the first worker that starts. */
  readonly hasQueue: boolean;
}

export async function findSigns(db: Db): Promise<Signs | undefined> {
  const [row] = await db.queryOld<Signs>(FIND_SIGNS, []);
  return row;
}

const COUNT_JOBS: Statement = {
  name: "count-jobs",
  text: `SELECT count(*) FILTER (WHERE attempts < max_attempts) AS waiting,
      count(*) FILTER (WHERE attempts >= max_attempts) AS failed,
      (extract(epoch FROM min(run_at) FILTER (WHERE attempts < max_attempts)) * 1000)::bigint AS "oldestRunAt"
    FROM graphile_worker.jobs`,
};

export interface JobCounts {
  readonly waiting: number;
  /** Given up after all attempts. */
  readonly failed: number;
  readonly oldestRunAt: number | null;
}

export async function countJobs(db: Db): Promise<JobCounts | undefined> {
  const [row] = await db.queryOld<JobCounts>(COUNT_JOBS, []);
  return row;
}
