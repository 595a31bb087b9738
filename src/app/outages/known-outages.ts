// The times in which the service was away, as far as this process knows them. The list is read again only when its version
// has changed, which every look at lives finds out on the way.
import type { Span } from "@denkeeper/rules/time/span.ts";
import { merged } from "@denkeeper/rules/time/span.ts";
import type { Db } from "../../store/db/db.ts";
import { findServiceState, listOutageSpans } from "../../store/operations/outages.ts";

/** The instant up to which a worker may judge lives. */
export interface Present {
  readonly now: number;
  readonly databaseNow: number;
  readonly outages: readonly Span[];
}

export class KnownOutages {
  readonly #db: Db;
  #version = 0;
  #spans: readonly Span[] = [];
  #reading: Promise<void> | undefined;

  constructor(db: Db) {
    this.#db = db;
  }

  /** All outages up to a version that was just read, merged. The same list as long as there is no other. */
  async upTo(version: number): Promise<readonly Span[]> {
    while (version > this.#version) await (this.#reading ??= this.#read());
    return this.#spans;
  }

  /**
   * A worker's present: the clock, but never later than the newest sign of life of the API. What comes after may turn out
   * to be an outage; up to there it is certain, since an outage begins at the newest sign of life before it.
   */
  async present(clock: () => number): Promise<Present> {
    const { databaseNow, newestBeat, outageVersion } = await findServiceState(this.#db);
    const outages = await this.upTo(outageVersion);
    return { now: Math.min(clock(), newestBeat ?? Infinity), databaseNow, outages };
  }

  async #read(): Promise<void> {
    try {
      const rows = await listOutageSpans(this.#db);
      this.#version = rows.at(-1)?.version ?? 0;
      this.#spans = merged(rows);
    } finally {
      this.#reading = undefined;
    }
  }
}
