// A cache in one process: a fresh value is reused, and one of many concurrent callers loads it for all.

interface CachedValue<Value> {
  readonly until: number;
  readonly value: Promise<Value>;
}

/** The default limit of entries; the oldest is dropped first. */
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
   * Returns the value that `load` returned at most `keepMs` before `now`, and not before `since`. A failure rejects for all
   * callers that wait, and is not stored.
   */
  get(key: string, now: number, load: () => Promise<Value>, since = -Infinity): Promise<Value> {
    const cached = this.#values.get(key);
    const at = (cached?.until ?? -Infinity) - this.#keepMs;
    // After a clock was set back, all values are old.
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

/** One cache per app, since tests run several apps in one process. */
export function cacheForEachApp<Value>(keepMs: number, most = MAX_ENTRIES): (app: object) => SingleFlight<Value> {
  const caches = new WeakMap<object, SingleFlight<Value>>();
  return (app) => {
    const known = caches.get(app) ?? new SingleFlight<Value>(keepMs, most);
    caches.set(app, known);
    return known;
  };
}
