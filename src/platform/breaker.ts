// Implements a circuit breaker. After several consecutive failures, calls fail immediately for a while instead of waiting for a
// timeout. Then one call may try again.

export interface BreakerOptions {
  readonly failures: number;
  readonly restMs: number;
  /** Returns a stopwatch reading in milliseconds. */
  readonly now: () => number;
}

export class Breaker {
  readonly #options: BreakerOptions;
  #failures = 0;
  #restsUntil = 0;

  constructor(options: BreakerOptions) {
    this.#options = options;
  }

  get isResting(): boolean {
    return this.#failures >= this.#options.failures && this.#options.now() < this.#restsUntil;
  }

  /** Returns whether a call may be made. After the pause, only one call may try until its result is known. */
  mayTry(): boolean {
    if (this.#failures < this.#options.failures) return true;
    if (this.isResting) return false;
    this.#rest();
    return true;
  }

  succeeded(): void {
    this.#failures = 0;
  }

  failed(): void {
    this.#failures += 1;
    if (this.#failures >= this.#options.failures) this.#rest();
  }

  #rest(): void {
    this.#restsUntil = this.#options.now() + this.#options.restMs;
  }
}
