// How much is in work at a time. A server that takes on more than it can do answers everybody late; this one answers some
// at once that they should come again, and the others in time (decision 0061).
import { stopwatch } from "../clock.ts";
import { Failure } from "./errors.ts";

/** What all bodies that are being received may take together. */
const MAX_BODY_BYTES = 64 * 1024 * 1024;
/** Those who are turned away come again one, two or three seconds later, not all at once. */
const SPREAD_SECONDS = 3;

/**
 * A database that pauses for a moment makes a pile even where there is time to spare. A pile may grow for so long, and to so
 * many times the limit. One that is not worked off, down to a share of the limit and with nobody turned away for a while, is
 * overload.
 */
const PILE_MS = 2_000;
const PILE_TIMES = 16;
const CALM_SHARE = 1 / 2;
const CALM_MS = 1_000;

export class Gate {
  readonly limit: number;
  readonly #clock: () => number;
  #inWork = 0;
  #bodyBytes = 0;
  #turnedAway = 0;
  #pileSince: number | undefined;
  #lastRefusedAt = -Infinity;

  /** The clock runs in milliseconds and never goes back. */
  constructor(limit: number, clock = stopwatch) {
    this.limit = limit;
    this.#clock = clock;
  }

  get inWork(): number {
    return this.#inWork;
  }

  /** Whether one more may enter. */
  hasRoom(): boolean {
    if (this.#inWork < this.limit) return true;
    const now = this.#clock();
    this.#pileSince ??= now;
    if (now - this.#pileSince < PILE_MS && this.#inWork < PILE_TIMES * this.limit) return true;
    this.#lastRefusedAt = now;
    return false;
  }

  enter(): void {
    this.#inWork++;
  }

  leave(): void {
    this.#inWork--;
    if (this.#pileSince === undefined || this.#inWork > CALM_SHARE * this.limit) return;
    if (this.#clock() - this.#lastRefusedAt > CALM_MS) this.#pileSince = undefined;
  }

  /**
   * Gives up the place while a client sends, so that slow ones take none from the others. Throws when there is no place
   * any more afterwards.
   */
  async outside<Result>(waiting: () => Promise<Result>): Promise<Result> {
    this.leave();
    let hasRoom = true;
    const result = await waiting().finally(() => {
      hasRoom = this.hasRoom();
      this.enter();
    });
    if (!hasRoom) throw this.busy();
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
    this.#turnedAway = (this.#turnedAway + 1) % BUSY.length;
    return BUSY[this.#turnedAway] as Failure;
  }
}

/** Made once: a new error takes down where it was made, which is much of the work of saying no. */
const BUSY = Array.from({ length: SPREAD_SECONDS }, (_, index) => {
  const seconds = index + 1;
  return new Failure(503, "The service is busy", {
    suggestion: `Nothing has changed. Wait ${seconds} ${seconds === 1 ? "second" : "seconds"} and call again; a write with the same Idempotency-Key.`,
    headers: { "retry-after": String(seconds) },
  });
});
