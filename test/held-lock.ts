// A transaction that holds rows while calls run into it, which makes races deterministic.
import { Client } from "pg";
import { SERVER_URL } from "./processes/databases.ts";
import type { House } from "./harness.ts";
import { until } from "./processes/own-redis.ts";

export interface Held {
  /** Runs a statement in the transaction, such as one that locks further rows. */
  run(text: string, values: readonly unknown[]): Promise<void>;
  /** Waits until so many others of this house wait for a lock. */
  untilWaiting(count: number): Promise<void>;
  /** Commits, and lets everybody go on. */
  release(): Promise<void>;
}

/** Begins with the statement given. When it is caught in a deadlock, the others are told so, not the test. */
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
