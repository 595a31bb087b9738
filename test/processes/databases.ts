// The PostgreSQL and the Redis of tests and measurements, unless the environment names others.
import { Client } from "pg";

/** A database from which others may be created. */
export const SERVER_URL = process.env["TEST_DATABASE_URL"] ?? "postgres://root@127.0.0.1:5432/postgres";
export const REDIS_URL = process.env["TEST_REDIS_URL"] ?? "redis://127.0.0.1:6379";

/** Runs a statement on a connection of its own. */
export async function onServer(sql: string, url = SERVER_URL): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(sql).finally(() => client.end());
}
