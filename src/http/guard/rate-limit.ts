// Fixed-window rate limits, shared by all processes through Redis. If Redis fails or hangs, each process continues alone from
// the current counts, and shares again after a successful probe. No request waits for Redis longer than one timeout.
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

/** A longer script would block Redis for other processes. */
const MOST_PER_CALL = 200;

/** Starts a window with its first request. Later requests do not extend it. Restores the expiry of a counter that lost it. */
const COUNT = `local counts =  {}
for i, key in ipairs(KEYS) do
  local count = redis.call("INCRBY", key, ARGV[#KEYS + i])
  local left = redis.call("PTTL", key)
  if left < 0 then
    left = tonumber(ARGV[i])
    redis.call("PEXPIRE", key, left)
  end
  counts[2 * i - 1] = count
  counts[2 * i] = left
end
return counts`;
const COUNT_SHA = hash("sha1", COUNT);

/** Does not reopen a window that has ended. */
const RELEASE = `if redis.call("EXISTS", KEYS[1]) == 0 then return 0 end return redis.call("DECR", KEYS[1])`;

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
 * Counts windows in Redis. All requests of one event loop turn share a call, since the write that wakes Redis dominates the cost.
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

  /** Removes one request from a counter and returns the new count. */
  async release(key: string): Promise<number> {
    return Number(await this.#inTime(this.#redis.eval(RELEASE, 1, key)));
  }

  /** Rejects if Redis does not answer. */
  async probe(): Promise<void> {
    await this.#inTime(ping(this.#redis));
  }

  #countWaiting(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    // A script must not access keys on two nodes of a cluster.
    const most = this.#redis instanceof Redis ? MOST_PER_CALL : 1;
    for (let from = 0; from < waiting.length; from += most) void this.#count(waiting.slice(from, from + most));
  }

  async #count(waiting: readonly PendingHit[]): Promise<void> {
    try {
      const keys = waiting.map(({ key }) => key);
      const values = [...waiting.map(({ windowMs }) => windowMs), ...waiting.map(({ weight }) => weight)];
      const counts = await this.#inTime(this.#run([...keys, ...values], keys.length));
      if (!Array.isArray(counts) || counts.length !== 2 * keys.length)
        throw new Error("Redis returned an unexpected reply");
      for (const [index, { resolve }] of waiting.entries()) {
        resolve({ count: Number(counts[2 * index]), leftMs: Number(counts[2 * index + 1]) });
      }
    } catch (thrown) {
      for (const { reject } of waiting) reject(thrown);
    }
  }

  /** Runs a script by its hash, and sends the source if Redis has restarted since. */
  async #run(values: readonly (string | number)[], keys: number): Promise<unknown> {
    return this.#redis.evalsha(COUNT_SHA, keys, ...values).catch((thrown: unknown) => {
      if (!(thrown instanceof Error && thrown.message.startsWith("NOSCRIPT"))) throw thrown;
      return this.#redis.eval(COUNT, keys, ...values);
    });
  }

  /**
   * Rejects if Redis takes too long. After a busy turn, replies may be unread when the timer fires, so `setImmediate` lets them
   * arrive first.
   */
  async #inTime<Reply>(reply: Promise<Reply>): Promise<Reply> {
    const { promise: late, reject } = Promise.withResolvers<never>();
    const giveUp = (): void => reject(new Error("Redis did not answer in time"));
    const timer = setTimeout(() => setImmediate(giveUp), this.#timeoutMs);
    try {
      return await Promise.race([reply, late]);
    } finally {
      clearTimeout(timer);
    }
  }
}

export interface RateLimiterOptions {
  readonly redisUrl: string | undefined;
  readonly prefix: string;
  /** Scales every maximum. */
  readonly factor: number;
  readonly deploymentId: string;
  readonly log: Logger;
  /** Limits how long a request waits for Redis. */
  readonly timeoutMs?: number;
}

