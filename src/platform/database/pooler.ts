// Detects a pooler in front of PostgreSQL, and whether the service works with it. In transaction mode, a connection changes hands
// between transactions. PgBouncer before 1.21 then loses prepared statements, and calls fail at random under load.
import { randomUUID } from "node:crypto";
import { Client } from "pg";
import { driverQueryOf } from "./db.ts";
import { ignoreLoss } from "./ignore-loss.ts";
import { bool, int4, statement } from "./statement.ts";

export interface Pooler {
  /** Version such as 1.18.0; undefined unless our user may query PgBouncer's console. */
  readonly version: string | undefined;
  /** True if a connection changed hands between transactions. */
  readonly changesHands: boolean;
  /** True if prepared statements belong to the client that prepared them. */
  readonly keepsStatements: boolean;
}

const CONNECT_MS = 5_000;
const QUERY_MS = 5_000;
const FIRST_MINOR = 21;

/** Sent under a new name each time, because an old pooler leaves the statement on a connection that others use. */
const FIND_BACKEND = statement({
  name: "find-backend",
  params: {},
  row: { pid: int4, isNamed: bool },
  text: `SELECT pg_backend_pid() AS pid,
    EXISTS (SELECT FROM pg_prepared_statements WHERE name LIKE 'find-backend-%') AS "isNamed"`,
});

interface Backend {
  readonly pid: number;
  /** True if PostgreSQL has the statement under our name. A pooler that separates statements renames them. */
  readonly isNamed: boolean;
}

async function backendOf(client: Client): Promise<Backend> {
  const { rows } = await client.query<Backend>({
    ...driverQueryOf(FIND_BACKEND, {}),
    name: `find-backend-${randomUUID()}`,
  });
  const [backend] = rows;
  if (backend === undefined) throw new Error("PostgreSQL returned no row");
  return backend;
}

async function withClient<Result>(url: string, work: (client: Client) => Promise<Result>): Promise<Result> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: CONNECT_MS, query_timeout: QUERY_MS });
  client.on("error", ignoreLoss);
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end().catch(() => {});
  }
}

/** Returns undefined if the address leads directly to PostgreSQL. Rejects if the address does not answer. */
export async function findPooler(url: string): Promise<Pooler | undefined> {
  const found = await withClient(url, async (first) => {
    const backend = await backendOf(first);
    // PostgreSQL sends its real process id on connecting. A pooler sends an invented one.
    const announcedPid: unknown = Reflect.get(first, "processID");
    if (announcedPid === backend.pid) return undefined;
    const other = await withClient(url, backendOf);
    const again = await backendOf(first);
    const changesHands = other.pid === backend.pid || again.pid !== backend.pid;
    return { changesHands, keepsStatements: !backend.isNamed || !changesHands };
  });
  return found && { ...found, version: await versionAt(url) };
}

async function versionAt(url: string): Promise<string | undefined> {
  const console = new URL(url);
  console.pathname = "/pgbouncer";
  try {
    return await withClient(console.href, async (client) => {
      const { rows } = await client.query<{ readonly version: string }>("SHOW VERSION");
      return /(\d+\.\d+(?:\.\d+)?)/.exec(rows[0]?.version ?? "")?.[1];
    });
  } catch {
    // Most users may not query PgBouncer's console.
    return undefined;
  }
}

const NEEDED = "Use PgBouncer 1.21 or newer with max_prepared_statements = 400, or connect to PostgreSQL directly.";

/** Returns the reason why the service cannot run behind a pooler, if any. The text follows the setting's name. */
export function poolerFault({ version, keepsStatements }: Pooler): string | undefined {
  const [major = 0, minor = 0] = (version ?? "").split(".").map(Number);
  if (version !== undefined && major === 1 && minor < FIRST_MINOR) {
    return `leads to PgBouncer ${version}, which gives prepared statements of one client to others. ${NEEDED}`;
  }
  if (keepsStatements) return undefined;
  const name = version === undefined ? "a pooler" : `PgBouncer ${version}`;
  return `leads to ${name} that gives prepared statements of one client to others. ${NEEDED}`;
}
