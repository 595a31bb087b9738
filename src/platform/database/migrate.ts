// Applies the plain SQL files of migrations/ in order, then those of the job queue. Processes that start together wait
// for the one that holds the lock, and then find nothing left to do. Agents keep calling in the meantime: a migration waits
// only briefly for a table, because calls queue behind it, and is tried again when it does not get it. Each commits alone, so
// that one that reads many rows does not hold the locks of those before it.
import { setTimeout as sleep } from "node:timers/promises";
import { runMigrations } from "graphile-worker";
import { Client, DatabaseError } from "pg";
import type { DatabaseFunction } from "./database-function.ts";
import {
  APPLIED,
  OtherDatabase,
  neededMigrations,
  otherMigration,
  type AppliedMigration,
  type Migration,
} from "./migrations.ts";

/** Where the job queue has its tables. */
export const QUEUE_SCHEMA = "graphile_worker";
const LOCK_ID = 7_241_865_325_823_964n;
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
    // Held until the connection ends.
    await client.query(`SELECT pg_advisory_lock(${LOCK_ID})`);
    await client.query(
      "CREATE TABLE IF NOT EXISTS migrations (name text PRIMARY KEY, digest text NOT NULL, run_on timestamptz NOT NULL)",
    );
    const missing = await missingMigrations(client);
    await client.query(`SET lock_timeout = ${LOCK_TIMEOUT_MS}`);
    for (const migration of missing) {
      for (let tries = 1; !(await apply(client, migration, tries === MOST_TRIES)); tries++) await sleep(REST_MS);
    }
    for (const { name, definition } of functions) {
      const { rows } = await client.query<{ missing: boolean }>("SELECT to_regproc($1) IS NULL AS missing", [name]);
      if (rows[0]?.missing === true) await client.query(definition);
    }
    await runMigrations({ connectionString: databaseUrl, schema: QUEUE_SCHEMA, noHandleSignals: true });
    return missing.map(({ name }) => name);
  } finally {
    await client.end();
  }
}

async function missingMigrations(client: Client): Promise<readonly Migration[]> {
  const { rows } = await client.query<{ applied: readonly AppliedMigration[] }>(`SELECT ${APPLIED} AS applied`);
  const [{ applied } = { applied: [] }] = rows;
  const needed = neededMigrations();
  const other = otherMigration(applied, needed);
  if (other !== undefined) throw new OtherDatabase(other, needed);
  return needed.slice(applied.length);
}

/** Whether it is applied now: one that did not get its locks has changed nothing. The last try throws. */
async function apply(client: Client, { name, digest, sql }: Migration, isLastTry: boolean): Promise<boolean> {
  try {
    await client.query("BEGIN");
    await client.query(sql);
    await client.query("INSERT INTO migrations (name, digest, run_on) VALUES ($1, $2, now())", [name, digest]);
    await client.query("COMMIT");
    return true;
  } catch (thrown) {
    await client.query("ROLLBACK");
    if (!isLastTry && thrown instanceof DatabaseError && LOCK_FAILURES.has(thrown.code)) return false;
    throw thrown;
  }
}
