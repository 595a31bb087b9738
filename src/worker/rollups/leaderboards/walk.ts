// Walks all agents in batches: to build a leaderboard for the first time, and once a night.
import { EVERYBODY } from "../../../store/rollups/activity.ts";
import { listAgentIds } from "../../../store/rollups/leaderboard-sources.ts";
import type { AgentRange } from "../../../store/rollups/figures.ts";
import type { Db } from "../../../store/db/db.ts";

const AT_A_TIME = 5_000;

export async function* allAgents(db: Db): AsyncGenerator<readonly string[]> {
  // The nil UUID is nobody's, and all ids come after it.
  for (let after = EVERYBODY; ;) {
    const ids = await listAgentIds(db, { after, limit: AT_A_TIME });
    const last = ids.at(-1);
    if (last === undefined) return;
    yield ids;
    after = last;
  }
}

/** The same as ranges of ids, for statements that count them. */
export async function* rangesOfAgents(db: Db): AsyncGenerator<AgentRange> {
  for await (const ids of allAgents(db)) {
    const [first, last] = [ids[0], ids.at(-1)];
    if (first !== undefined && last !== undefined) yield { first, last };
  }
}

/** The best of many, of which only a few are kept: `better` sorts the better one first. */
export class Best<Item> {
  readonly #size: number;
  readonly #better: (a: Item, b: Item) => number;
  #items: Item[] = [];

  constructor(size: number, better: (a: Item, b: Item) => number) {
    this.#size = size;
    this.#better = better;
  }

  add(items: readonly Item[]): void {
    this.#items.push(...items);
    if (this.#items.length > 2 * this.#size) this.#trim();
  }

  list(): readonly Item[] {
    this.#trim();
    return this.#items;
  }

  #trim(): void {
    this.#items = this.#items.toSorted(this.#better).slice(0, this.#size);
  }
}

/** Scores are shown with one decimal. */
export function oneDecimal(value: number): number {
  return Math.round(value * 10) / 10;
}
