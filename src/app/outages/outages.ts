// Outages and heartbeats, and recording a silence before any life is evaluated.
import type { RealInstant } from "@denkeeper/rules/time/units.ts";
import type { Logger } from "pino";
import type { Span } from "@denkeeper/rules/time/span.ts";
import { merged } from "@denkeeper/rules/time/span.ts";
import type { Database, Db } from "../../store/db/db.ts";
import type { ServiceState } from "../../store/operations/outages.ts";
import {
  TOLERATED_SILENCE_MS,
  findServiceState,
  insertOutage,
  listOutageSpans,
  lockOutages,
  saveBeat,
  saveBeatAfterSilence,
} from "../../store/operations/outages.ts";

/** The instant up to which a worker may judge lives. */
export interface Present {
  readonly now: RealInstant;
  readonly databaseNow: number;
  readonly outages: readonly Span[];
}

/**
 * The times in which the service was away, as far as this process knows them. The list is read again only when its version
 * has changed, which every look at lives finds out on the way.
 */
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

/** Whether no process has given a sign of life for so long that it is an outage. */
function isSilent({ databaseNow, newestBeat }: ServiceState): boolean {
  return newestBeat !== null && databaseNow - newestBeat > TOLERATED_SILENCE_MS;
}

export class Outages {
  readonly #database: Database;
  readonly #log: Logger;
  readonly #known: KnownOutages;

  constructor(database: Database, log: Logger) {
    this.#database = database;
    this.#log = log;
    this.#known = new KnownOutages(database);
  }

  /**
   * All outages, given what a statement has just read. When nobody has given a sign of life for too long, this process
   * was away with the others (on a machine that slept, for one): that is recorded before anybody is looked at.
   */
  async whenAnswering(state: ServiceState): Promise<readonly Span[]> {
    if (!isSilent(state)) return this.#known.upTo(state.outageVersion);
    await this.beat();
    const { outageVersion } = await findServiceState(this.#database);
    return this.#known.upTo(outageVersion);
  }

  /** For what everybody may look at, which records nothing. */
  async known(): Promise<readonly Span[]> {
    const { outageVersion } = await findServiceState(this.#database);
    return this.#known.upTo(outageVersion);
  }

  /** Says that this process answers requests, and records the silence before it, if there was one. */
  async beat(): Promise<void> {
    if (await saveBeat(this.#database)) return;
    const silence = await this.#database.withTransaction(async (tx) => {
      await lockOutages(tx);
      const state = await findServiceState(tx);
      const { newestBeat: from, databaseNow: until } = state;
      // Whoever was faster has recorded it.
      if (from === null || !isSilent(state)) return undefined;
      await insertOutage(tx, { from, until, foundBy: "heartbeat", reason: null, recordedAt: until });
      await saveBeatAfterSilence(tx);
      return { from, until };
    });
    if (silence !== undefined) this.#log.warn(silence, "the service was away: that time counts for no creature");
  }
}
