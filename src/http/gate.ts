// How much is in work at a time. A server that takes on more than it can do answers everybody late; this one answers some
// at once that they should come again, and the others in time (decision 0061).
import { Failure } from "./errors.ts";

/** What all bodies that are being received may take together. */
const MAX_BODY_BYTES = 64 * 1024 * 1024;
/** Those who are turned away come again one, two or three seconds later, not all at once. */
const SPREAD_SECONDS = 3;

export class Gate {
  readonly limit: number;
  #inWork = 0;
  #bodyBytes = 0;
  #turnedAway = 0;

  constructor(limit: number) {
    this.limit = limit;
  }

  get inWork(): number {
    return this.#inWork;
  }

  get isFull(): boolean {
    return this.#inWork >= this.limit;
  }

  enter(): void {
    this.#inWork++;
  }

  leave(): void {
    this.#inWork--;
  }

  /**
   * Gives up the place while a client sends, so that slow ones take none from the others. Throws when there is no place
   * any more afterwards.
   */
  async outside<Result>(waiting: () => Promise<Result>): Promise<Result> {
    this.leave();
    const result = await waiting().finally(() => this.enter());
    if (this.#inWork > this.limit) throw this.busy();
    return result;
  }

  /** Gives up the place while the caller waits for something to happen. All that is left to do then is to answer. */
  async aside<Result>(waiting: () => Promise<Result>): Promise<Result> {
    this.leave();
    return waiting().finally(() => this.enter());
  }

  /** Whether there is memory for more of a body. What was taken must be given back. */
  takeBytes(count: number): boolean {
    if (this.#bodyBytes + count > MAX_BODY_BYTES) return false;
    this.#bodyBytes += count;
    return true;
  }

  giveBackBytes(count: number): void {
    this.#bodyBytes -= count;
  }

  /** What somebody gets for whom there is no place. */
  busy(): Failure {
    this.#turnedAway = (this.#turnedAway + 1) % SPREAD_SECONDS;
    const seconds = 1 + this.#turnedAway;
    return new Failure(503, "The service is busy", {
      suggestion: `Nothing has changed. Wait ${seconds} ${seconds === 1 ? "second" : "seconds"} and call again; a write with the same Idempotency-Key.`,
      headers: { "retry-after": String(seconds) },
    });
  }
}
