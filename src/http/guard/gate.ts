// How much is in work at a time. A server that takes on more than it can do answers everybody late; this one answers some
// at once that they should come again, and the others in time (decision 0022).
import { stopwatch } from "../../platform/clock.ts";
import type { SlotOwner } from "../../platform/slot.ts";
import { Slot, holding } from "../../platform/slot.ts";
import { Failure } from "../respond/errors.ts";

/** What all bodies that are being received may take together. */
const MAX_BODY_BYTES = 64 * 1024 * 1024;
/** Those who are turned away come again one, two or three seconds later, not all at once. */
const SPREAD_SECONDS = 3;

/**
 * A database that pauses for a moment makes a pile even where there is time to spare. Whoever comes then waits at the door. A
 * pile, in work or at the door, may last for so long, and again after each time that it has sunk to half, and grow to so many
 * times the limit. One that does not sink is overload; it is over when it has sunk to a share of the limit and nobody was
 * turned away for a while.
 */
const PILE_MS = 2_500;
const PILE_TIMES = 20;
const SUNK_SHARE = 1 / 2;
const CALM_SHARE = 1 / 2;
const CALM_MS = 1_000;

/** Somebody who waits at the door. */
interface Waiting {
  readonly start: () => void;
  readonly isGone: () => boolean;
}

export class Gate {
  readonly limit: number;
  readonly #clock: () => number;
  readonly #door: Waiting[] = [];
  #isLettingIn = false;
  #inWork = 0;
  #bodyBytes = 0;
  #turnedAway = 0;
  #pileSince: number | undefined;
  #pileHeight = 0;
  #lastRefusedAt = -Infinity;
  readonly #owner: SlotOwner = {
    freed: () => this.#freed(),
    taken: () => this.#taken(),
    takenAtOnce: () => void this.#inWork++,
    refuseIfBusy: () => {
      if (!this.hasRoom()) throw this.busy();
    },
  };

  /** The clock runs in milliseconds and never goes back. */
  constructor(limit: number, clock = stopwatch) {
    this.limit = limit;
    this.#clock = clock;
  }

  get inWork(): number {
    return this.#inWork;
  }

  get atDoor(): number {
    return this.#door.length;
  }

  /** Whether one more may come, to work or to wait. */
  hasRoom(): boolean {
    if (this.#inWork < this.limit) return true;
    const now = this.#clock();
    this.#pileSince ??= now;
    if (now - this.#pileSince < PILE_MS && this.#pile < PILE_TIMES * this.limit) {
      this.#pileHeight = Math.max(this.#pileHeight, this.#pile + 1);
      return true;
    }
    this.#lastRefusedAt = now;
    return false;
  }

  /** Starts at once where there is a place, else in turn. Whoever is gone by then is not started. */
  admit(start: () => void, isGone: () => boolean): void {
    if (this.#inWork < this.limit) return start();
    this.#door.push({ start, isGone });
  }

  /** A request that is in work from now on. */
  enter(isGone?: () => boolean): Slot {
    this.#inWork++;
    return new Slot(this.#owner, isGone);
  }

  /**
   * Does a part of a request that has given its own slot up in a slot for this part, which it waits for. Throws when the service
   * is too busy.
   */
  async part<Result>(isGone: () => boolean, work: () => Promise<Result>): Promise<Result> {
    this.#owner.refuseIfBusy();
    await this.#owner.taken();
    return holding(new Slot(this.#owner, isGone), work);
  }

  #freed(): void {
    this.#inWork--;
    if (this.#inWork < this.limit) this.#letIn();
    if (this.#pileSince === undefined) return;
    const isOver = this.#pile <= CALM_SHARE * this.limit;
    if (!isOver && this.#pile > SUNK_SHARE * this.#pileHeight) return;
    const now = this.#clock();
    if (now - this.#lastRefusedAt <= CALM_MS) return;
    this.#pileSince = isOver ? undefined : now;
    this.#pileHeight = this.#pile;
  }

  get #pile(): number {
    return this.#inWork + this.#door.length;
  }

  /** Starts those who have waited for longest, while there are places. */
  #letIn(): void {
    // Whoever starts may give up the place at once, to receive a body, and so come here again.
    if (this.#isLettingIn) return;
    this.#isLettingIn = true;
    try {
      while (this.#inWork < this.limit) {
        const next = this.#door.shift();
        if (next === undefined) return;
        if (!next.isGone()) next.start();
      }
    } finally {
      this.#isLettingIn = false;
    }
  }

  async #taken(): Promise<void> {
    if (this.#inWork < this.limit) {
      this.#inWork++;
      return;
    }
    const { promise, resolve } = Promise.withResolvers<void>();
    const start = (): void => {
      this.#inWork++;
      resolve();
    };
    this.#door.unshift({ start, isGone: () => false });
    await promise;
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
