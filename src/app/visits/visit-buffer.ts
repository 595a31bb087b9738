// Visits that are still to be written down. Most calls of status are visits, and a write of its own for each would cost more
// than the whole of the call: they are noted here and saved together, a moment later. When a process is killed in this
// moment, a keeper is told once more what it has heard already, and nothing else.
import type { Logger } from "pino";
import type { Db } from "../../store/db/db.ts";
import { saveVisits } from "../../store/accounts/visits.ts";
import { StateLog } from "../../observability/state-log.ts";

const SAVE_AFTER_MS = 1_000;
/** While the database is away. */
const MOST_NOTED = 100_000;

export class VisitBook {
  readonly #db: Db;
  readonly #state: StateLog;
  readonly #noted = new Map<string, number>();
  #timer: NodeJS.Timeout | undefined;

  constructor(db: Db, log: Logger) {
    this.#db = db;
    this.#state = new StateLog(log, "saving visits");
  }

  /** The last visit of an agent, given what is saved. */
  lastOf(agentId: string, saved: number | null): number | null {
    const noted = this.#noted.get(agentId);
    return noted === undefined ? saved : Math.max(noted, saved ?? noted);
  }

  note(agentId: string, at: number): void {
    if (this.#noted.size >= MOST_NOTED) this.#noted.clear();
    this.#noted.set(agentId, at);
    this.#timer ??= this.#saveLater();
  }

  /** Saves what is noted. */
  async save(): Promise<void> {
    if (this.#noted.size === 0) return;
    const saving = new Map(this.#noted);
    await saveVisits(this.#db, saving);
    for (const [agentId, at] of saving) if (this.#noted.get(agentId) === at) this.#noted.delete(agentId);
  }

  async #saveNow(): Promise<void> {
    try {
      await this.save();
      this.#state.worked();
    } catch (thrown) {
      this.#state.failed(thrown);
    }
    this.#timer = this.#noted.size === 0 ? undefined : this.#saveLater();
  }

  #saveLater(): NodeJS.Timeout {
    return setTimeout(() => void this.#saveNow(), SAVE_AFTER_MS).unref();
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer);
    await this.save().catch((thrown: unknown) => this.#state.failed(thrown));
  }
}
