// The outages for a process that answers requests: its sign of life, and the recording of the silence before it.
import type { Logger } from "pino";
import type { Span } from "@denkeeper/rules/time/span.ts";
import type { Database } from "../../store/db/db.ts";
import type { ServiceState } from "../../store/operations/outages.ts";
import {
  findServiceState,
  insertOutage,
  isSilent,
  lockOutages,
  saveBeat,
  saveBeatAfterSilence,
} from "../../store/operations/outages.ts";
import { KnownOutages } from "./known-outages.ts";

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
