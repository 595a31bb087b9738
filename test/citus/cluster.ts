// Creates databases on a running Citus cluster, one per node, and connects them to each other.
import { readFileSync } from "node:fs";
import { Client } from "pg";

/** Address of a database on the coordinator that knows all nodes (pg_dist_node). If unset, tests run on a plain server. */
export const CITUS_URL = process.env["TEST_CITUS_URL"];

/** Enough for several shards per worker, and few enough to create a database in seconds. */
const SHARDS = 4;
const FILE = new URL("../../deploy/citus.sql", import.meta.url);

interface Node {
  readonly name: string;
  readonly port: number;
}

/** Returns the address of the database on every node, with the coordinator first. */
export async function nodesOf(url: string): Promise<readonly string[]> {
  const nodes = await asking<Node>(
    url,
    `SELECT nodename AS name, nodeport AS port FROM pg_dist_node WHERE isactive AND noderole = 'primary' ORDER BY groupid`,
  );
  return nodes.map((node) => on(url, node));
}

function on(url: string, { name, port }: Node): string {
  const there = new URL(url);
  there.hostname = name;
  there.port = String(port);
  return there.href;
}

async function asking<Row extends object>(url: string, sql: string, options = ""): Promise<readonly Row[]> {
  const client = new Client({ connectionString: url, options });
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

/** Connects the empty databases of a new cluster database to each other. */
export async function joinNodes(nodes: readonly string[], database: string): Promise<void> {
  const urls = nodes.map((url) => new URL(`/${database}`, url).href);
  const [coordinator = "", ...workers] = urls;
  await Promise.all(urls.map((url) => asking(url, "CREATE EXTENSION citus")));
  const place = (url: string): string => `'${new URL(url).hostname}', ${new URL(url).port || 5432}`;
  await asking(coordinator, `SELECT citus_set_coordinator_host(${place(coordinator)})`);
  for (const worker of workers) await asking(coordinator, `SELECT citus_add_node(${place(worker)})`);
}

/** Distributes the tables of a migrated database as an operator would, but over fewer shards by default. */
export async function distribute(coordinator: string, shards = SHARDS): Promise<void> {
  await asking(coordinator, readFileSync(FILE, "utf8"), `-c citus.shard_count=${shards}`);
}

/** Creates a database without tables on every node and connects them. Returns their addresses, the coordinator first. */
export async function makeClusterDatabase(cluster: string, name: string): Promise<readonly string[]> {
  const nodes = await nodesOf(cluster);
  await Promise.all(nodes.map((url) => asking(url, `CREATE DATABASE ${name}`)));
  await joinNodes(nodes, name);
  return nodes.map((url) => new URL(`/${name}`, url).href);
}

export async function dropClusterDatabase(cluster: string, name: string): Promise<void> {
  const sql = `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`;
  await Promise.all((await nodesOf(cluster)).map((url) => asking(url, sql, "-c lock_timeout=0")));
}

/** Keeps the Citus daemon out of a database, because PostgreSQL can only clone a database that has no connections. */
export function closedTo(name: string): string {
  return `ALTER DATABASE ${name} ALLOW_CONNECTIONS false;
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}'`;
}
