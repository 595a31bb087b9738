// The worker's statements take turns and rest, by the database's own clock.
import { afterAll, expect, test } from "vitest";
import { SERVER_URL } from "../../../test/databases.ts";
import { Stopping } from "../../platform/loop.ts";
import { Background } from "./throttled-db.ts";
import { Database } from "./db.ts";

const WORK_MS = 40;
const RESTS = 2;
/** PostgreSQL's clock and this process' timers are not the same. */
const ROUGHLY_MS = 5;

interface Span {
  readonly began: number;
  readonly ended: number;
}

const database = new Database(SERVER_URL, 4, () => {});
afterAll(() => database.close());

const SLOW = {
  name: "test-slow",
  text: `SELECT extract(epoch FROM statement_timestamp()) * 1000 AS began,
    (SELECT extract(epoch FROM clock_timestamp()) * 1000 FROM (SELECT pg_sleep($1)) slept) AS ended`,
};
const WRONG = { name: "test-wrong", text: "SELECT 1 / ($1 - $1::integer)" };

async function slow(background: Background): Promise<Span> {
  const [row] = await background.query<{ began: string; ended: string }>(SLOW, [WORK_MS / 1000]);
  return { began: Number(row?.began), ended: Number(row?.ended) };
}

function restsBetween(spans: readonly Span[]): readonly number[] {
  return spans.slice(1).map(({ began }, index) => began - (spans[index]?.ended ?? NaN));
}

test("statements that come together go one after the other, each after a rest", async () => {
  const background = new Background(database, RESTS);
  const spans = await Promise.all([slow(background), slow(background), slow(background)]);
  for (const rest of restsBetween(spans)) expect(rest).toBeGreaterThan(RESTS * WORK_MS - ROUGHLY_MS);
});

test("a transaction has one turn", async () => {
  const background = new Background(database, RESTS);
  const both = background.withTransaction(async (tx) => {
    const first = await tx.query<{ pid: number }>({ name: "test-pid", text: "SELECT pg_backend_pid() AS pid" }, []);
    await tx.query(SLOW, [WORK_MS / 1000]);
    const second = await tx.query<{ pid: number }>({ name: "test-pid", text: "SELECT pg_backend_pid() AS pid" }, []);
    const [{ now } = { now: NaN }] = await tx.query<{ now: number }>(
      { name: "test-now", text: "SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS now" },
      [],
    );
    expect(second).toEqual(first);
    return now;
  });
  const [ended, { began }] = await Promise.all([both, slow(background)]);
  expect(began - ended).toBeGreaterThan(RESTS * WORK_MS - ROUGHLY_MS);
});

test("one that fails says so, and the next has its turn", async () => {
  const background = new Background(database, RESTS);
  const failed = background.query(WRONG, [1]);
  const next = slow(background);
  await expect(failed).rejects.toThrow("division by zero");
  await expect(next).resolves.toHaveProperty("ended");
});

test("once it is closed the running statement ends, and those that wait or come later are refused", async () => {
  const background = new Background(database, RESTS);
  const both = Promise.allSettled([slow(background), slow(background)]);
  // The first has its turn.
  await new Promise((resolve) => setImmediate(resolve));
  background.close();
  const [running, waiting] = await both;
  expect(running.status).toBe("fulfilled");
  expect(waiting).toMatchObject({ status: "rejected", reason: expect.any(Stopping) });
  await expect(slow(background)).rejects.toThrow(Stopping);
});