export class RateLimiter {
  readonly #options: RateLimiterOptions;
  readonly #local = new LocalWindows();
  readonly #redis: AnyRedis | undefined;
  readonly #windows: RedisWindows | undefined;
  /** True while requests are counted in Redis. A failure clears it until a probe succeeds. */
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

  get shared(): boolean {
    return this.#shared;
  }

  /** Waits briefly for Redis. Without it, this process counts alone until a probe succeeds. */
  async connect(): Promise<void> {
    if (this.#redis === undefined) return;
    const { promise: patience, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, FIRST_CONNECTION_MS);
    await Promise.race([this.#redis.connect().catch(() => {}), patience]);
    clearTimeout(timer);
    if (this.#redis.status === "ready") this.#shared = true;
    else this.#lose(new Error("Redis did not answer at startup"));
  }

  /** Adds `weight` to the count of `subject` in the window of `counter`. */
  async consume(counter: string, limit: Limit, subject: string, now: RealInstant, weight = 1): Promise<LimitStatus> {
    const key = this.#keyOf(counter, limit, subject);
    return this.#statusOf(limit, await this.#hit(key, limit, now, weight));
  }

  /** Returns whether `subject` makes its first call of the UTC day. This is a rule rather than a limit, so no factor applies. */
  async isFirstToday(counter: string, subject: string, now: RealInstant): Promise<boolean> {
    const key = this.#keyOf(counter, DAILY, `${Math.floor(now / DAY_MS)} ${subject}`);
    return (await this.#hit(key, DAILY, now, 1)).count === 1;
  }

  /** Removes a request that took no effect from its window. */
  async release(counter: string, limit: Limit, subject: string, now: RealInstant): Promise<LimitStatus> {
    const key = this.#keyOf(counter, limit, subject);
    const local = this.#local.release(key, now) ?? { count: 0, endsAt: now + limit.windowSeconds * 1000 };
    if (!this.#shared || this.#windows === undefined) return this.#statusOf(limit, local);
    try {
      const count = await this.#windows.release(key);
      return this.#statusOf(limit, this.#local.take(key, { ...local, count }));
    } catch (thrown) {
      this.#lose(thrown);
      return this.#statusOf(limit, local);
    }
  }

  #statusOf(limit: Limit, { count, endsAt }: CountedWindow): LimitStatus {
    const max = this.#maxOf(limit);
    return { limit: max, remaining: Math.max(0, max - count), exceeded: count > max, resetsAt: endsAt };
  }

  /** Returns whether this process's own count exceeds the window, without asking Redis or counting the request. */
  isExceeded(counter: string, limit: Limit, subject: string, now: RealInstant): boolean {
    return this.#local.countOf(this.#keyOf(counter, limit, subject), now) > this.#maxOf(limit);
  }

  /** Returns the status to report for a request that was not counted. */
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
    this.#options.log.warn({ reason }, "Redis is unavailable: each process counts rate limits on its own");
    this.#probeLater();
  }

  #probeLater(): void {
    this.#probe = setTimeout(() => void this.#tryAgain(), PROBE_EVERY_MS).unref();
  }

  async #tryAgain(): Promise<void> {
    try {
      await this.#windows?.probe();
    } catch {
      if (!this.#closed) this.#probeLater();
      return;
    }
    if (this.#closed) return;
    this.#probe = undefined;
    this.#shared = true;
    this.#options.log.info("Redis is available again: rate limits are shared");
  }
}

/** Returns the rate limit headers, which every reply carries. */
export function rateHeaders(status: LimitStatus): Record<string, string> {
  return {
    "x-ratelimit-limit": String(status.limit),
    "x-ratelimit-remaining": String(status.remaining),
    "x-ratelimit-reset": String(Math.ceil(status.resetsAt / 1000)),
  };
}

/** Returns the whole seconds until the window ends, at least one. */
export function retryAfterSeconds(status: LimitStatus, now: RealInstant): Seconds {
  return Math.max(1, Math.ceil((status.resetsAt - now) / 1000));
}
