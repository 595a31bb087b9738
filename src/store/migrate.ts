// Brings the database to the newest shape: plain SQL files of migrations/, in order. Replicas that start together wait
// for the one that holds the lock, and then find nothing left to do.
import { fileURLToPath } from "node:url";
import { runner } from "node-pg-migrate";

const MIGRATIONS = fileURLToPath(new URL("../../migrations", import.meta.url));

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
  return applied.map(({ name }) => name);
}
