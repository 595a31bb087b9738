// Caches values in one process. A fresh value is reused, and one of several concurrent callers loads a value for all of them.

interface CachedValue<Value> {
  readonly until: number;
  readonly value: Promise<Value>;
}

/** Default limit of entries. The oldest entry is evicted first. */
const MAX_ENTRIES = 500;

class SingleFlight<Value> {
  readonly #keepMs: number;
  readonly #most: number;
  readonly #values = new Map<string, CachedValue<Value>>();

  constructor(keepMs: number, most: number) {
    this.#keepMs = keepMs;
    this.#most = most;
  }

  /**
   * Returns the cached value if it was loaded within `keepMs` of `now` and not before `since`, and otherwise loads it. A failed
   * load rejects all waiting callers and is not cached.
   */
  get(key: string, now: number, load: () => Promise<Value>, since = -Infinity): Promise<Value> {
    const cached = this.#values.get(key);
    const at = (cached?.until ?? -Infinity) - this.#keepMs;
    // After a clock was set back, all values count as old.
    if (cached !== undefined && Math.abs(now - at) < this.#keepMs && at >= since) return cached.value;
    this.#values.delete(key);
    const value = load();
    const fresh: CachedValue<Value> = { until: now + this.#keepMs, value };
    this.#values.set(key, fresh);
    value.catch(() => {
      if (this.#values.get(key) === fresh) this.#values.delete(key);
    });
    this.#dropOldest();
    return value;
  }

  #dropOldest(): void {
    if (this.#values.size <= this.#most) return;
    const [oldest] = this.#values.keys();
    if (oldest !== undefined) this.#values.delete(oldest);
  }
}

/** Creates one cache per app, since tests run several apps in one process. */
export function cacheForEachApp<Value>(keepMs: number, most = MAX_ENTRIES): (app: object) => SingleFlight<Value> {
  const caches = new WeakMap<object, SingleFlight<Value>>();
  return (app) => {
    const known = caches.get(app) ?? new SingleFlight<Value>(keepMs, most);
    caches.set(app, known);
    return known;
  };
}
