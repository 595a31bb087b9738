// Detects a service without requests. A process that both answers requests and does the worker's part sees every request, so its
// loops may wait longer when there are none. The next request wakes them (QUIET-1).
import { stopwatch } from "./clock.ts";

/** Time after the last request, sufficient for roll-ups to include its changes. */
const QUIET_AFTER_MS = 30_000;

export class QuietMonitor {
  /** The time at which the last request ended. Remains Infinity in a worker without requests, which is never quiet. */
  #emptySince = Infinity;
  #open = 0;
  readonly #wakers = new Set<() => void>();

  /** Called in a process that sees every request. */
  watch(): void {
    this.#emptySince = stopwatch();
  }

  /** Marks a request as open until the returned function is called. A stream or a long poll may stay open for a long time. */
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

  /** Calls `wake` on every request until the returned function is called. */
  onRequest(wake: () => void): () => void {
    this.#wakers.add(wake);
    return () => void this.#wakers.delete(wake);
  }
}

export const quiet = new QuietMonitor();
