// Tests short reads that share a connection. Each read gets its own answer or error, and a stuck or lost connection delays no
// later read.
import { Client } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { SERVER_URL } from "../../../test/processes/databases.ts";
import { isUnavailable } from "./database-errors.ts";
import { Database } from "./db.ts";
import { int4, int8, statement, unread } from "./statement.ts";

const pid = { pid: int4 };
const WHO = statement({
  name: "test-who",
  params: {},
  row: pid,
  text: "SELECT pg_backend_pid() AS pid",
  isShort: true,
});
const DIVIDE = statement({
  name: "test-divide",
  params: { by: int4 },
  row: { quotient: int4, ...pid },
  text: "SELECT 840 / $by AS quotient, pg_backend_pid() AS pid",
  isShort: true,
});
const STUCK = statement({
  name: "test-stuck",
  params: { lock: int8 },
  row: { locked: unread },
  text: "SELECT pg_advisory_xact_lock_shared($lock) AS locked",
  isShort: true,
});
const MISSING = statement({
  name: "test-missing",
  params: {},
  row: {},
  text: "SELECT * FROM a_table_that_nobody_made",
  isShort: true,
});

const LOCK = 10_000_000_000 + process.pid;
const CONNECTIONS = 5;
const beside = new Client({ connectionString: SERVER_URL });
beforeAll(() => beside.connect());
afterAll(() => beside.end());

/** Returns the result or error of each read. */
function outcomes(reads: readonly Promise<unknown>[]): Promise<unknown[]> {
  return Promise.all(reads.map((read) => read.catch((error: unknown) => error)));
}

async function withDatabase(work: (database: Database) => Promise<void>): Promise<void> {
  const database = new Database(SERVER_URL, CONNECTIONS, () => {});
  await work(database).finally(() => database.close().catch(() => {}));
}

interface Stuck {
  /** One read on each shared connection, waiting for a lock. */
  readonly heads: Promise<unknown[]>;
  /** Two reads on each shared connection, queued after the first. */
  readonly behind: Promise<unknown[]>;
  readonly free: () => Promise<unknown>;
}

async function withStuckLanes(work: (database: Database, stuck: Stuck) => Promise<void>): Promise<void> {
  const free = () => beside.query("SELECT pg_advisory_unlock_all()");
  await withDatabase(async (database) => {
    await beside.query("SELECT pg_advisory_lock($1)", [LOCK]);
    const ask = (count: number, read: () => Promise<unknown>) => outcomes(Array.from({ length: count }, read));
    const heads = ask(2, () => database.query(STUCK, { lock: LOCK }));
    const behind = ask(4, () => database.query(WHO, {}));
    try {
      await expect.poll(waiting).toHaveLength(2);
      await work(database, { heads, behind, free });
    } finally {
      await free();
      await heads;
    }
  });
}

/** Returns the ids of the PostgreSQL processes that wait for the lock. */
async function waiting(): Promise<readonly number[]> {
  const { rows } = await beside.query<{ pid: number }>(
    "SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND NOT granted AND objid = ($1::bigint & 4294967295)::oid",
    [LOCK],
  );
  return rows.map((row) => row.pid);
}

function many<Result>(count: number, ask: (number: number) => Promise<Result>): Promise<Result[]> {
  return Promise.all(Array.from({ length: count }, (_, number) => ask(number)));
}

test("short reads share two connections, and other statements do not", async () => {
  await withDatabase(async (database) => {
    const short = await many(40, () => database.query(WHO, {}));
    expect(new Set(short.flat().map((row) => row.pid)).size).toBe(2);
    expect(database.connections).toMatchObject({ in_use: 0, idle: 2, waiting: 0 });
    const text = "SELECT pg_backend_pid() AS pid, pg_sleep(0.01)";
    const others = await many(CONNECTIONS, () => database.adHoc<{ pid: number }>(text));
    expect(new Set(others.flat().map((row) => row.pid)).size).toBe(CONNECTIONS);
  });
});

test("each read gets its own answer despite a failed neighbor", async () => {
  await withDatabase(async (database) => {
    const divisors = [1, 2, 0, 3, 4, 0, 5, 6, 7, 8];
    const answers = await Promise.allSettled(divisors.map((by) => database.query(DIVIDE, { by })));
    const quotients = answers.map((answer) => (answer.status === "fulfilled" ? answer.value[0]?.quotient : "refused"));
    expect(quotients).toEqual([840, 420, "refused", 280, 210, "refused", 168, 140, 120, 105]);
    const pids = answers.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : [])).map((row) => row.pid);
    const later = await many(4, () => database.query(WHO, {}));
    expect(new Set(later.flat().map((row) => row.pid))).toEqual(new Set(pids));
  });
});

test("concurrent reads of an invalid statement all get its error", async () => {
  await withDatabase(async (database) => {
    const failed = await many(6, () => database.query(MISSING, {}).catch((error: unknown) => error));
    for (const error of failed) expect(error).toMatchObject({ code: "42P01" });
    expect(isUnavailable(failed[0])).toBe(false);
  });
});

test("new reads avoid connections with a stuck read", async () => {
  await withStuckLanes(async (database, { behind, free }) => {
    const reads: Promise<unknown>[] = [];
    let answered = 0;
    const another = () => {
      reads.push(database.query(WHO, {}).then(() => (answered += 1)));
      return answered;
    };
    await expect.poll(another).toBeGreaterThan(0);
    expect(await waiting()).toHaveLength(2);
    await free();
    await Promise.all(reads);
    for (const each of await behind) expect(each).toHaveLength(1);
  });
});

test("a lost connection fails only the reads in progress on it", async () => {
  await withStuckLanes(async (database, { heads, behind }) => {
    await beside.query("SELECT pg_terminate_backend(pid) FROM unnest($1::integer[]) AS pid", [await waiting()]);
    for (const each of [...(await heads), ...(await behind)]) expect(isUnavailable(each)).toBe(true);
    expect(await database.query(WHO, {})).toHaveLength(1);
    expect(database.connections.in_use).toBe(0);
  });
});

test("reads queued after a canceled read still get their answers", async () => {
  await withStuckLanes(async (database, { heads, behind }) => {
    await beside.query("SELECT pg_cancel_backend(pid) FROM unnest($1::integer[]) AS pid", [await waiting()]);
    for (const each of await heads) expect(each).toMatchObject({ code: "57014" });
    for (const each of await behind) expect(each).toHaveLength(1);
    expect(await database.query(WHO, {})).toHaveLength(1);
    expect(database.connections.in_use).toBe(0);
  });
});

test("closing waits for reads in progress", async () => {
  await withStuckLanes(async (database, { heads, behind, free }) => {
    const closed = database.close();
    await free();
    await closed;
    for (const each of [...(await heads), ...(await behind)]) expect(each).toHaveLength(1);
  });
});

test("a failed connection rejects all reads that wait for it", async () => {
  const database = new Database("postgres://root@127.0.0.1:1/none", CONNECTIONS, () => {});
  const failed = await outcomes(Array.from({ length: 4 }, () => database.query(WHO, {})));
  expect(failed.map(isUnavailable)).toEqual([true, true, true, true]);
  await database.close();
});
