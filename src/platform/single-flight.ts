// A cache in one process: a fresh value is reused, and of many simultaneous callers one loads it for all.

interface CachedValue<Value> {
  readonly until: number;
  readonly value: Promise<Value>;
}

/** So many answers are kept at most, unless said otherwise; the oldest goes first. */
const MAX_KEPT = 500;

class SingleFlight<Value> {
  readonly #keepMs: number;
  readonly #most: number;
  readonly #kept = new Map<string, CachedValue<Value>>();

  constructor(keepMs: number, most: number) {
    this.#keepMs = keepMs;
    this.#most = most;
  }

  /**
   * What `ask` answered at most `keepMs` before `now`, and not before `since`. A failure is given to all who wait and then
   * forgotten.
   */
  get(key: string, now: number, ask: () => Promise<Value>, since = -Infinity): Promise<Value> {
    const kept = this.#kept.get(key);
    const at = (kept?.until ?? -Infinity) - this.#keepMs;
    // A clock that was set back makes it old, too.
    if (kept !== undefined && Math.abs(now - at) < this.#keepMs && at >= since) return kept.value;
    this.#kept.delete(key);
    const value = ask();
    const fresh: CachedValue<Value> = { until: now + this.#keepMs, value };
    this.#kept.set(key, fresh);
    value.catch(() => {
      if (this.#kept.get(key) === fresh) this.#kept.delete(key);
    });
    this.#dropOldest();
    return value;
  }

  #dropOldest(): void {
    if (this.#kept.size <= this.#most) return;
    const [oldest] = this.#kept.keys();
    if (oldest !== undefined) this.#kept.delete(oldest);
  }
}

/** A cache for each app: tests run several in one process. */
export function cacheForEachApp<Value>(keepMs: number, most = MAX_KEPT): (app: object) => SingleFlight<Value> {
  const caches = new WeakMap<object, SingleFlight<Value>>();
  return (app) => {
    const known = caches.get(app) ?? new SingleFlight<Value>(keepMs, most);
    caches.set(app, known);
    return known;
  };
}
