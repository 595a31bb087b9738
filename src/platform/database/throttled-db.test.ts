// Tests that statements run one at a time with a pause after each, measured by the database's clock.
import { afterAll, expect, test } from "vitest";
import { SERVER_URL } from "../../../test/processes/databases.ts";
import { LoopStopped } from "../loop.ts";
import { ThrottledDb } from "./throttled-db.ts";
import { Database } from "./db.ts";
import { FOUND, float8, int4, statement } from "./statement.ts";

const WORK_MS = 40;
const PAUSE_FACTOR = 2;
/** Tolerance for the difference between PostgreSQL's clock and this process's timers. */
const ROUGHLY_MS = 5;

interface Span {
  readonly began: number;
  readonly ended: number;
}

const database = new Database(SERVER_URL, 4, () => {});
afterAll(() => database.close());

const SLOW = statement({
  name: "test-slow",
  params: { seconds: float8 },
  row: { began: float8, ended: float8 },
  text: `SELECT (extract(epoch FROM statement_timestamp()) * 1000)::float8 AS began,
    (SELECT extract(epoch FROM clock_timestamp()) * 1000 FROM (SELECT pg_sleep($seconds)) slept)::float8 AS ended`,
});
const WRONG = statement({
  name: "test-wrong",
  params: { one: int4 },
  row: FOUND,
  text: "SELECT 1 / ($one - $one::integer)",
});
const PID = statement({ name: "test-pid", params: {}, row: { pid: int4 }, text: "SELECT pg_backend_pid() AS pid" });
const NOW = statement({
  name: "test-now",
  params: {},
  row: { now: float8 },
  text: "SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS now",
});

async function slow(throttled: ThrottledDb): Promise<Span> {
  const [row] = await throttled.query(SLOW, { seconds: WORK_MS / 1000 });
  return row ?? { began: NaN, ended: NaN };
}

function pausesBetween(spans: readonly Span[]): readonly number[] {
  return spans.slice(1).map(({ began }, index) => began - (spans[index]?.ended ?? NaN));
}

test("concurrent statements run one after the other with pauses", async () => {
  const throttled = new ThrottledDb(database, PAUSE_FACTOR);
  const spans = await Promise.all([slow(throttled), slow(throttled), slow(throttled)]);
  for (const pause of pausesBetween(spans)) expect(pause).toBeGreaterThan(PAUSE_FACTOR * WORK_MS - ROUGHLY_MS);
});

test("a transaction counts as one statement", async () => {
  const throttled = new ThrottledDb(database, PAUSE_FACTOR);
  const both = throttled.withTransaction(async (tx) => {
    const first = await tx.query(PID, {});
    await tx.query(SLOW, { seconds: WORK_MS / 1000 });
    const second = await tx.query(PID, {});
    const [{ now } = { now: NaN }] = await tx.query(NOW, {});
    expect(second).toEqual(first);
    return now;
  });
  const [ended, { began }] = await Promise.all([both, slow(throttled)]);
  expect(began - ended).toBeGreaterThan(PAUSE_FACTOR * WORK_MS - ROUGHLY_MS);
});

test("a failed statement rejects, and the next one runs", async () => {
  const throttled = new ThrottledDb(database, PAUSE_FACTOR);
  const failed = throttled.query(WRONG, { one: 1 });
  const next = slow(throttled);
  await expect(failed).rejects.toThrow("division by zero");
  await expect(next).resolves.toHaveProperty("ended");
});

test("closing finishes the running statement and rejects all others", async () => {
  const throttled = new ThrottledDb(database, PAUSE_FACTOR);
  const both = Promise.allSettled([slow(throttled), slow(throttled)]);
  // Waits until the first statement has started.
  await new Promise((resolve) => setImmediate(resolve));
  throttled.close();
  const [running, waiting] = await both;
  expect(running.status).toBe("fulfilled");
  expect(waiting).toMatchObject({ status: "rejected", reason: expect.any(LoopStopped) });
  await expect(slow(throttled)).rejects.toThrow(LoopStopped);
});
