// Applies the plain SQL files of migrations/ in order, then those of the job queue. Processes that start together wait
// for the one that holds the lock, and then find nothing left to do. Agents keep calling meanwhile: a migration waits
// only briefly for a table, because calls queue behind it, and is tried again when it does not get it.
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { runMigrations } from "graphile-worker";
import { PG_MIGRATE_LOCK_ID, runner } from "node-pg-migrate";
import { Client, DatabaseError } from "pg";
import type { DatabaseFunction } from "./database-function.ts";

/** Where the job queue has its tables. */
export const QUEUE_SCHEMA = "graphile_worker";
export const MIGRATIONS = fileURLToPath(new URL("../../../migrations", import.meta.url));
/** Shorter than PostgreSQL waits before it looks for deadlocks, so that it never ends a call instead. */
const LOCK_TIMEOUT_MS = 500;
const REST_MS = 250;
const MOST_TRIES = 160;
/** Lock not available, and deadlock. */
const LOCK_FAILURES: ReadonlySet<string | undefined> = new Set(["55P03", "40P01"]);

/**
 * The names of the migrations that were applied. Creates the functions that are missing, too: their names carry the hash of
 * their text, so one that is there is right, and the version before goes on calling its own. Needs a connection without a
 * pooler between.
 */
export async function migrate(databaseUrl: string, functions: readonly DatabaseFunction[]): Promise<string[]> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    // Held until the connection ends. The same lock as the runner's own, which older versions take.
    await client.query(`SELECT pg_advisory_lock(${PG_MIGRATE_LOCK_ID})`);
    const before = new Set(await appliedNames(client));
    await client.query(`SET lock_timeout = ${LOCK_TIMEOUT_MS}`);
    for (let tries = 1; !(await applyAll(client, tries === MOST_TRIES)); tries++) {
      await client.query("ROLLBACK");
      await sleep(REST_MS);
    }
    for (const { name, definition } of functions) {
      const { rows } = await client.query<{ missing: boolean }>("SELECT to_regproc($1) IS NULL AS missing", [name]);
      if (rows[0]?.missing === true) await client.query(definition);
    }
    const applied = (await appliedNames(client)).filter((name) => !before.has(name));
    await runMigrations({ connectionString: databaseUrl, schema: QUEUE_SCHEMA, noHandleSignals: true });
    return applied;
  } finally {
    await client.end();
  }
}

async function appliedNames(client: Client): Promise<readonly string[]> {
  const { rows } = await client.query<{ exists: boolean }>("SELECT to_regclass('migrations') IS NOT NULL AS exists");
  if (rows[0]?.exists !== true) return [];
  const found = await client.query<{ name: string }>("SELECT name FROM migrations ORDER BY id");
  return found.rows.map(({ name }) => name);
}

/** Whether all are applied now. A migration that did not get its locks has changed nothing; the last try throws. */
async function applyAll(client: Client, isLastTry: boolean): Promise<boolean> {
  let said = "";
  try {
    await runner({
      dbClient: client,
      noLock: true,
      dir: MIGRATIONS,
      direction: "up",
      migrationsTable: "migrations",
      logger: { debug() {}, info() {}, warn() {}, error: (message: string) => (said = message) },
    });
    return true;
  } catch (thrown) {
    if (!isLastTry && thrown instanceof DatabaseError && LOCK_FAILURES.has(thrown.code)) return false;
    console.error(said);
    throw thrown;
  }
}
