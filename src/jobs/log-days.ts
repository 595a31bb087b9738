// Partitions of the log are made ahead, so that no write ever finds its day missing.
import { makeLogDays } from "../store/care-log.ts";
import type { Database, Statement } from "../store/db.ts";

const DAYS_AHEAD = 8;
const LOCK: Statement = { name: "lock-log-days", text: "SELECT pg_advisory_xact_lock(7312046)" };
/** A new partition waits for readers of the log, and writers wait behind it: rather give up and come again. */
const LOCK_TIMEOUT: Statement = { name: "log-days-lock-timeout", text: "SET LOCAL lock_timeout = '3s'" };

/** Processes that start together wait for each other. */
export async function makeLogDaysAhead(database: Database, now: number): Promise<void> {
  await database.withTransaction(async (tx) => {
    await tx.query(LOCK_TIMEOUT, []);
    await tx.query(LOCK, []);
    await makeLogDays(tx, now, DAYS_AHEAD);
  });
}
