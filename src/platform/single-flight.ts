// A cache in one process: a fresh value is reused, and of many simultaneous callers one loads it for all.

interface Kept<Value> {
  readonly until: number;
  readonly value: Promise<Value>;
}

/** So many answers are kept at most; the oldest goes first. */
const MAX_KEPT = 500;

class SingleFlight<Value> {
  readonly #keepMs: number;
  readonly #kept = new Map<string, Kept<Value>>();

  constructor(keepMs: number) {
    this.#keepMs = keepMs;
  }

  /** What `ask` answered at most `keepMs` before `now`. A failure is given to all who wait and then forgotten. */
  get(key: string, now: number, ask: () => Promise<Value>): Promise<Value> {
    const kept = this.#kept.get(key);
    if (kept !== undefined && now < kept.until) return kept.value;
    this.#kept.delete(key);
    const value = ask();
    const fresh: Kept<Value> = { until: now + this.#keepMs, value };
    this.#kept.set(key, fresh);
    value.catch(() => {
      if (this.#kept.get(key) === fresh) this.#kept.delete(key);
    });
    this.#dropOldest();
    return value;
  }

  #dropOldest(): void {
    if (this.#kept.size <= MAX_KEPT) return;
    const [oldest] = this.#kept.keys();
    if (oldest !== undefined) this.#kept.delete(oldest);
  }
}

/** A cache for each app: tests run several in one process. */
export function cacheForEachApp<Value>(keepMs: number): (app: object) => SingleFlight<Value> {
  const caches = new WeakMap<object, SingleFlight<Value>>();
  return (app) => {
    const known = caches.get(app) ?? new SingleFlight<Value>(keepMs);
    caches.set(app, known);
    return known;
  };
}
