// Applies the SQL files of migrations/ in order, then those of the job queue. Of several processes that start together, one holds
// the lock and the others find nothing left to do. A migration waits only briefly for a table, because agents' calls queue behind
// it, and is then retried. Each migration commits alone, so that a long one does not hold earlier locks.
import { setTimeout as sleep } from "node:timers/promises";
import { runMigrations } from "graphile-worker";
import { Client, DatabaseError } from "pg";
import type { DatabaseFunction } from "./database-function.ts";
import { openPool } from "./db.ts";
import { ignoreLoss } from "./ignore-loss.ts";
import {
  APPLIED,
  OtherDatabase,
  neededMigrations,
  otherMigration,
  type AppliedMigration,
  type Migration,
} from "./migrations.ts";

export const QUEUE_SCHEMA = "graphile_worker";
const LOCK_ID = 7_241_865_325_823_964n;
/** Stays below PostgreSQL's deadlock timeout, so that a deadlock aborts the migration rather than a call. */
const LOCK_TIMEOUT_MS = 500;
const REST_MS = 250;
const MOST_TRIES = 160;
/** Error codes for an unavailable lock and for a deadlock. */
const LOCK_FAILURES: ReadonlySet<string | undefined> = new Set(["55P03", "40P01"]);

/**
 * Applies the missing migrations and returns their names. Also creates missing functions. Their names contain a hash of their
 * text, so an existing function is always correct and older versions keep theirs. Requires a connection without a pooler.
 */
export async function migrate(databaseUrl: string, functions: readonly DatabaseFunction[]): Promise<string[]> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    // The lock is released when the connection closes.
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
    await migrateQueue(databaseUrl);
    return missing.map(({ name }) => name);
  } finally {
    await client.end();
  }
}

async function migrateQueue(databaseUrl: string): Promise<void> {
  const pgPool = openPool({ connectionString: databaseUrl, options: "", max: 1 }, ignoreLoss);
  try {
    await runMigrations({ pgPool, schema: QUEUE_SCHEMA, noHandleSignals: true });
  } finally {
    await pgPool.end();
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

/** Returns false if the migration did not acquire its locks and changed nothing. The last attempt throws instead. */
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
