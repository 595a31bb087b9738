// Fixed-window rate limits, shared by all processes through Redis. If Redis fails or hangs, each process immediately
// counts alone from where its windows stood, and shares again after a successful probe. No request waits for Redis
// longer than one timeout.
import type { Millis, RealInstant, Seconds } from "@denkeeper/rules/time/units.ts";
import { DAY_MS } from "@denkeeper/rules/time/durations.ts";
import { hash } from "node:crypto";
import { Redis } from "ioredis";
import type { Logger } from "pino";
import { isTracing, traced } from "../../platform/observability/traces.ts";
import { scaledMax, type Limit } from "../contract/contract.ts";
import type { LimitStatus } from "../message/request-context.ts";
import { ping, redisAt, type AnyRedis } from "../../platform/redis.ts";
import { LocalWindows, type CountedWindow } from "../../platform/local-windows.ts";

const DAILY: Limit = { by: "ip", max: 1, windowSeconds: DAY_MS / 1000 };
const COMMAND_TIMEOUT_MS = 100;
const PROBE_EVERY_MS = 250;
const FIRST_CONNECTION_MS = 1_000;

/** A longer script would keep Redis from other processes for more than a moment. */
const MOST_IN_A_TRIP = 200;

/** A window starts with its first request. Later ones do not move its end, and a counter that has lost its end gets one. */
const COUNT = `local standings = {}
for i, key in ipairs(KEYS) do
  local count = redis.call("INCRBY", key, ARGV[#KEYS + i])
  local left = redis.call("PTTL", key)
  if left < 0 then
    left = tonumber(ARGV[i])
    redis.call("PEXPIRE", key, left)
  end
  standings[2 * i - 1] = count
  standings[2 * i] = left
end
return standings`;
const COUNT_SHA = hash("sha1", COUNT);

/** A window that has ended in between stays ended. */
const GIVE_BACK = `if redis.call("EXISTS", KEYS[1]) == 0 then return 0 end return redis.call("DECR", KEYS[1])`;

interface WindowHit {
  readonly count: number;
  readonly leftMs: Millis;
}

interface PendingHit {
  readonly key: string;
  readonly windowMs: Millis;
  readonly weight: number;
  readonly resolve: (counted: WindowHit) => void;
  readonly reject: (reason: unknown) => void;
}

/**
 * Windows in Redis. The requests of one turn of the event loop are counted in one trip: what a trip costs this process is
 * mostly the write that wakes Redis, whatever it carries.
 */
class RedisWindows {
  readonly #redis: AnyRedis;
  readonly #timeoutMs: Millis;
  #waiting: PendingHit[] = [];

  constructor(redis: AnyRedis, timeoutMs: Millis) {
    this.#redis = redis;
    this.#timeoutMs = timeoutMs;
  }

  async hit(key: string, windowMs: Millis, weight: number): Promise<WindowHit> {
    const { promise, resolve, reject } = Promise.withResolvers<WindowHit>();
    if (this.#waiting.push({ key, windowMs, weight, resolve, reject }) === 1) setImmediate(() => this.#countWaiting());
    return promise;
  }

  /** How many are left in the window. */
  async giveBack(key: string): Promise<number> {
    return Number(await this.#inTime(this.#redis.eval(GIVE_BACK, 1, key)));
  }

  /** Rejects when Redis cannot be asked. */
  async probe(): Promise<void> {
    await this.#inTime(ping(this.#redis));
  }

  #countWaiting(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    // The keys of a cluster lie on different nodes, and no script may touch two of them.
    const most = this.#redis instanceof Redis ? MOST_IN_A_TRIP : 1;
    for (let from = 0; from < waiting.length; from += most) void this.#count(waiting.slice(from, from + most));
  }

  async #count(waiting: readonly PendingHit[]): Promise<void> {
    try {
      const keys = waiting.map(({ key }) => key);
      const values = [...waiting.map(({ windowMs }) => windowMs), ...waiting.map(({ weight }) => weight)];
      const standings = await this.#inTime(this.#run([...keys, ...values], keys.length));
      if (!Array.isArray(standings) || standings.length !== 2 * keys.length) throw new Error("Redis gave no reply");
      for (const [index, { resolve }] of waiting.entries()) {
        resolve({ count: Number(standings[2 * index]), leftMs: Number(standings[2 * index + 1]) });
      }
    } catch (thrown) {
      for (const { reject } of waiting) reject(thrown);
    }
  }

