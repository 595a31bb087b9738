// Tests that rate-limit windows are exact, shared through Redis, and continued by each process alone while Redis is down.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Redis } from "ioredis";
import { pino } from "pino";
import { OwnRedis, until } from "../../../test/processes/own-redis.ts";
import { RedisCluster } from "../../../test/processes/redis-cluster.ts";
import { unstalled } from "../../../test/unstalled.ts";
import { now } from "../../platform/clock.ts";
import type { Limit } from "../contract/contract.ts";
import type { LimitStatus } from "../message/request-context.ts";
import { RateLimiter, rateHeaders, retryAfterSeconds } from "./rate-limit.ts";

const LIMIT: Limit = { by: "ip", max: 5, windowSeconds: 60 };
/** Generous timeout for slow machines, where even a running Redis may answer late. */
const PATIENT_MS = 150_000;
/** Far less than the total if requests waited for a hanging Redis one after another. */
const MOST_WAIT_MS = 500;

let losses = 0;
const log = pino({ level: "warn" }, { write: () => void losses++ });
const open: RateLimiter[] = [];

interface Settings {
  readonly factor?: number;
  readonly deploymentId?: string;
  readonly timeoutMs?: number;
}

async function limiter(redisUrl: string | undefined, more: Settings = {}) {
  const made = new RateLimiter({ redisUrl, prefix: "test", factor: 1, deploymentId: "d1", log, ...more });
  open.push(made);
  await made.connect();
  return made;
}

/** Creates a limiter and waits until it shares its counts through Redis. */
async function sharing(redisUrl: string, more: Settings = {}): Promise<RateLimiter> {
  const made = await limiter(redisUrl, { timeoutMs: PATIENT_MS, ...more });
  await until(() => made.shared);
  return made;
}

let subjects = 0;
const somebody = (): string => `subject-${subjects++}`;

async function consume(on: RateLimiter, subject: string, limit = LIMIT): Promise<LimitStatus> {
  return on.consume("counter", limit, subject, now());
}

/** Consumes from several limiters in parallel and returns how many requests passed. */
async function passed(limiters: readonly RateLimiter[], subject: string, times: number): Promise<number> {
  const calls = Array.from({ length: times }, (_, index) =>
    consume(limiters[index % limiters.length] ?? fail(), subject),
  );
  return (await Promise.all(calls)).filter(({ exceeded }) => !exceeded).length;
}

/** Counts only attempts in which all limiters stayed connected, because a stalled machine may lose Redis. */
async function passedShared(limiters: readonly RateLimiter[], times: number): Promise<number> {
  for (let attempt = 0; attempt < 20; attempt++) {
    await until(() => limiters.every(({ shared }) => shared), PATIENT_MS);
    const before = losses;
    const count = await passed(limiters, somebody(), times);
    if (losses === before) return count;
  }
  throw new Error("Redis does not stay");
}

/** Returns how many count scripts a Redis server has run. */
async function tripsTo(url: string): Promise<number> {
  const client = new Redis(url);
  const stats = await client.info("commandstats");
  client.disconnect();
  return Number(/cmdstat_evalsha:calls=(\d+)/.exec(stats)?.[1] ?? 0);
}

function fail(): never {
  throw new Error("no limiter");
}

afterAll(async () => {
  for (const limiter_ of open) limiter_.close();
});

