// Tests that no caller can occupy all slots (ROOM-4).
import { until } from "../../../test/processes/own-redis.ts";
import { connect } from "node:net";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { beforeEach, describe, expect, test } from "vitest";
import { houseForFile } from "../../../test/harness.ts";
import { hashOfKey, newKey } from "../../platform/identity/api-key.ts";
import type { Slot } from "../../platform/slot.ts";
import { ConcurrencyLimiter, type RequestTurn } from "./concurrency-limiter.ts";
import { lanesOf, type LaneName } from "./lanes.ts";

const SLOTS = 16;
const ADA: LaneName = { kind: "key", name: "ada" };
/** A lane with one free slot after `fill`. */
const RUN: LaneName = { kind: "key", name: "run" };
const FILLED = 3;
const HOME: LaneName = { kind: "address", name: "10.0.0.1" };

let now = 0;
let concurrency: ConcurrencyLimiter;
let started: string[] = [];
let slots = new Map<string, Slot>();
let turns = new Map<string, RequestTurn>();
let gone = new Set<string>();
beforeEach(() => {
  now = 0;
  concurrency = new ConcurrencyLimiter(SLOTS, () => now);
  [started, slots, turns, gone] = [[], new Map(), new Map(), new Set()];
});

/** Returns the reason for a rejection, or undefined if the call runs or waits. */
function send(name: string, lanes: readonly LaneName[]): string | undefined {
  const turn = concurrency.turnOf(lanes);
  const rejection = turn.rejection();
  if (rejection !== undefined) return rejection.reason;
  turns.set(name, turn);
  const request = {};
  const start = (): void => {
    started.push(name);
    slots.set(name, concurrency.acquire(undefined, request));
  };
  concurrency.admit(start, () => gone.has(name), turn, request);
  return undefined;
}

function sendMany(count: number, of: string, lanes: readonly LaneName[]): readonly (string | undefined)[] {
  return Array.from({ length: count }, (_, nth) => send(`${of}${nth}`, lanes));
}

/** Fills all but one slot of the RUN lane. */
function fill(): void {
  sendMany(FILLED, "filled", [RUN]);
  started = [];
}

function end(name: string): void {
  slots.get(name)?.release();
}

describe("lanes", () => {
  test("ROOM-4: a key has four slots, and an address without keys eight", () => {
    sendMany(10, "ada", [ADA]);
    expect([started.length, concurrency.running, concurrency.queued]).toEqual([4, 4, 0]);
    sendMany(10, "home", [HOME]);
    expect([started.length, concurrency.running, concurrency.queued]).toEqual([12, 12, 0]);
    // Another caller starts immediately, however many calls wait in other lanes.
    send("bob", [{ kind: "key", name: "bob" }]);
    expect(started.at(-1)).toBe("bob");
  });

  test("a lane starts waiting calls in order, skipping disconnected clients", () => {
    fill();
    sendMany(5, "run", [RUN]);
    gone.add("run2");
    for (const name of ["run0", "run1", "run3", "run4"]) {
      expect(started.at(-1)).toBe(name);
      end(name);
    }
    expect(started).toEqual(["run0", "run1", "run3", "run4"]);
    expect(concurrency.running).toBe(FILLED);
  });

  test("a full or stuck lane rejects only its own calls", () => {
    fill();
    expect(sendMany(101, "run", [RUN])).toEqual(Array.from({ length: 101 }, () => undefined));
    expect(send("run101", [RUN])).toBe("crowded");
    expect(send("ada", [ADA])).toBeUndefined();
    end("run0");
    expect(send("run102", [RUN])).toBeUndefined();
    now = 2_500;
    end("run1");
    expect(send("run103", [RUN])).toBe("crowded");
    expect(send("other", [{ kind: "key", name: "other" }])).toBeUndefined();
  });

  test("an unproven key also occupies its address's lane", () => {
    const keys = Array.from({ length: 9 }, (_, nth) => ({ kind: "key", name: `made-up-${nth}` }) as const);
    for (const [nth, key] of keys.entries()) send(`call${nth}`, [key, HOME]);
    expect(started).toHaveLength(8);
    slots.get("call0")?.proven();
    expect(started.at(-1)).toBe("call8");
    // A proven call still occupies its key's lane.
    sendMany(4, "again", [keys[0] ?? ADA]);
    expect(started.filter((name) => name.startsWith("again"))).toHaveLength(3);
  });

  test("a call that lent its slot waits for another", async () => {
    fill();
    sendMany(2, "run", [RUN]);
    const { promise: slow, resolve } = Promise.withResolvers<void>();
    const waiting = slots.get("run0")?.aside(() => slow);
    expect(started).toEqual(["run0", "run1"]);
    resolve();
    await sleep(0);
    expect(concurrency.running).toBe(FILLED + 1);
    end("run1");
    await waiting;
    expect(concurrency.running).toBe(FILLED + 1);
    end("run0");
    expect(send("run2", [RUN])).toBeUndefined();
    expect(started.at(-1)).toBe("run2");
  });

  test("a call keeps its key's lane while it receives its body", async () => {
    fill();
    send("run0", [RUN, HOME]);
    sendMany(2, "next", [RUN]);
    const { promise: body, resolve } = Promise.withResolvers<void>();
    const receiving = slots.get("run0")?.outside(() => body);
    sendMany(8, "home", [HOME]);
    expect([started.filter((name) => name.startsWith("home")).length, concurrency.running]).toEqual([8, FILLED + 8]);
    resolve();
    await sleep(0);
    end("home0");
    await receiving;
    expect(concurrency.running).toBe(FILLED + 8);
    const resting = slots.get("run0")?.resting(async () => sleep(0));
    expect(concurrency.running).toBe(FILLED + 7);
    await resting;
    expect(started).not.toContain("next0");
    end("run0");
    expect(started.at(-1)).toBe("next0");
  });

  test("a disconnected request leaves its lanes even without a slot", () => {
    fill();
    const turn = concurrency.turnOf([RUN]);
    concurrency.admit(
      () => {},
      () => false,
      turn,
    );
    send("run1", [RUN]);
    expect(started).toEqual([]);
    turn.end();
    expect(started).toEqual(["run1"]);
    // A closed connection does not free the lanes of a request that is still running.
    turns.get("run1")?.end();
    send("run2", [RUN]);
    expect(started).toEqual(["run1"]);
  });

  test("the address's lane is used only without a known key", () => {
    const key = newKey("0190a8a0-0000-7000-8000-000000000000");
    const headers = { authorization: `Bearer ${key}` };
    const name = hashOfKey(key).toString("latin1");
    const address = (): string => "10.0.0.1";
    expect(lanesOf({}, { isKnown: () => true }, address)).toEqual([HOME]);
    expect(lanesOf(headers, { isKnown: () => false }, address)).toEqual([{ kind: "key", name }, HOME]);
    expect(lanesOf(headers, { isKnown: () => true }, address)).toEqual([{ kind: "key", name }]);
    expect(lanesOf({ "x-api-key": key }, { isKnown: () => true }, address)).toEqual([{ kind: "key", name }]);
  });
});

