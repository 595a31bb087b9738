// Runs work every few seconds. Rounds never overlap and use only a small share of the time: slower work runs less
// often.
import { AsyncLocalStorage } from "node:async_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "pino";
import { stopwatch } from "./clock.ts";
import { quiet } from "./quiet.ts";

/** A round that took a second is repeated after twenty at the earliest. */
const REST_FACTOR = 20;
/** Nothing that is rolled up may be older than a minute, unless its round says so. */
const LONGEST_MS = 50_000;
const REST_AFTER_FAILURE_MS = 1_000;

/** Thrown by what a round uses once the process stops: not a fault of the round. */
export class Stopping extends Error {}

/** What the running round has cost so far, where what it uses tells. */
const running = new AsyncLocalStorage<{ costMs?: number }>();

/** Counts toward the rest of the running round, instead of the time it takes: waiting behind others costs nothing. */
export function spend(ms: number): void {
  const cost = running.getStore();
  if (cost !== undefined) cost.costMs = (cost.costMs ?? 0) + ms;
}

/** What the work returns and what it cost, which is the time it took unless what it uses tells. */
export async function costed<Result>(work: () => Promise<Result>) {
  const cost: { costMs?: number } = {};
  const started = stopwatch();
  const result = await running.run(cost, work);
  const tookMs = stopwatch() - started;
  return { result, tookMs, costMs: cost.costMs ?? tookMs };
}

interface RoundMetrics {
  roundEnded(name: string, ok: boolean): void;
}

export interface Round {
  readonly name: string;
  /** The rest between two rounds, at least. */
  readonly everyMs: number;
  /** Whether the rest is the same however long a round took: for what must not come late. */
  readonly steady?: true;
  /** How long a round and its rest may take together. */
  readonly longestMs?: number;
  /** The rest while nobody is here, if longer; the next request ends it. */
  readonly quietMs?: number;
  /** Whether there is more to do: then it goes on at once. */
  run(): Promise<boolean | void>;
}

/** What the last two rounds cost, the newest last. */
type Before = readonly [number, number];

/**
 * How long to rest after a round that cost `costMs`, when the two before cost `beforeMs`. Only three slow ones in a row
 * stretch it: on a busy machine one says little about the next, and the first two of a new worker may both wait for what
 * others catch up with.
 */
export function restMs(everyMs: number, costMs: number, beforeMs: Before, mostMs = LONGEST_MS - costMs): number {
  return Math.max(everyMs, Math.min(REST_FACTOR * Math.min(costMs, ...beforeMs), mostMs));
}

export class Loop {
  readonly #round: Round;
  readonly #log: Logger;
  readonly #metrics: RoundMetrics | undefined;
  readonly #stopped = new AbortController();
  readonly #done: Promise<void>;
  #beforeMs: Before = [0, 0];

  constructor(round: Round, log: Logger, metrics?: RoundMetrics) {
    this.#round = round;
    this.#log = log;
    this.#metrics = metrics;
    this.#done = this.#go();
  }

  /** Ends the loop; resolves when the running round has ended. */
  async stop(): Promise<void> {
    this.#stopped.abort();
    await this.#done;
  }

  async #go(): Promise<void> {
    const { signal } = this.#stopped;
    while (!signal.aborted) {
      const rest = await this.#once();
      const { quietMs = 0 } = this.#round;
      if (rest > 0 && quietMs > rest && quiet.isQuiet) await this.#restQuietly(quietMs);
      // Waking early is what an abort is for.
      else await sleep(rest, undefined, { signal }).catch(() => {});
    }
  }

  async #restQuietly(ms: number): Promise<void> {
    const awake = new AbortController();
    const forget = quiet.onRequest(() => awake.abort());
    const signal = AbortSignal.any([this.#stopped.signal, awake.signal]);
    await sleep(ms, undefined, { signal }).catch(() => {});
    forget();
  }

  async #once(): Promise<number> {
    try {
      const { result: more, tookMs, costMs } = await costed(() => this.#round.run());
      this.#metrics?.roundEnded(this.#round.name, true);
      if (more === true) return 0;
      const { everyMs, steady, longestMs = LONGEST_MS } = this.#round;
      const beforeMs = this.#beforeMs;
      this.#beforeMs = [beforeMs[1], costMs];
      return steady === true ? everyMs : restMs(everyMs, costMs, beforeMs, longestMs - tookMs);
    } catch (thrown) {
      if (thrown instanceof Stopping) return REST_AFTER_FAILURE_MS;
      this.#metrics?.roundEnded(this.#round.name, false);
      this.#log.error({ err: thrown, round: this.#round.name }, "a worker round failed");
      return Math.max(this.#round.everyMs, REST_AFTER_FAILURE_MS);
    }
  }
}
