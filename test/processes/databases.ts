// The PostgreSQL and the Redis of tests and measurements, unless the environment names others.
import { Client } from "pg";
import { CITUS_URL, nodesOf } from "../citus/cluster.ts";

/** A database from which others may be created, on a server without Citus. */
export const PLAIN_URL = process.env["TEST_DATABASE_URL"] ?? "postgres://root@127.0.0.1:5432/postgres";
/** Server on which tests create databases: the coordinator, when a cluster is named. */
export const SERVER_URL = CITUS_URL ?? PLAIN_URL;
export const REDIS_URL = process.env["TEST_REDIS_URL"] ?? "redis://127.0.0.1:6379";

/** How the names of the databases begin that tests clone from a template. */
export function testDatabases(template: string): string {
  return `${template}_test_`;
}

/** A database waits for others that are made or dropped at the same time. */
const PATIENT = { options: "-c lock_timeout=0" };

/** For a database that need not outlive a crash of its server: a commit waits for no disk. */
export function fleeting(database: string): string {
  return `ALTER DATABASE ${database} SET synchronous_commit = off`;
}

/**
 * How a database is copied. Writing the copy to the log takes three times as much processor time as copying the files, but on a
 * server whose checkpoints wait for a disk, copied files do.
 */
export async function copyStrategy(): Promise<"FILE_COPY" | "WAL_LOG"> {
  const client = new Client({ connectionString: SERVER_URL });
  await client.connect();
  try {
    const { rows } = await client.query<{ readonly fsync: string }>("SHOW fsync");
    return rows[0]?.fsync === "off" ? "FILE_COPY" : "WAL_LOG";
  } finally {
    await client.end();
  }
}

/** Runs a statement on a connection of its own. */
export async function onServer(sql: string, url = SERVER_URL): Promise<void> {
  await inTurn([sql], url);
}

/** Runs statements one by one on the server, or on every node of the cluster. */
export async function onServers(...statements: readonly string[]): Promise<void> {
  await Promise.all((await servers()).map((url) => inTurn(statements, url)));
}

async function inTurn(statements: readonly string[], url: string): Promise<void> {
  const client = new Client({ connectionString: url, ...PATIENT });
  await client.connect();
  try {
    for (const sql of statements) await client.query(sql);
  } finally {
    await client.end();
  }
}

async function servers(): Promise<readonly string[]> {
  return CITUS_URL === undefined ? [PLAIN_URL] : nodesOf(CITUS_URL);
}

/** Drops every database whose name begins so. */
export async function dropDatabases(prefix: string): Promise<void> {
  await Promise.all((await servers()).map((url) => dropThere(prefix, url)));
}

async function dropThere(prefix: string, url: string): Promise<void> {
  const client = new Client({ connectionString: url, ...PATIENT });
  await client.connect();
  try {
    const text = "SELECT datname FROM pg_database WHERE starts_with(datname::text, $1)";
    const { rows } = await client.query<{ readonly datname: string }>(text, [prefix]);
    for (const { datname } of rows) await client.query(`DROP DATABASE IF EXISTS ${datname} WITH (FORCE)`);
  } finally {
    await client.end();
  }
}
