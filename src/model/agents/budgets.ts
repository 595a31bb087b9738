// Limits how much an account may store in a day (ROOM-2, ROOM-3), and finds the accounts that store most. Each process counts for
// itself, because the limits only bound storage and nothing is billed by them.
import type { Millis, RealInstant, Seconds } from "@denkeeper/rules/time/units.ts";
import { DAY_MS } from "@denkeeper/rules/time/durations.ts";
import type { Caller } from "./store/callers.ts";
import { LocalWindows } from "../../platform/local-windows.ts";

const KB = 1024;

/** Limits per UTC day, multiplied by `RATE_LIMIT_FACTOR`. */
const DAILY = {
  /** Bytes of stored answers. */
  answers: 2 * KB * KB,
  /** Care actions, each a permanent log entry. Exceeds the 17,280 that the rate limit of the care call allows. */
  actions: 17_500,
  adoptions: 60,
  /** Bytes of notes and items, in houses of up to four creatures. */
  words: 64 * KB,
} as const;
/** Bytes of notes and items for each creature of a larger house. */
const WORDS_PER_CREATURE = 16 * KB;
/** Bytes of a log entry with its indexes (docs/scale.md). */
const ENTRY_BYTES = 195;
const MOST_WRITERS = 10_000;

export interface Writer {
  readonly agent: string;
  readonly bytes: number;
}

/** The account whose storage is counted. All sitters of an account share a separate budget. */
type BudgetHolder = Pick<Caller, "agent" | "sitter">;

export class Budgets {
  readonly #factor: number;
  readonly #windows = new LocalWindows();
  readonly #writers = new Map<string, Writer>();
  #day = 0;

  constructor(factor: number) {
    this.#factor = factor;
  }

  /** Counts one more action or adoption unless that would exceed the daily budget. Returns whether it was counted. */
  spend(budget: "actions" | "adoptions", by: BudgetHolder, now: RealInstant): boolean {
    return this.#spend(budget, by, { amount: 1, max: DAILY[budget] }, now);
  }

  /** Counts these bytes of text unless they would exceed the budget. Returns whether they were counted. */
  spendWords(by: BudgetHolder, creatures: number, bytes: number, now: RealInstant): boolean {
    return this.#spend("words", by, { amount: bytes, max: Math.max(DAILY.words, creatures * WORDS_PER_CREATURE) }, now);
  }

  /** Counts the bytes of a stored answer, even beyond the budget. */
  countAnswer(by: BudgetHolder, bytes: number, now: RealInstant): void {
    this.#windows.hit(keyOf("answers", by), dayLeftMs(now), now, bytes);
  }

  hasRoomForAnswers(by: BudgetHolder, now: RealInstant): boolean {
    return this.#windows.countOf(keyOf("answers", by), now) < DAILY.answers * this.#factor;
  }

  /** Adds stored log entries and other bytes to the caller's total for `topWriters`. */
  wrote({ agent }: Pick<Caller, "agent">, entries: number, bytes: number, now: RealInstant): void {
    const day = Math.floor(now / DAY_MS);
    if (day !== this.#day || this.#writers.size >= MOST_WRITERS) this.#writers.clear();
    this.#day = day;
    const before = this.#writers.get(agent.id);
    const written = (before?.bytes ?? 0) + entries * ENTRY_BYTES + bytes;
    this.#writers.set(agent.id, { agent: before?.agent ?? agent.username, bytes: written });
  }

  /** Returns the accounts that stored the most data today, as counted by this process. */
  topWriters(count: number): readonly Writer[] {
    return [...this.#writers.values()].toSorted((a, b) => b.bytes - a.bytes).slice(0, count);
  }

  #spend(
    budget: keyof typeof DAILY,
    by: BudgetHolder,
    { amount, max }: { readonly amount: number; readonly max: number },
    now: RealInstant,
  ): boolean {
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
