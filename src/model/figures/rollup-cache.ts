// Caches figures in one process. After two seconds, one caller reloads them for all. If the database is unreachable, the last
// values are used.
import type { Logger } from "pino";
import { iso } from "../../platform/clock.ts";
import type { Db } from "../../platform/database/db.ts";
import { READ_WHOLE, listFigures, valuesOf } from "./store/rollups.ts";
import { StateLog } from "../../platform/observability/state-log.ts";
import { NOTHING_YET, type KeeperBoard, type RollupName, type Rollups } from "./store/shapes.ts";

const KEEP_MS = 2_000;
/** Age beyond which figures are sent with the time of their computation. */
const OLD_MS = 60_000;
/** Time since the last read beyond which a caller waits for new values instead of using old ones. */
const TOO_OLD_MS = 10_000;

export class RollupCache {
  readonly #db: Db;
  readonly #now: () => number;
  #values: Rollups = NOTHING_YET;
  #computedAt: ReadonlyMap<string, number> = new Map();
  #readAt = -Infinity;
  #freshAt = -Infinity;
  #reading: Promise<void> | undefined;
  readonly #state: StateLog;

  constructor(db: Db, now: () => number, log: Logger) {
    this.#db = db;
    this.#state = new StateLog(log, "reading roll-ups");
    this.#now = now;
  }

  async get<Name extends RollupName>(name: Name): Promise<Rollups[Name]> {
    const ageMs = Math.abs(this.#now() - this.#readAt);
    if (ageMs >= KEEP_MS) {
      this.#reading ??= this.#read();
      if (ageMs >= TOO_OLD_MS) await this.#reading;
    }
    return this.#values[name];
  }

  /** Returns the time of computation in API form; null before the worker's first result. */
  computedAt(name: RollupName | KeeperBoard): string | null {
    const at = this.#computedAt.get(name);
    return at === undefined ? null : iso(at);
  }

  /** Returns the time of computation only for old figures, as in a large installation or while no worker runs. */
  computedAtIfOld(name: RollupName): { readonly computed_at?: string } {
    const at = this.#computedAt.get(name);
    return at === undefined || this.#now() - at <= OLD_MS ? {} : { computed_at: iso(at) };
  }

  get ages(): readonly (readonly [name: string, ageMs: number])[] {
    return [...this.#computedAt].map(([name, at]) => [name, this.#now() - at]);
  }

  /** Milliseconds since the values were read; undefined before the first read. */
  get ageMs(): number | undefined {
    return this.#freshAt === -Infinity ? undefined : this.#now() - this.#freshAt;
  }

  /** Logs failures and never throws. */
  async #read(): Promise<void> {
    try {
      const figures = await listFigures(this.#db, { names: READ_WHOLE });
      this.#values = { ...NOTHING_YET, ...valuesOf(figures) };
      this.#computedAt = new Map(figures.map(({ name, computedAt }) => [name, computedAt]));
      this.#freshAt = this.#now();
      this.#state.worked();
    } catch (thrown) {
      this.#state.failed(thrown);
    }
    this.#readAt = this.#now();
    this.#reading = undefined;
  }
}