describe.each(["in memory", "in Redis"])("a window %s", (where) => {
  let redis: OwnRedis | undefined;
  const made = (more: Settings = {}) => (redis ? sharing(redis.url, more) : limiter(undefined, more));
  beforeAll(async () => {
    redis = where === "in Redis" ? await OwnRedis.start() : undefined;
  });
  afterAll(async () => redis?.kill());

  test("exactly the maximum passes, even under concurrent requests", async () => {
    const one = await made();
    expect(one.shared).toBe(where === "in Redis");
    expect(await passed([one], somebody(), 50)).toBe(5);
  });

  test("the remaining count stops at 0", async () => {
    const one = await made();
    const subject = somebody();
    const remaining: number[] = [];
    for (let count = 0; count < 7; count++) remaining.push((await consume(one, subject)).remaining);
    expect(remaining).toEqual([4, 3, 2, 1, 0, 0, 0]);
  });

  test("a request counts by its weight", async () => {
    const one = await made();
    const subject = somebody();
    const weighed = async (weight: number) => one.consume("counter", LIMIT, subject, now(), weight);
    expect((await weighed(4)).remaining).toBe(1);
    expect((await weighed(1)).exceeded).toBe(false);
    expect((await weighed(4)).exceeded).toBe(true);
  });

  test("a window starts with its first request and then expires", async () => {
    const one = await made();
    const subject = somebody();
    const short: Limit = { by: "ip", max: 1, windowSeconds: 2 };
    const asked = now();
    const first = await consume(one, subject, short);
    const second = await consume(one, subject, short);
    expect(second.exceeded).toBe(true);
    expect([1, 1000, 1001].map((leftMs) => retryAfterSeconds(second, second.resetsAt - leftMs))).toEqual([1, 1, 2]);
    const tookMs = now() - asked;
    for (const { resetsAt } of [first, second]) {
      expect(resetsAt).toBeGreaterThanOrEqual(asked + 2000 - 5);
      expect(resetsAt).toBeLessThanOrEqual(asked + 2000 + tookMs);
    }
    await until(() => now() > second.resetsAt + 20);
    expect((await consume(one, subject, short)).exceeded).toBe(false);
  });

  test("the factor scales the limit and its headers", async () => {
    const one = await made({ factor: 2.5 });
    const status = await consume(one, somebody());
    expect(rateHeaders(status)).toMatchObject({ "x-ratelimit-limit": "13", "x-ratelimit-remaining": "12" });
  });

  test("releasing restores a place, but never exceeds the maximum", async () => {
    const one = await made();
    const subject = somebody();
    const returnable: Limit = { ...LIMIT, others: 20 };
    const remaining = [(await consume(one, subject, returnable)).remaining];
    for (let count = 0; count < 2; count++) remaining.push((await consume(one, subject, returnable)).remaining);
    for (let count = 0; count < 2; count++) {
      remaining.push((await one.release("counter", returnable, subject, now())).remaining);
    }
    remaining.push((await consume(one, subject, returnable)).remaining);
    expect(remaining).toEqual([4, 3, 2, 3, 4, 3]);
    expect((await one.release("counter", returnable, somebody(), now())).remaining).toBe(5);
  });

  test("a per-deployment window starts again with each deployment", async () => {
    const subject = somebody();
    const perDeployment: Limit = { ...LIMIT, perDeployment: true };
    const one = await made();
    const other = await made({ deploymentId: "d2" });
    expect((await consume(one, subject, perDeployment)).remaining).toBe(4);
    expect((await consume(other, subject, perDeployment)).remaining).toBe(4);
    expect((await consume(one, subject, perDeployment)).remaining).toBe(3);
  });
});

