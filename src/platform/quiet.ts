// Whether anybody is here. A process that answers requests and also does the worker's part sees everyone who comes, so
// while nobody does its loops may rest longer, and the next request wakes them (QUIET-1).
import { stopwatch } from "./clock.ts";

/** So long after the last request the house is quiet: whatever that changed has been rolled up by then. */
const QUIET_AFTER_MS = 30_000;

export class QuietMonitor {
  /** When the last request ended. Infinity where requests go to other processes: such a worker never rests longer. */
  #emptySince = Infinity;
  #open = 0;
  readonly #wakers = new Set<() => void>();

  /** From now on this process sees every request there is. */
  watch(): void {
    this.#emptySince = stopwatch();
  }

  /** A request has come; call what it returns when it has ended. A stream or a long poll ends late. */
  enter(): () => void {
    this.#open++;
    for (const wake of this.#wakers) wake();
    return () => {
      this.#open--;
      if (this.#emptySince < Infinity) this.#emptySince = stopwatch();
    };
  }

  get isQuiet(): boolean {
    return this.#open === 0 && stopwatch() - this.#emptySince > QUIET_AFTER_MS;
  }

  /** Calls `wake` with every request until what it returns is called. */
  onRequest(wake: () => void): () => void {
    this.#wakers.add(wake);
    return () => void this.#wakers.delete(wake);
  }
}

/** This process's. */
export const quiet = new QuietMonitor();
