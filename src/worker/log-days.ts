// Creates partitions of the log ahead of time, so no write finds its day missing.
import { lockLogDays, makeLogDays } from "../store/creatures/care-log.ts";
import type { Database } from "../store/db/db.ts";

const DAYS_AHEAD = 8;

/** Processes that start together wait for each other. */
export async function makeLogDaysAhead(database: Database, now: number): Promise<void> {
  await database.withTransaction(async (tx) => {
    await lockLogDays(tx);
    await makeLogDays(tx, now, DAYS_AHEAD);
  });
}
