// Tracks outages and heartbeats. A silence is recorded as an outage before any life is evaluated.
import type { RealInstant } from "@denkeeper/rules/time/units.ts";
import type { Logger } from "pino";
import { mergeSpans, type Span } from "@denkeeper/rules/time/span.ts";
import type { Database, Db } from "../../platform/database/db.ts";
import { moveBack } from "./store/set-back.ts";
import {
  TOLERATED_LEAD_MS,
  TOLERATED_SILENCE_MS,
  findServiceState,
  insertOutage,
  listOutageSpans,
  lockOutages,
  saveBeat,
  saveBeatAfterSilence,
  type ServiceState,
} from "./store/outages.ts";

/** The instant up to which a worker may judge lives, with the outages before it. */
export interface JudgingHorizon {
  readonly now: RealInstant;
  readonly databaseNow: number;
  readonly outages: readonly Span[];
}

/**
 * Caches the outages that this process knows. They are read again only when their version has changed, which every evaluation of
 * lives learns without an extra query.
 */
export class KnownOutages {
  readonly #db: Db;
  #version = 0;
  #spans: readonly Span[] = [];
  #reading: Promise<void> | undefined;

  constructor(db: Db) {
    this.#db = db;
  }

  /**
   * Returns all outages up to a version that was just read, merged. The list remains the same object until the version changes.
   */
  async upTo(version: number): Promise<readonly Span[]> {
    while (version > this.#version) await (this.#reading ??= this.#read(version));
    return this.#spans;
  }

  /**
   * Returns a worker's horizon, which is never later than the newest API heartbeat. The time after that heartbeat may still
   * become an outage, but the time before it cannot.
   */
  async present(clock: () => number): Promise<JudgingHorizon> {
    const { databaseNow, newestBeat, outageVersion } = await findServiceState(this.#db);
    const outages = await this.upTo(outageVersion);
    return { now: Math.min(clock(), newestBeat ?? Infinity), databaseNow, outages };
  }

  /**
   * Reads the list and sets the version even if rows were lost, as in a partial restore. Otherwise the list would be read
   * forever.
   */
  async #read(version: number): Promise<void> {
    try {
      const rows = await listOutageSpans(this.#db, {});
      this.#version = Math.max(version, rows.at(-1)?.version ?? 0);
      this.#spans = mergeSpans(rows);
    } finally {
      this.#reading = undefined;
    }
  }
}

/** Returns the milliseconds by which the newest heartbeat is ahead of a clock that was set back; otherwise 0. */
function leadOf({ newestBeat, databaseNow }: ServiceState): number {
  const lead = newestBeat === null ? 0 : newestBeat - databaseNow;
  return lead > TOLERATED_LEAD_MS ? lead : 0;
}

function isSilent(newestBeat: number | null, databaseNow: number): boolean {
  return newestBeat !== null && databaseNow - newestBeat > TOLERATED_SILENCE_MS;
}

/** Time for which a process relies on the state that it last read. */
const KNOWN_FOR_MS = 1_000;

export class Outages {
  readonly #database: Database;
  readonly #log: Logger;
  readonly #known: KnownOutages;
  #state: Promise<ServiceState> | undefined;
  /** Number of times that this process moved recorded instants back. State that was read before a move is outdated. */
  moves = 0;

  constructor(database: Database, log: Logger) {
    this.#database = database;
    this.#log = log;
    this.#known = new KnownOutages(database);
  }

  /**
   * Returns all outages. `databaseNow` is the database's clock from a statement just made. If there was no heartbeat for too
   * long, all processes were away, for example on a machine that slept. That outage is recorded first.
   */
  async whenAnswering(databaseNow: number): Promise<readonly Span[]> {
    let state = await this.#stateAt(databaseNow);
    if (isSilent(state.newestBeat, databaseNow) || leadOf(state) > 0) {
      await this.beat();
      this.changed();
      state = await this.#stateAt(databaseNow);
    }
    return this.#known.upTo(state.outageVersion);
  }

  /** Makes this process read the outages again before it evaluates a life. */
  changed(): void {
    this.#state = undefined;
  }

  /** Returns the service state as it was read within a second of `databaseNow`. */
  async #stateAt(databaseNow: number): Promise<ServiceState> {
    const current = this.#state;
    const known = await current;
    // A state read later than `databaseNow` is outdated too, because the clock was set back.
    if (known !== undefined && Math.abs(databaseNow - known.databaseNow) <= KNOWN_FOR_MS) return known;
    // The first caller that finds the state outdated reads it for all.
    if (this.#state === current || this.#state === undefined) this.#state = this.#readState();
    return this.#state;
  }

  async #readState(): Promise<ServiceState> {
    try {
      return await findServiceState(this.#database);
    } catch (thrown) {
      this.changed();
      throw thrown;
    }
  }

  /** Returns all outages without recording one, for public reads. */
  async known(): Promise<readonly Span[]> {
    const { outageVersion } = await findServiceState(this.#database);
    return this.#known.upTo(outageVersion);
  }

  /** Sends a heartbeat, after recording any silence before it, or after moving back instants that a fast clock recorded. */
  async beat(): Promise<void> {
    if (await saveBeat(this.#database, {})) return;
    const silence = await this.#database.withTransaction(async (tx) => {
      await lockOutages(tx, {});
      const state = await findServiceState(tx);
      const { newestBeat: from, databaseNow: until } = state;
      const lead = leadOf(state);
      if (lead > 0) {
        await moveBack(tx, until, lead);
        await saveBeatAfterSilence(tx, {});
        this.moves++;
        this.#log.error({ aheadMs: lead }, "moved recorded instants back after the clock ran ahead");
        return undefined;
      }
      // Another process recorded the silence first.
      if (from === null || !isSilent(from, until)) return undefined;
      await insertOutage(tx, { from, until, foundBy: "heartbeat", reason: null, recordedAt: until });
      await saveBeatAfterSilence(tx, {});
      return { from, until };
    });
    if (silence !== undefined) this.#log.warn(silence, "recorded an outage, which harms no creature");
  }
}
