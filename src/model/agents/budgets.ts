// What an account may leave behind in a day (ROOM-2, ROOM-3), and who leaves most. Counted by each process alone: it bounds
// what is stored, and bills nothing.
import type { Millis, RealInstant, Seconds } from "@denkeeper/rules/time/units.ts";
import { DAY_MS } from "@denkeeper/rules/time/durations.ts";
import type { Caller } from "./store/callers.ts";
import { LocalWindows } from "../../platform/local-windows.ts";

const KB = 1024;

/** A day is UTC's. `RATE_LIMIT_FACTOR` multiplies all of them. */
const DAILY = {
  /** Bytes of stored answers. */
  answers: 2 * KB * KB,
  /** Actions of care, each an entry of the log that stays for good. No fewer than care alone may make. */
  actions: 17_500,
  adoptions: 60,
  /** Bytes of notes and items. A house of more than four creatures has more. */
  words: 64 * KB,
} as const;
const WORDS_PER_CREATURE = 16 * KB;
/** What an entry of the log takes with its indexes (docs/scale.md). */
const ENTRY_BYTES = 195;
const MOST_WRITERS = 10_000;

export interface Writer {
  readonly agent: string;
  readonly bytes: number;
}

/** Who is counted: an account, or all its sitters. */
type BudgetHolder = Pick<Caller, "agent" | "sitter">;

export class Budgets {
  readonly #factor: number;
  readonly #windows = new LocalWindows();
  readonly #writers = new Map<string, Writer>();
  #day = 0;

  constructor(factor: number) {
    this.#factor = factor;
  }

  /** Whether one more fits into the budget of the day; if so, it counts. */
  spend(budget: "actions" | "adoptions", by: BudgetHolder, now: RealInstant): boolean {
    return this.#spend(budget, by, 1, DAILY[budget], now);
  }

  /** Whether these words can be kept; if so, they count. */
  spendWords(by: BudgetHolder, creatures: number, bytes: number, now: RealInstant): boolean {
    return this.#spend("words", by, bytes, Math.max(DAILY.words, creatures * WORDS_PER_CREATURE), now);
  }

  /** Counts an answer that is stored, whether it fits or not. */
  countAnswer(by: BudgetHolder, bytes: number, now: RealInstant): void {
    this.#windows.hit(keyOf("answers", by), dayLeftMs(now), now, bytes);
  }

  hasRoomForAnswers(by: BudgetHolder, now: RealInstant): boolean {
    return this.#windows.countOf(keyOf("answers", by), now) < DAILY.answers * this.#factor;
  }

  /** Notes what was stored for a caller: entries of the log, and bytes besides. */
  wrote({ agent }: Pick<Caller, "agent">, entries: number, bytes: number, now: RealInstant): void {
    const day = Math.floor(now / DAY_MS);
    if (day !== this.#day || this.#writers.size >= MOST_WRITERS) this.#writers.clear();
    this.#day = day;
    const before = this.#writers.get(agent.id);
    const written = (before?.bytes ?? 0) + entries * ENTRY_BYTES + bytes;
    this.#writers.set(agent.id, { agent: before?.agent ?? agent.username, bytes: written });
  }

  /** The accounts that wrote most today, through this process. */
  topWriters(count: number): readonly Writer[] {
    return [...this.#writers.values()].toSorted((a, b) => b.bytes - a.bytes).slice(0, count);
  }

  #spend(budget: keyof typeof DAILY, by: BudgetHolder, amount: number, max: number, now: RealInstant): boolean {
    const key = keyOf(budget, by);
    if (this.#windows.countOf(key, now) + amount > max * this.#factor) return false;
    this.#windows.hit(key, dayLeftMs(now), now, amount);
    return true;
  }
}

function keyOf(budget: keyof typeof DAILY, { agent, sitter }: BudgetHolder): string {
  return `${budget} ${agent.id} ${sitter === undefined ? "" : "sitters"}`;
}

export function secondsOfDayLeft(now: RealInstant): Seconds {
  return Math.ceil(dayLeftMs(now) / 1000);
}

function dayLeftMs(now: RealInstant): Millis {
  return DAY_MS - (now % DAY_MS);
}
