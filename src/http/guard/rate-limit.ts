// Fixed-window rate limits, shared by all processes through Redis. If Redis fails or hangs, each process immediately
// counts alone from where its windows stood, and shares again after a successful probe. No request waits for Redis
// longer than one timeout.
import type { Millis, RealInstant, Seconds } from "@denkeeper/rules/time/units.ts";
import type { Logger } from "pino";
import { isTracing, traced } from "../../observability/traces.ts";
import type { Limit } from "../contract/contract.ts";
import type { Standing } from "../message/request-context.ts";
import type { AnyRedis } from "../../platform/redis.ts";
import { ping, redisAt } from "../../platform/redis.ts";

/** Where a caller stands in a window. */
interface Window {
  readonly count: number;
  readonly endsAt: RealInstant;
}

const COMMAND_TIMEOUT_MS = 100;
const PROBE_EVERY_MS = 250;
const FIRST_CONNECTION_MS = 1_000;
/** Windows kept in memory before the older half is forgotten. */
const MAX_LOCAL_WINDOWS = 100_000;

/** A window that has ended in between stays ended. */
const GIVE_BACK = `if redis.call("EXISTS", KEYS[1]) == 0 then return 0 end return redis.call("DECR", KEYS[1])`;

/** Windows as this process knows them: what it counted, and what Redis said last. */
export class LocalWindows {
  #younger = new Map<string, Window>();
  #older = new Map<string, Window>();

  /** Counts a request that Redis does not hear of. */
  hit(key: string, windowMs: Millis, now: RealInstant): Window {
    const known = this.#open(key, now);
    return this.#keep(key, known ? { ...known, count: known.count + 1 } : { count: 1, endsAt: now + windowMs });
  }

  /** Gives back the place of a request in an open window. */
  giveBack(key: string, now: RealInstant): Window | undefined {
    const known = this.#open(key, now);
    return known && this.#keep(key, { ...known, count: Math.max(0, known.count - 1) });
  }

  /** Takes over what Redis says, also where it is less: another process may have given a place back. */
  take(key: string, shared: Window): Window {
    return this.#keep(key, shared);
  }

  /** Counts a request that Redis has counted. Redis may know of fewer: it was away, or it has been emptied. */
  hitShared(key: string, shared: Window, now: RealInstant): Window {
    const known = this.#open(key, now);
    if (known === undefined) return this.#keep(key, shared);
    const count = Math.max(shared.count, known.count + 1);
    return this.#keep(key, { count, endsAt: Math.min(shared.endsAt, known.endsAt) });
  }

  /** How many were counted in the window so far. */
  countOf(key: string, now: RealInstant): number {
    return this.#open(key, now)?.count ?? 0;
  }

