// A circuit breaker: after several failures in a row, calls fail immediately for a while instead of each waiting for a
// timeout. Then one call may try again.

export interface BreakerOptions {
  readonly failures: number;
  readonly restMs: number;
  /** A stopwatch in milliseconds. */
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

  /** Whether a call may be made. After a rest one call may; the others wait for its result. */
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
