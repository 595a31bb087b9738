// Buffers visits. Most status calls are visits, and saving each one separately would cost more than the rest of the call. They
// are therefore saved together a second later. If a process is killed before that, a keeper may get some events twice; nothing
// else is lost.
import type { Logger } from "pino";
import type { TransactionalDb } from "../../platform/database/db.ts";
import { saveForAgents } from "../../platform/database/nodes.ts";
import { saveVisits } from "../agents/store/visits.ts";
import { StateLog } from "../../platform/observability/state-log.ts";

const SAVE_AFTER_MS = 1_000;
/** Bounds the buffer while the database is down. */
const MAX_BUFFERED = 100_000;

export class VisitBuffer {
  readonly #db: TransactionalDb;
  readonly #state: StateLog;
  readonly #buffered = new Map<string, number>();
  /** The last saved batch. A running request may have read the database before that save. */
  #saved: ReadonlyMap<string, number> = new Map();
  #timer: NodeJS.Timeout | undefined;

  constructor(db: TransactionalDb, log: Logger) {
    this.#db = db;
    this.#state = new StateLog(log, "saving visits");
  }

  /** Returns the last visit of an agent. `saved` is the visit that the caller read from the database. */
  lastOf(agentId: string, saved: number | null): number | null {
    const buffered = this.#buffered.get(agentId) ?? this.#saved.get(agentId);
    return buffered === undefined ? saved : Math.max(buffered, saved ?? buffered);
  }

  add(agentId: string, at: number): void {
    if (this.#buffered.size >= MAX_BUFFERED) this.#buffered.clear();
    this.#buffered.set(agentId, at);
    this.#timer ??= this.#scheduleSave();
  }

  async save(): Promise<void> {
    if (this.#buffered.size === 0) return;
    const saving = new Map(this.#buffered);
    const unsaved = await saveForAgents(this.#db, [...saving], ([agentId]) => agentId, saveVisits);
    for (const [agentId] of unsaved) saving.delete(agentId);
    this.#saved = saving;
    for (const [agentId, at] of saving) if (this.#buffered.get(agentId) === at) this.#buffered.delete(agentId);
  }

  async #saveNow(): Promise<void> {
    try {
      await this.save();
      this.#state.worked();
    } catch (thrown) {
      this.#state.failed(thrown);
    }
    this.#timer = this.#buffered.size === 0 ? undefined : this.#scheduleSave();
  }

  #scheduleSave(): NodeJS.Timeout {
    return setTimeout(() => void this.#saveNow(), SAVE_AFTER_MS).unref();
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer);
    await this.save().catch((thrown: unknown) => this.#state.failed(thrown));
  }
}
