// Creates partitions of the log in advance, so that no write finds its day missing.
import { DAY_MS } from "@denkeeper/rules/time/durations.ts";
import { lockLogDays, makeLogDays } from "../creatures/store/care-log.ts";
import type { Database } from "../../platform/database/db.ts";

const DAYS_AHEAD = 8;

/**
 * Uses one transaction per day, so that processes that start together wait only briefly. On many shards, creating a day takes a
 * second.
 */
export async function makeLogDaysAhead(database: Database, now: number): Promise<void> {
  for (let ahead = 0; ahead <= DAYS_AHEAD; ahead++) {
    await database.withTransaction(async (tx) => {
      await lockLogDays(tx);
      await makeLogDays(tx, now + ahead * DAY_MS, 0);
    });
  }
}
