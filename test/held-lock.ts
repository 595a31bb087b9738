// Holds row locks in a transaction while calls run into them, which makes races deterministic.
import { Client } from "pg";
import { SERVER_URL } from "./processes/databases.ts";
import type { House } from "./harness.ts";
import { until } from "./processes/own-redis.ts";

export interface Held {
  /** Runs a statement in the transaction, such as one that locks further rows. */
  run(text: string, values: readonly unknown[]): Promise<void>;
  /** Waits until this many other sessions of the house wait for a lock. */
  untilWaiting(count: number): Promise<void>;
  /** Commits, which releases the lock. */
  release(): Promise<void>;
}

/**
 * Starts a transaction with this statement. In a deadlock, PostgreSQL aborts the other session, because the test's deadlock
 * timeout is longer.
 */
export async function holding(house: House, text: string, values: readonly unknown[]): Promise<Held> {
  const client = new Client({ connectionString: new URL(`/${house.database}`, SERVER_URL).href });
  await client.connect();
  await client.query("SET deadlock_timeout = '1min'");
  await client.query("BEGIN");
  await client.query(text, [...values]);
  const waiting =
    "SELECT count(*)::integer AS count FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = $1";
  const { database } = house.app.services;
  return {
    async run(more, given) {
      await client.query(more, [...given]);
    },
    untilWaiting: (count) =>
      until(async () => {
        const [row] = await database.adHoc<{ count: number }>(waiting, [house.database]);
        return (row?.count ?? 0) >= count;
      }),
    async release() {
      await client.query("COMMIT");
      await client.end();
    },
  };
}
