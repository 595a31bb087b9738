// Detects a service without requests. A process that answers requests and also does the worker's part sees every request, so
// without any its loops may rest longer. The next request wakes them (QUIET-1).
import { stopwatch } from "./clock.ts";

/** Time after the last request: by then roll-ups include its changes. */
const QUIET_AFTER_MS = 30_000;

export class QuietMonitor {
  /** When the last request ended. Infinity in a worker without requests, which never rests longer. */
  #emptySince = Infinity;
  #open = 0;
  readonly #wakers = new Set<() => void>();

  /** Called in a process that sees every request. */
  watch(): void {
    this.#emptySince = stopwatch();
  }

  /** Notes a request, until the returned function is called: late, for a stream or a long poll. */
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

  /** Calls `wake` with every request, until the returned function is called. */
  onRequest(wake: () => void): () => void {
    this.#wakers.add(wake);
    return () => void this.#wakers.delete(wake);
  }
}

export const quiet = new QuietMonitor();
