// Fixed windows as one process counts them.
import type { Millis, RealInstant } from "@denkeeper/rules/time/units.ts";
import { LruCache } from "./lru.ts";

const MAX_LOCAL_WINDOWS = 100_000;
const SET_BACK_MS = 60_000;

/** Where a caller stands in a window. */
export interface CountedWindow {
  readonly count: number;
  readonly endsAt: RealInstant;
}

/** Windows as this process knows them: what it counted, and what Redis said last. */
export class LocalWindows {
  #windows = new LruCache<{ count: number; endsAt: RealInstant }>(MAX_LOCAL_WINDOWS);
  #newest = -Infinity;

  /** Counts a request that Redis does not hear of. */
  hit(key: string, windowMs: Millis, now: RealInstant, weight = 1): CountedWindow {
    const known = this.#open(key, now);
    return this.take(key, { count: (known?.count ?? 0) + weight, endsAt: known?.endsAt ?? now + windowMs });
  }

  /** Gives back the place of a request in an open window. */
  giveBack(key: string, now: RealInstant): CountedWindow | undefined {
    const known = this.#open(key, now);
    return known && this.take(key, { ...known, count: Math.max(0, known.count - 1) });
  }

  /** Counts a request that Redis has counted. Redis may know of fewer: it was away, or it has been emptied. */
  hitShared(key: string, shared: CountedWindow, now: RealInstant, weight: number): CountedWindow {
    const known = this.#open(key, now);
    if (known === undefined) return this.take(key, shared);
    const count = Math.max(shared.count, known.count + weight);
    return this.take(key, { count, endsAt: Math.min(shared.endsAt, known.endsAt) });
  }

  /** How many were counted in the window so far. */
  countOf(key: string, now: RealInstant): number {
    return this.#open(key, now)?.count ?? 0;
  }

  /**
   * Takes over what is said of a window, also where it is less: another process may have given a place back. What is kept of a
   * window stays one object, because each that replaced it would outlive its request, and the collector pays for those.
   */
  take(key: string, window: CountedWindow): CountedWindow {
    const kept = this.#windows.get(key);
    if (kept === undefined) this.#windows.set(key, { ...window });
    else Object.assign(kept, window);
    return window;
  }

  #open(key: string, now: RealInstant): CountedWindow | undefined {
    // The windows of a clock that ran ahead and was set back would end when it is that late.
    if (now < this.#newest - SET_BACK_MS) this.#windows = new LruCache(MAX_LOCAL_WINDOWS);
    this.#newest = now;
    const known = this.#windows.get(key);
    return known !== undefined && known.endsAt > now ? known : undefined;
  }
}
