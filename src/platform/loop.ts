// Runs rounds of work every few seconds. Rounds never overlap.
import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "pino";
import { quiet } from "./quiet.ts";

const REST_AFTER_FAILURE_MS = 1_000;

/** Thrown into a round when the process stops. It is not a fault of the round. */
export class LoopStopped extends Error {}

interface RoundMetrics {
  roundEnded(name: string, ok: boolean): void;
}

export interface Round {
  readonly name: string;
  /** The delay between two rounds. */
  readonly everyMs: number;
  /** A longer delay for a service without requests. The next request ends it. */
  readonly quietMs?: number;
  /** Returns whether more work remains, which starts the next round immediately. */
  run(): Promise<boolean | void>;
}

export class Loop {
  readonly #round: Round;
  readonly #log: Logger;
  readonly #metrics: RoundMetrics | undefined;
  readonly #stopped = new AbortController();
  readonly #done: Promise<void>;

  constructor(round: Round, log: Logger, metrics?: RoundMetrics) {
    this.#round = round;
    this.#log = log;
    this.#metrics = metrics;
    this.#done = this.#go();
  }

  /** Ends the loop. Resolves after the running round. */
  async stop(): Promise<void> {
    this.#stopped.abort();
    await this.#done;
  }

  async #go(): Promise<void> {
    const { signal } = this.#stopped;
    while (!signal.aborted) {
      const rest = await this.#runOnce();
      const { quietMs = 0 } = this.#round;
      if (rest > 0 && quietMs > rest && quiet.isQuiet) await this.#restUntilRequest(quietMs);
      // An abort only ends the delay.
      else await sleep(rest, undefined, { signal }).catch(() => {});
    }
  }

  async #restUntilRequest(ms: number): Promise<void> {
    const awake = new AbortController();
    const forget = quiet.onRequest(() => awake.abort());
    const signal = AbortSignal.any([this.#stopped.signal, awake.signal]);
    await sleep(ms, undefined, { signal }).catch(() => {});
    forget();
  }

  async #runOnce(): Promise<number> {
    try {
      const more = await this.#round.run();
      this.#metrics?.roundEnded(this.#round.name, true);
      return more === true ? 0 : this.#round.everyMs;
    } catch (thrown) {
      if (thrown instanceof LoopStopped) return REST_AFTER_FAILURE_MS;
      this.#metrics?.roundEnded(this.#round.name, false);
      this.#log.error({ err: thrown, round: this.#round.name }, "a worker round failed");
      return Math.max(this.#round.everyMs, REST_AFTER_FAILURE_MS);
    }
  }
}
