// Outages and heartbeats. A silence is recorded before any life is evaluated.
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

/** The instant up to which a worker may judge lives. */
export interface JudgingHorizon {
  readonly now: RealInstant;
  readonly databaseNow: number;
  readonly outages: readonly Span[];
}

/**
 * The outages that this process knows. The list is read again only when its version has changed, which every evaluation of
 * lives finds out without a query of its own.
 */
export class KnownOutages {
  readonly #db: Db;
  #version = 0;
  #spans: readonly Span[] = [];
  #reading: Promise<void> | undefined;

  constructor(db: Db) {
    this.#db = db;
  }

  /** All outages up to a version that was just read, merged. The list remains the same object while there is no other version. */
  async upTo(version: number): Promise<readonly Span[]> {
    while (version > this.#version) await (this.#reading ??= this.#read(version));
    return this.#spans;
  }

  /**
   * A worker's present: the clock, but never later than the newest heartbeat of the API. The time after it may become an outage;
   * the time before it cannot, since an outage begins at the newest heartbeat.
   */
  async present(clock: () => number): Promise<JudgingHorizon> {
    const { databaseNow, newestBeat, outageVersion } = await findServiceState(this.#db);
    const outages = await this.upTo(outageVersion);
    return { now: Math.min(clock(), newestBeat ?? Infinity), databaseNow, outages };
  }

  /** Sets the version even if rows of the list were lost, as in a partial restore. */
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

/** How far the newest heartbeat is ahead of a clock that was set back; otherwise 0. */
function leadOf({ newestBeat, databaseNow }: ServiceState): number {
  const lead = newestBeat === null ? 0 : newestBeat - databaseNow;
  return lead > TOLERATED_LEAD_MS ? lead : 0;
}

function isSilent(newestBeat: number | null, databaseNow: number): boolean {
  return newestBeat !== null && databaseNow - newestBeat > TOLERATED_SILENCE_MS;
}

/** How long a process relies on the outages that it last read. */
const KNOWN_FOR_MS = 1_000;

export class Outages {
  readonly #database: Database;
  readonly #log: Logger;
  readonly #known: KnownOutages;
  #state: Promise<ServiceState> | undefined;
  /** The number of times this process moved recorded instants back. State that was read before is then outdated. */
  moves = 0;

  constructor(database: Database, log: Logger) {
    this.#database = database;
    this.#log = log;
    this.#known = new KnownOutages(database);
  }

  /**
   * All outages, given the database's clock from a statement just made. If there was no heartbeat for too long, this process was
   * away with all others (on a machine that slept, for example): the outage is recorded before any life is evaluated.
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

  /** The recorded state at an instant of the database, or within the second before. */
  async #stateAt(databaseNow: number): Promise<ServiceState> {
    const current = this.#state;
    const known = await current;
    // After a clock was set back, the state is old, too.
    if (known !== undefined && Math.abs(databaseNow - known.databaseNow) <= KNOWN_FOR_MS) return known;
    // The first caller that finds it old reads it for all.
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

  /** For public reads, which record nothing. */
  async known(): Promise<readonly Span[]> {
    const { outageVersion } = await findServiceState(this.#database);
    return this.#known.upTo(outageVersion);
  }

  /** Sends a heartbeat. Records a silence before it, and moves back instants that a fast clock has recorded. */
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
        this.#log.error(
          { aheadMs: lead },
          "the clock ran ahead and was set back: its recorded instants were moved back",
        );
        return undefined;
      }
      // Another process recorded it first.
      if (from === null || !isSilent(from, until)) return undefined;
      await insertOutage(tx, { from, until, foundBy: "heartbeat", reason: null, recordedAt: until });
      await saveBeatAfterSilence(tx, {});
      return { from, until };
    });
    if (silence !== undefined) this.#log.warn(silence, "the service was away: that time counts for no creature");
  }
}
