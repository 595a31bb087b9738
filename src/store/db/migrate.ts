// Applies the plain SQL files of migrations/ in order, then those of the job queue. Processes that start together wait
// for the one that holds the lock, and then find nothing left to do.
import { fileURLToPath } from "node:url";
import { runMigrations } from "graphile-worker";
import { runner } from "node-pg-migrate";

/** Where the job queue has its tables. */
export const QUEUE_SCHEMA = "graphile_worker";
export const MIGRATIONS = fileURLToPath(new URL("../../../migrations", import.meta.url));

/** The names of the migrations that were applied. Needs a connection without a pooler between. */
export async function migrate(databaseUrl: string): Promise<string[]> {
  const applied = await runner({
    databaseUrl,
    dir: MIGRATIONS,
    direction: "up",
    migrationsTable: "migrations",
    advisoryLockMode: "wait",
    logger: { debug() {}, info() {}, warn() {}, error: console.error },
  });
  await runMigrations({ connectionString: databaseUrl, schema: QUEUE_SCHEMA, noHandleSignals: true });
  return applied.map(({ name }) => name);
}