  /** Redis knows a script by its hash once it has seen it, until it restarts. */
  async #run(values: readonly (string | number)[], keys: number): Promise<unknown> {
    return this.#redis.evalsha(COUNT_SHA, keys, ...values).catch((thrown: unknown) => {
      if (!(thrown instanceof Error && thrown.message.startsWith("NOSCRIPT"))) throw thrown;
      return this.#redis.eval(COUNT, keys, ...values);
    });
  }

  /**
   * What Redis answers, unless it takes too long. When this process itself was busy, replies may lie unread when the
   * timer fires: the immediate behind it lets them in first.
   */
  async #inTime<Reply>(trip: Promise<Reply>): Promise<Reply> {
    const { promise: late, reject } = Promise.withResolvers<never>();
    const giveUp = (): void => reject(new Error("Redis did not answer in time"));
    const timer = setTimeout(() => setImmediate(giveUp), this.#timeoutMs);
    try {
      return await Promise.race([trip, late]);
    } finally {
      clearTimeout(timer);
    }
  }
}

export interface RateLimiterOptions {
  readonly redisUrl: string | undefined;
  readonly prefix: string;
  /** Multiplies every maximum. */
  readonly factor: number;
  readonly deploymentId: string;
  readonly log: Logger;
  /** How long a request waits for Redis. */
  readonly timeoutMs?: number;
}