  #open(key: string, now: RealInstant): Window | undefined {
    const known = this.#younger.get(key) ?? this.#older.get(key);
    return known !== undefined && known.endsAt > now ? known : undefined;
  }

  #keep(key: string, window: Window): Window {
    if (this.#younger.size >= MAX_LOCAL_WINDOWS / 2) {
      this.#older = this.#younger;
      this.#younger = new Map();
    }
    this.#younger.set(key, window);
    return window;
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
  /** Whether requests are counted in Redis. False from the first failure until a probe gets through. */
  #shared = false;
  #probe: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(options: RateLimiterOptions) {
    this.#options = options;
    if (options.redisUrl === undefined) return;
    this.#redis = redisAt(options.redisUrl);
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

  /** Counts a request of `subject` in the window of `counter`. */
  async consume(counter: string, limit: Limit, subject: string, now: RealInstant): Promise<Standing> {
    const key = this.#keyOf(counter, limit, subject);
    return this.#standing(limit, await this.#hit(key, limit, now));
  }

  /** Gives back the place that `consume` took, when the request took no effect. */
  async giveBack(counter: string, limit: Limit, subject: string, now: RealInstant): Promise<Standing> {
    const key = this.#keyOf(counter, limit, subject);
    const local = this.#local.giveBack(key, now) ?? { count: 0, endsAt: now + limit.windowSeconds * 1000 };
    if (!this.#shared || this.#redis === undefined) return this.#standing(limit, local);
    try {
      const left = Number(await this.#inTime(this.#redis.eval(GIVE_BACK, 1, key)));
      return this.#standing(limit, this.#local.take(key, { ...local, count: left }));
    } catch (thrown) {
      this.#lose(thrown);
      return this.#standing(limit, local);
    }
  }

  #standing(limit: Limit, { count, endsAt }: Window): Standing {
    const max = this.#maxOf(limit);
    return { limit: max, remaining: Math.max(0, max - count), exceeded: count > max, resetsAt: endsAt };
  }

  /** Whether a window is used up as far as this process knows, without asking Redis or counting anything. */
  isExceeded(counter: string, limit: Limit, subject: string, now: RealInstant): boolean {
    return this.#local.countOf(this.#keyOf(counter, limit, subject), now) > this.#maxOf(limit);
  }

  /** The standing to show when nothing was counted, because the request failed before anybody could be. */
  uncounted(limit: Limit, now: RealInstant): Standing {
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
    return Math.max(1, Math.round(max * this.#options.factor));
  }

  async #hit(key: string, limit: Limit, now: RealInstant): Promise<Window> {
    const windowMs = limit.windowSeconds * 1000;
    if (!this.#shared || this.#redis === undefined) return this.#local.hit(key, windowMs, now);
    try {
      const redis = this.#redis;
      if (!isTracing()) return await this.#hitInRedis(redis, key, limit, now);
      return await traced("count request", { kind: "client", attributes: { "db.system.name": "redis" } }, () =>
        this.#hitInRedis(redis, key, limit, now),
      );
    } catch (thrown) {
      this.#lose(thrown);
      return this.#local.hit(key, windowMs, now);
    }
  }

  /**
   * One trip. The window starts with its first request; NX keeps later ones from moving its end, and gives an end to a
   * counter that lost its own.
   */
  async #hitInRedis(redis: AnyRedis, key: string, limit: Limit, now: RealInstant): Promise<Window> {
    const trip = redis
      .pipeline()
      .incr(key)
      .pexpire(key, limit.windowSeconds * 1000, "NX")
      .pttl(key)
      .exec();
    const replies = await this.#inTime(trip);
    const [count, , leftMs] = (replies ?? []).map(([error, reply]) => {
      if (error !== null) throw error;
      return Number(reply);
    });
    if (count === undefined || leftMs === undefined) throw new Error("Redis gave no reply");
    const shared = { count, endsAt: now + Math.max(0, leftMs) };
    return limit.others === undefined ? this.#local.hitShared(key, shared, now) : this.#local.take(key, shared);
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
    const answers = this.#redis !== undefined && (await this.#inTime(ping(this.#redis)).then(isDone, isNotDone));
    if (this.#closed) return;
    if (!answers) return this.#probeLater();
    this.#probe = undefined;
    this.#shared = true;
    this.#options.log.info("Redis is back: rate limits are shared again");
  }

  /**
   * What Redis answers, unless it takes too long. When this process itself was busy, replies may lie unread when the
   * timer fires: the immediate behind it lets them in first.
   */
  async #inTime<Reply>(trip: Promise<Reply>): Promise<Reply> {
    const { promise: late, reject } = Promise.withResolvers<never>();
    const giveUp = (): void => reject(new Error("Redis did not answer in time"));
    const timer = setTimeout(() => setImmediate(giveUp), this.#options.timeoutMs ?? COMMAND_TIMEOUT_MS);
    try {
      return await Promise.race([trip, late]);
    } finally {
      clearTimeout(timer);
    }
  }
}

const isDone = (): boolean => true;
const isNotDone = (): boolean => false;

/** The headers that every answer carries. */
export function rateHeaders(standing: Standing): Record<string, string> {
  return {
    "x-ratelimit-limit": String(standing.limit),
    "x-ratelimit-remaining": String(standing.remaining),
    "x-ratelimit-reset": String(Math.ceil(standing.resetsAt / 1000)),
  };
}

/** How long to wait for the next window: whole seconds, at least one. */
export function retryAfterSeconds(standing: Standing, now: RealInstant): Seconds {
  return Math.max(1, Math.ceil((standing.resetsAt - now) / 1000));
}
