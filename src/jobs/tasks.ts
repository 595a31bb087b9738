// Hourly and daily work, run by graphile-worker: it sees to it that of all workers one does it.
import { expiredBefore } from "../http/idempotency.ts";
import { dayStart } from "../rollups/activity.ts";
import { deleteActivityBefore } from "../store/activity.ts";
import type { Database } from "../store/db.ts";
import { deleteExpiredRecords } from "../store/expired-records.ts";
import { deleteMark } from "../store/rollups.ts";
import { makeLogDaysAhead } from "./log-days.ts";

const RECORDS_AT_A_TIME = 1_000;
const HOUR_MS = 3_600_000;

export interface Task {
  /** When it runs, as in a crontab, in UTC. */
  readonly when: string;
  run(database: Database, now: number): Promise<void>;
}

export const TASKS = {
  make_log_days: { when: "5 * * * *", run: makeLogDaysAhead },
  expire_idempotency: { when: "*/10 * * * *", run: expireRecords },
  tidy_rollups: {
    when: "20 * * * *",
    run: (database, now) => deleteActivityBefore(database, dayStart(now) - HOUR_MS),
  },
  /** What drifted is put right once a night. */
  recount_boards: {
    when: "30 3 * * *",
    async run(database) {
      await deleteMark(database, "most_consistent");
      await deleteMark(database, "gravestone_count");
    },
  },
} as const satisfies Readonly<Record<string, Task>>;

/** In small batches, so that no statement holds many rows. */
export async function expireRecords(database: Database, now: number): Promise<void> {
  const expiredAt = expiredBefore(now);
  while ((await deleteExpiredRecords(database, expiredAt, RECORDS_AT_A_TIME)) === RECORDS_AT_A_TIME);
}
