// Names the PostgreSQL and Redis for tests and measurements, unless the environment specifies others.
import { Client } from "pg";
import { CITUS_URL, nodesOf } from "../citus/cluster.ts";

/** Address of a maintenance database on a server without Citus, from which tests create others. */
export const PLAIN_URL = process.env["TEST_DATABASE_URL"] ?? "postgres://root@127.0.0.1:5432/postgres";
/** Address of the server on which tests create databases: the coordinator, if a cluster is configured. */
export const SERVER_URL = CITUS_URL ?? PLAIN_URL;
export const REDIS_URL = process.env["TEST_REDIS_URL"] ?? "redis://127.0.0.1:6379";

/** Returns the name prefix of the databases that tests clone from a template. */
export function testDatabases(template: string): string {
  return `${template}_test_`;
}

/** Disables the lock timeout, because creating or dropping a database waits until others are created or dropped. */
const PATIENT = { options: "-c lock_timeout=0" };

/** Returns SQL that lets commits return without waiting for the disk, because test data need not survive a crash. */
export function fleeting(database: string): string {
  return `ALTER DATABASE ${database} SET synchronous_commit = off`;
}

/**
 * Chooses how databases are copied. Writing the copy to the WAL takes three times as much CPU time as copying files. On a server
 * whose checkpoints wait for a disk, copying files is slower.
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

/** Runs a statement on a new connection. */
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

/** Drops every database whose name has this prefix. */
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