export class RateLimiter {
  readonly #options: RateLimiterOptions;
  readonly #local = new LocalWindows();
  readonly #redis: AnyRedis | undefined;
  readonly #windows: RedisWindows | undefined;
  /** Whether requests are counted in Redis. False from the first failure until a probe gets through. */
  #shared = false;
  #probe: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(options: RateLimiterOptions) {
    this.#options = options;
    if (options.redisUrl === undefined) return;
    this.#redis = redisAt(options.redisUrl);
    this.#windows = new RedisWindows(this.#redis, options.timeoutMs ?? COMMAND_TIMEOUT_MS);
    this.#redis.on("error", (error: Error) => this.#lose(error));
  }

  /** Whether all processes count together right now. */
  get shared(): boolean {
    return this.#shared;
  }

  /** Gives Redis a moment to be there. When it is not, counting starts alone and the probe goes on. */
  async connect(): Promise<void> {
    if (this.#redis === undefined) return;
    const { promise: patience, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, FIRST_CONNECTION_MS);
    await Promise.race([this.#redis.connect().catch(() => {}), patience]);
    clearTimeout(timer);
    if (this.#redis.status === "ready") this.#shared = true;
    else this.#lose(new Error("Redis did not answer at the start"));
  }

  /** Counts a request of `subject` in the window of `counter`, as so many. */
  async consume(counter: string, limit: Limit, subject: string, now: RealInstant, weight = 1): Promise<LimitStatus> {
    const key = this.#keyOf(counter, limit, subject);
    return this.#standing(limit, await this.#hit(key, limit, now, weight));
  }

  /** Whether `subject` comes for the first time on this day of UTC. A rule, not a limit: no factor multiplies it. */
  async isFirstToday(counter: string, subject: string, now: RealInstant): Promise<boolean> {
    const key = this.#keyOf(counter, DAILY, `${Math.floor(now / DAY_MS)} ${subject}`);
    return (await this.#hit(key, DAILY, now, 1)).count === 1;
  }

  /** Gives back the place that `consume` took, when the request took no effect. */
  async giveBack(counter: string, limit: Limit, subject: string, now: RealInstant): Promise<LimitStatus> {
    const key = this.#keyOf(counter, limit, subject);
    const local = this.#local.giveBack(key, now) ?? { count: 0, endsAt: now + limit.windowSeconds * 1000 };
    if (!this.#shared || this.#windows === undefined) return this.#standing(limit, local);
    try {
      const left = await this.#windows.giveBack(key);
      return this.#standing(limit, this.#local.take(key, { ...local, count: left }));
    } catch (thrown) {
      this.#lose(thrown);
      return this.#standing(limit, local);
    }
  }

  #standing(limit: Limit, { count, endsAt }: CountedWindow): LimitStatus {
    const max = this.#maxOf(limit);
    return { limit: max, remaining: Math.max(0, max - count), exceeded: count > max, resetsAt: endsAt };
  }

  /** Whether a window is used up as far as this process knows, without asking Redis or counting anything. */
  isExceeded(counter: string, limit: Limit, subject: string, now: RealInstant): boolean {
    return this.#local.countOf(this.#keyOf(counter, limit, subject), now) > this.#maxOf(limit);
  }

  /** The standing to show when nothing was counted, because the request failed before anybody could be. */
  uncounted(limit: Limit, now: RealInstant): LimitStatus {
    const max = this.#maxOf(limit);
    return { limit: max, remaining: max, exceeded: false, resetsAt: now + limit.windowSeconds * 1000 };
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#probe);
    this.#redis?.disconnect();
  }

  #keyOf(counter: string, limit: Limit, subject: string): string {
    const { prefix, deploymentId } = this.#options;
    const era = limit.perDeployment === true ? `:${deploymentId}` : "";
    return `${prefix}:limit:${counter}${era}:${subject}`;
  }

  #maxOf({ max }: Limit): number {
    return scaledMax(max, this.#options.factor);
  }

  async #hit(key: string, limit: Limit, now: RealInstant, weight: number): Promise<CountedWindow> {
    const windowMs = limit.windowSeconds * 1000;
    if (!this.#shared || this.#windows === undefined) return this.#local.hit(key, windowMs, now, weight);
    try {
      const windows = this.#windows;
      const { count, leftMs } = await (isTracing()
        ? traced("count request", { kind: "client", attributes: { "db.system.name": "redis" } }, () =>
            windows.hit(key, windowMs, weight),
          )
        : windows.hit(key, windowMs, weight));
      const shared = { count, endsAt: now + leftMs };
      return limit.others === undefined
        ? this.#local.hitShared(key, shared, now, weight)
        : this.#local.take(key, shared);
    } catch (thrown) {
      this.#lose(thrown);
      return this.#local.hit(key, windowMs, now, weight);
    }
  }

  #lose(thrown: unknown): void {
    if (this.#closed || this.#probe !== undefined) return;
    this.#shared = false;
    const reason = thrown instanceof Error ? thrown.message : "unknown";
    this.#options.log.warn({ reason }, "Redis is away: rate limits are counted by each process");
    this.#probeLater();
  }

  #probeLater(): void {
    this.#probe = setTimeout(() => void this.#tryAgain(), PROBE_EVERY_MS).unref();
  }

  async #tryAgain(): Promise<void> {
    const answers = await this.#windows?.probe().then(isDone, isNotDone);
    if (this.#closed) return;
    if (answers !== true) return this.#probeLater();
    this.#probe = undefined;
    this.#shared = true;
    this.#options.log.info("Redis is back: rate limits are shared again");
  }
}

const isDone = (): boolean => true;
const isNotDone = (): boolean => false;

/** The headers that every answer carries. */
export function rateHeaders(standing: LimitStatus): Record<string, string> {
  return {
    "x-ratelimit-limit": String(standing.limit),
    "x-ratelimit-remaining": String(standing.remaining),
    "x-ratelimit-reset": String(Math.ceil(standing.resetsAt / 1000)),
  };
}

/** How long to wait for the next window: whole seconds, at least one. */
export function retryAfterSeconds(standing: LimitStatus, now: RealInstant): Seconds {
  return Math.max(1, Math.ceil((standing.resetsAt - now) / 1000));
}
