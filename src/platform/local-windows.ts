// Counts requests in fixed windows in the memory of one process.
import type { Millis, RealInstant } from "@denkeeper/rules/time/units.ts";
import { LruCache } from "./lru.ts";

const MAX_LOCAL_WINDOWS = 100_000;
const SET_BACK_MS = 60_000;

export interface CountedWindow {
  readonly count: number;
  readonly endsAt: RealInstant;
}

/** Windows with this process's own counts and the last counts from Redis. */
export class LocalWindows {
  #windows = new LruCache<{ count: number; endsAt: RealInstant }>(MAX_LOCAL_WINDOWS);
  #newest = -Infinity;

  /** Counts a request without Redis. */
  hit(key: string, windowMs: Millis, now: RealInstant, weight = 1): CountedWindow {
    const known = this.#open(key, now);
    return this.take(key, { count: (known?.count ?? 0) + weight, endsAt: known?.endsAt ?? now + windowMs });
  }

  /** Removes a request from an open window. */
  release(key: string, now: RealInstant): CountedWindow | undefined {
    const known = this.#open(key, now);
    return known && this.take(key, { ...known, count: Math.max(0, known.count - 1) });
  }

  /** Counts a request that Redis has counted. Redis may have a lower count after it was down or emptied. */
  hitShared(key: string, shared: CountedWindow, now: RealInstant, weight: number): CountedWindow {
    const known = this.#open(key, now);
    if (known === undefined) return this.take(key, shared);
    const count = Math.max(shared.count, known.count + weight);
    return this.take(key, { count, endsAt: Math.min(shared.endsAt, known.endsAt) });
  }

  countOf(key: string, now: RealInstant): number {
    return this.#open(key, now)?.count ?? 0;
  }

  /**
   * Sets a count, even a lower one, since another process may have released a place. Updates the window in place, because
   * replaced objects would outlive their requests and burden the garbage collector.
   */
  take(key: string, counted: CountedWindow): CountedWindow {
    const window = this.#windows.get(key);
    if (window === undefined) this.#windows.set(key, { ...counted });
    else Object.assign(window, counted);
    return counted;
  }

  #open(key: string, now: RealInstant): CountedWindow | undefined {
    // Discards windows of a clock that ran ahead, because they would end too late.
    if (now < this.#newest - SET_BACK_MS) this.#windows = new LruCache(MAX_LOCAL_WINDOWS);
    this.#newest = now;
    const known = this.#windows.get(key);
    return known !== undefined && known.endsAt > now ? known : undefined;
  }
}