const house = await houseForFile({ env: { TRUST_PROXY: "1", RATE_LIMIT_FACTOR: "1000" } });
const { concurrency: running } = house.app.services;

/** Locks the table that every key check reads, so that keyed calls stay in progress. */
async function holdingAgents(): Promise<() => Promise<void>> {
  const client = new Client({ connectionString: house.app.services.config.databaseUrl });
  await client.connect();
  await client.query("BEGIN; LOCK TABLE agents IN ACCESS EXCLUSIVE MODE");
  return async () => {
    await client.query("COMMIT");
    await client.end();
  };
}

describe("lanes over HTTP", () => {
  test("a known key holds four slots, forged keys share eight", async () => {
    const me = await house.register();
    await me.call("GET", "/api/house/credits");
    const letGo = await holdingAgents();
    const mine = Array.from({ length: 12 }, () => me.call("GET", "/api/house/credits"));
    await until(() => running.running === 4);
    await sleep(100);
    expect(running.running).toBe(4);
    const forged = (from: string) =>
      Array.from({ length: 12 }, async () =>
        house.call("GET", "/api/house/credits", undefined, {
          authorization: `Bearer ${newKey(crypto.randomUUID())}`,
          "x-forwarded-for": from,
        }),
      );
    const one = forged("10.0.0.1");
    await until(() => running.running === 12);
    await sleep(100);
    expect(running.running).toBe(12);
    const other = forged("10.0.0.2");
    await until(() => running.running === 20);
    await letGo();
    for (const { status } of await Promise.all(mine)) expect(status).toBe(200);
    for (const { status } of await Promise.all([...one, ...other])) expect(status).toBe(401);
    expect(running.running).toBe(0);
  });

  test("too many concurrent calls of one key get a 503 with Retry-After", async () => {
    const me = await house.register();
    await me.call("GET", "/api/house/credits");
    const letGo = await holdingAgents();
    const calls = Array.from({ length: 107 }, () => me.call("GET", "/api/house/credits"));
    const [refused] = await Promise.all([Promise.race(calls), until(() => running.running === 4)]);
    expect([refused.status, refused.json.code]).toEqual([503, "busy"]);
    expect(refused.json.suggestion).toMatch(/^Too many of your calls are under way: make fewer at a time\. /);
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
    await letGo();
    const statuses = (await Promise.all(calls)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 503)).toHaveLength(3);
    expect(statuses.filter((status) => status === 200)).toHaveLength(104);
  });

  test("a request with a malformed URL occupies no lane", async () => {
    for (let nth = 0; nth < 20; nth++) {
      const socket = connect(Number(new URL(house.url).port), "127.0.0.1");
      socket.write("GET http://[ HTTP/1.1\r\nhost: x\r\n\r\n");
      await once(socket, "data");
      socket.destroy();
    }
    await until(async () => (await house.call("GET", "/api/health")).status === 200);
  });
});
