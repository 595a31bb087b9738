// Flowers and lamps that are not stored yet. A famous grave gets many at once and must not be a row that everybody waits
// for, so they are counted here and stored together. If a process is killed, the last seconds are lost.
import type { Logger } from "pino";
import { StateLog } from "../../observability/state-log.ts";
import { listTributes, saveTributes, type TributeKind, type TributeRow } from "../../store/creatures/tributes.ts";
import type { Transacting } from "../../store/db/db.ts";

const SAVE_EVERY_MS = 5_000;
/** Their keepers may have to wait for each other. */
const SAVED_AT_A_TIME = 100;
/** Creatures and kinds. Beyond it none is counted: memory is bounded while the database is away. */
const MOST_COUNTED = 10_000;

export class Tributes {
  readonly #db: Transacting;
  readonly #state: StateLog;
  readonly #counted = new Map<string, TributeRow>();
  #timer: NodeJS.Timeout | undefined;
  #saving: Promise<void> = Promise.resolve();
  #saves = 0;

  constructor(db: Transacting, log: Logger) {
    this.#db = db;
    this.#state = new StateLog(log, "saving flowers and lamps");
  }

  /** Counts one more. The first after a pause is stored at once; those of the next seconds wait for each other. */
  async add(agentId: string, creatureId: string, kind: TributeKind, by_agents: 0 | 1, at: number): Promise<void> {
    this.#count({ agent_id: agentId, creature_id: creatureId, kind, total: 1, by_agents, last_at: at }, 1);
    if (this.#timer === undefined) await this.#saveNow();
  }

  /** How many there are, with those that this process has not stored yet. */
  async of(agentId: string, creatureId: string): Promise<{ readonly flowers: number; readonly lamps: number }> {
    const saves = this.#saves;
    await this.#saving;
    const stored = await listTributes(this.#db, { agentId, creatureId });
    // What is stored meanwhile would count twice, or not at all.
    if (saves !== this.#saves) return this.of(agentId, creatureId);
    const totalOf = (kind: TributeKind): number =>
      (stored.find((row) => row.kind === kind)?.total ?? 0) + (this.#counted.get(`${creatureId} ${kind}`)?.total ?? 0);
    return { flowers: totalOf("flower"), lamps: totalOf("lamp") };
  }

  async save(): Promise<void> {
    this.#saves++;
    this.#saving = this.#saving.then(() => this.#saveCounted());
    await this.#saving;
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer);
    await this.save();
  }

  /** Adds a row to those that are counted, or takes it away. */
  #count(row: TributeRow, sign: 1 | -1): void {
    const key = `${row.creature_id} ${row.kind}`;
    const before = this.#counted.get(key) ?? { total: 0, by_agents: 0, last_at: 0 };
    const [total, by_agents] = [before.total + sign * row.total, before.by_agents + sign * row.by_agents];
    if (total <= 0) this.#counted.delete(key);
    else if (before.total > 0 || this.#counted.size < MOST_COUNTED)
      this.#counted.set(key, { ...row, total, by_agents, last_at: Math.max(before.last_at, row.last_at) });
  }

  async #saveNow(): Promise<void> {
    this.#timer = undefined;
    if (this.#counted.size === 0) return;
    this.#timer = setTimeout(() => void this.#saveNow(), SAVE_EVERY_MS).unref();
    await this.save();
  }

  async #saveCounted(): Promise<void> {
    const all = [...this.#counted.values()];
    try {
      for (let from = 0; from < all.length; from += SAVED_AT_A_TIME) {
        const rows = all.slice(from, from + SAVED_AT_A_TIME);
        await saveTributes(this.#db, rows, Math.max(...rows.map(({ last_at }) => last_at)));
        for (const row of rows) this.#count(row, -1);
      }
      this.#state.worked();
    } catch (thrown) {
      this.#state.failed(thrown);
    }
  }
}