describe("two processes", () => {
  let redis: OwnRedis;
  beforeAll(async () => {
    redis = await OwnRedis.start();
  });
  afterAll(async () => redis.kill());

  test("each process sees places that the other released", async () => {
    const [one, other] = [await sharing(redis.url), await sharing(redis.url)];
    const subject = somebody();
    const returnable: Limit = { ...LIMIT, others: 20 };
    for (let count = 0; count < 4; count++) await consume(other, subject, returnable);
    expect((await consume(one, subject, returnable)).remaining).toBe(0);
    for (let count = 0; count < 4; count++) await other.release("counter", returnable, subject, now());
    expect((await consume(one, subject, returnable)).remaining).toBe(3);
  });

  /** Asserts that at most one request waits for Redis, and that each limiter counts by itself. */
  async function expectAlone(both: readonly RateLimiter[]): Promise<void> {
    for (const one of both) {
      const subject = somebody();
      const { value: standings, ms } = await unstalled(async () => {
        const all: LimitStatus[] = [];
        for (let count = 0; count < 7; count++) all.push(await consume(one, subject));
        return all;
      });
      expect(ms).toBeLessThan(MOST_WAIT_MS);
      expect(standings.filter(({ exceeded }) => !exceeded)).toHaveLength(5);
      expect(one.shared).toBe(false);
    }
  }

  async function expectShared(both: readonly RateLimiter[]): Promise<void> {
    expect(await passedShared(both, 40)).toBe(5);
  }

  test("processes share windows, and count alone while Redis fails", async () => {
    const both = [await limiter(redis.url), await limiter(redis.url)];
    await expectShared(both);

    redis.freeze();
    await expectAlone(both);
    redis.thaw();
    await expectShared(both);

    await redis.kill();
    await expectAlone(both);
    await redis.run();
    await expectShared(both);
  });

  test("requests of one turn share a Redis call but keep their windows", async () => {
    const one = await sharing(redis.url);
    const asked = now();
    const lengths = Array.from({ length: 40 }, (_, index) => 60 + index);
    await consume(one, somebody());
    const before = await tripsTo(redis.url);
    const standings = await Promise.all(
      lengths.map((windowSeconds) => consume(one, somebody(), { ...LIMIT, windowSeconds })),
    );
    expect((await tripsTo(redis.url)) - before).toBe(1);
    const tookMs = now() - asked;
    for (const [index, { remaining, resetsAt }] of standings.entries()) {
      expect(remaining).toBe(4);
      expect(resetsAt - asked - 1000 * (60 + index)).toBeGreaterThanOrEqual(-5);
      expect(resetsAt - asked - 1000 * (60 + index)).toBeLessThanOrEqual(tookMs);
    }
  });

  test("requests beyond one script's limit are still counted", async () => {
    const one = await sharing(redis.url);
    const before = await tripsTo(redis.url);
    expect(await passed([one], somebody(), 450)).toBe(5);
    expect((await tripsTo(redis.url)) - before).toBe(3);
  });

  test("windows continue when Redis dies or returns empty", async () => {
    const [one, other] = [await sharing(redis.url), await sharing(redis.url)];
    const subject = somebody();
    expect((await consume(one, subject)).remaining).toBe(4);
    expect((await consume(other, subject)).remaining).toBe(3);
    const { resetsAt } = await consume(one, subject);

    await redis.kill();
    const alone = await consume(one, subject);
    expect(alone.remaining).toBe(1);
    // A new window would end up to a minute later.
    expect(Math.abs(alone.resetsAt - resetsAt)).toBeLessThan(5_000);

    await redis.run();
    await until(() => one.shared && other.shared);
    const back = await consume(one, subject);
    expect(back.remaining).toBe(0);
    expect(Math.abs(back.resetsAt - resetsAt)).toBeLessThan(5_000);
    expect((await consume(one, subject)).exceeded).toBe(true);
  });

  test("processes start without Redis, and share once it is up", async () => {
    await redis.kill();
    const both = [await limiter(redis.url), await limiter(redis.url)];
    await expectAlone(both);
    await redis.run();
    await expectShared(both);
  });

  test("processes start while Redis hangs, and share once it answers", async () => {
    redis.freeze();
    const both = [await limiter(redis.url), await limiter(redis.url)];
    await expectAlone(both);
    redis.thaw();
    await expectShared(both);
  });

  test("parallel requests wait for one timeout while Redis hangs", async () => {
    const one = await limiter(redis.url);
    redis.freeze();
    const { value, ms } = await unstalled(() => passed([one], somebody(), 200));
    expect(value).toBe(5);
    expect(ms).toBeLessThan(MOST_WAIT_MS);
    redis.thaw();
  });
});

describe("two processes with a cluster", () => {
  let cluster: RedisCluster;
  beforeAll(async () => {
    cluster = await RedisCluster.start();
  });
  afterAll(async () => cluster.stop());

  test("processes share windows on all nodes", async () => {
    const both = [await limiter(cluster.urls), await limiter(cluster.urls)];
    for (let count = 0; count < 30; count++) expect(await passedShared(both, 10)).toBe(5);
    for (const size of await cluster.sizes()) expect(size).toBeGreaterThan(0);
  });

  test("processes count alone while a node is down, then share again", async () => {
    const both = [await limiter(cluster.urls), await limiter(cluster.urls)];
    const [gone] = cluster.nodes;
    await gone?.kill();
    for (let count = 0; count < 10; count++) {
      const { ms } = await unstalled(() => Promise.all(both.map((one) => consume(one, somebody()))));
      expect(ms).toBeLessThan(MOST_WAIT_MS);
    }
    await until(async () => {
      for (const one of both) await consume(one, somebody());
      return both.every(({ shared }) => !shared);
    });
    await gone?.run();
    expect(await passedShared(both, 40)).toBe(5);
  });
});
