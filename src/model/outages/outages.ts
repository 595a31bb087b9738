// Outages and heartbeats, and recording a silence before any life is evaluated.
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
    while (version > this.#version) await (this.#reading ??= this.#read(version));
    return this.#spans;
  }

  /**
   * A worker's present: the clock, but never later than the newest sign of life of the API. What comes after may turn out
   * to be an outage; up to there it is certain, since an outage begins at the newest sign of life before it.
   */
  async present(clock: () => number): Promise<JudgingHorizon> {
    const { databaseNow, newestBeat, outageVersion } = await findServiceState(this.#db);
    const outages = await this.upTo(outageVersion);
    return { now: Math.min(clock(), newestBeat ?? Infinity), databaseNow, outages };
  }

  /** Knows `version` afterward, even where rows of the list were lost, as in half a restore. */
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

/** How far the newest sign of life lies ahead of the clock, where that was set back; else 0. */
function leadOf({ newestBeat, databaseNow }: ServiceState): number {
  const lead = newestBeat === null ? 0 : newestBeat - databaseNow;
  return lead > TOLERATED_LEAD_MS ? lead : 0;
}

/** Whether no process has given a sign of life for so long that it is an outage. */
function isSilent(newestBeat: number | null, databaseNow: number): boolean {
  return newestBeat !== null && databaseNow - newestBeat > TOLERATED_SILENCE_MS;
}

/** For so long a process judges lives by what it last read of outages. */
const KNOWN_FOR_MS = 1_000;

export class Outages {
  readonly #database: Database;
  readonly #log: Logger;
  readonly #known: KnownOutages;
  #state: Promise<ServiceState> | undefined;
  /** How often this process has moved back what is recorded: what was read before holds no more. */
  moves = 0;

  constructor(database: Database, log: Logger) {
    this.#database = database;
    this.#log = log;
    this.#known = new KnownOutages(database);
  }

  /**
   * All outages, when a statement has just read the database's clock. When nobody has given a sign of life for too long,
   * this process was away with the others (on a machine that slept, for one): that is recorded before anybody is looked at.
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

  /** Outages were recorded: this process reads them before it looks at anybody. */
  changed(): void {
    this.#state = undefined;
  }

  /** What is recorded at an instant of the database, or was within the last second. */
  async #stateAt(databaseNow: number): Promise<ServiceState> {
    const asked = this.#state;
    const known = await asked;
    // A clock that was set back makes it old, too.
    if (known !== undefined && Math.abs(databaseNow - known.databaseNow) <= KNOWN_FOR_MS) return known;
    // The first to find it old reads it for all who wait.
    if (this.#state === asked || this.#state === undefined) this.#state = this.#readState();
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

  /** For what everybody may look at, which records nothing. */
  async known(): Promise<readonly Span[]> {
    const { outageVersion } = await findServiceState(this.#database);
    return this.#known.upTo(outageVersion);
  }

  /** Says that this process answers requests. Records the silence before it, and sets back what a clock ahead has recorded. */
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
          "the clock ran ahead and was set back: what it recorded meanwhile is moved back",
        );
        return undefined;
      }
      // Whoever was faster has recorded it.
      if (from === null || !isSilent(from, until)) return undefined;
      await insertOutage(tx, { from, until, foundBy: "heartbeat", reason: null, recordedAt: until });
      await saveBeatAfterSilence(tx, {});
      return { from, until };
    });
    if (silence !== undefined) this.#log.warn(silence, "the service was away: that time counts for no creature");
  }
}
