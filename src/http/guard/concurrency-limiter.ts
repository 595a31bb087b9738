// Limits how many requests run at a time. A server that takes on more than it can handle answers every request late. This one
// rejects some immediately with a 503 and answers the others in time (decision 0022).
//
// Each running request holds a slot. Requests that find no free slot wait in a queue: a database that pauses for a moment, or
// a machine that can do less for some seconds, fills all slots even well below capacity. When the queue is full, or the next
// in it has waited for MAX_WAIT_MS, requests that find no free slot are rejected.
import { stopwatch } from "../../platform/clock.ts";
import type { SlotOwner } from "../../platform/slot.ts";
import { Slot, holding } from "../../platform/slot.ts";
import { Failure } from "../respond/errors.ts";
import { counted } from "../../platform/counted.ts";

/** What all bodies that are being received may take together. */
const MAX_BODY_BYTES = 64 * 1024 * 1024;
/** Rejected requests retry one, two or three seconds later, not all at once. */
const SPREAD_SECONDS = 3;

const MAX_WAIT_MS = 2_500;
/** Running and queued requests. At full speed a queue of this length is less than a second of work. */
const MAX_LOAD_PER_SLOT = 20;

interface Queued {
  readonly start: () => void;
  readonly isGone: () => boolean;
  readonly since: number;
}

export class ConcurrencyLimiter {
  readonly slots: number;
  readonly #clock: () => number;
  readonly #queue: Queued[] = [];
  #isStartingQueued = false;
  #running = 0;
  #bodyBytes = 0;
  #rejected = 0;
  readonly #owner: SlotOwner = {
    freed: () => this.#freed(),
    taken: () => this.#taken(),
    takenAtOnce: () => void this.#running++,
    rejectIfOverloaded: () => {
      if (!this.hasRoom()) throw this.rejection();
    },
  };

  /** The clock runs in milliseconds and never goes back. */
  constructor(slots: number, clock = stopwatch) {
    this.slots = slots;
    this.#clock = clock;
  }

  get running(): number {
    return this.#running;
  }

  get queued(): number {
    return this.#queue.length;
  }

  /** Whether one more request may run or queue. */
  hasRoom(): boolean {
    if (this.#running < this.slots) return true;
    const waitedMs = this.#clock() - (this.#queue[0]?.since ?? Infinity);
    return waitedMs < MAX_WAIT_MS && this.#running + this.#queue.length < MAX_LOAD_PER_SLOT * this.slots;
  }

  /** Starts a request immediately if a slot is free, else in turn, unless its client has hung up by then. */
  admit(start: () => void, isGone: () => boolean): void {
    if (this.#running < this.slots) return start();
    this.#queue.push({ start, isGone, since: this.#clock() });
  }

  /** The slot of a request that runs from now on. */
  acquire(isGone?: () => boolean): Slot {
    this.#running++;
    return new Slot(this.#owner, isGone);
  }

  /**
   * Runs a part of a request that has released its own slot in another slot, after waiting for one. Throws when the service is
   * overloaded.
   */
  async withSlot<Result>(isGone: () => boolean, work: () => Promise<Result>): Promise<Result> {
    this.#owner.rejectIfOverloaded();
    await this.#owner.taken();
    return holding(new Slot(this.#owner, isGone), work);
  }

  /** Whether there is memory for more of a body. What was reserved must be released. */
  reserveBytes(count: number): boolean {
    if (this.#bodyBytes + count > MAX_BODY_BYTES) return false;
    this.#bodyBytes += count;
    return true;
  }

  releaseBytes(count: number): void {
    this.#bodyBytes -= count;
  }

  /** The answer to a rejected request. */
  rejection(): Failure {
    this.#rejected = (this.#rejected + 1) % REJECTIONS.length;
    return REJECTIONS[this.#rejected] ?? FIRST_REJECTION;
  }

  #freed(): void {
    this.#running--;
    if (this.#running < this.slots) this.#startQueued();
  }

  /** Starts the requests that have waited longest, while slots are free. */
  #startQueued(): void {
    // A request that starts may give its slot up immediately, to receive a body, and so come here again.
    if (this.#isStartingQueued) return;
    this.#isStartingQueued = true;
    try {
      while (this.#running < this.slots) {
        const next = this.#queue.shift();
        if (next === undefined) return;
        if (!next.isGone()) next.start();
      }
    } finally {
      this.#isStartingQueued = false;
    }
  }

  /** Requests that have run before go to the front of the queue. */
  async #taken(): Promise<void> {
    if (this.#running < this.slots) {
      this.#running++;
      return;
    }
    const { promise, resolve } = Promise.withResolvers<void>();
    const start = (): void => {
      this.#running++;
      resolve();
    };
    this.#queue.unshift({ start, isGone: () => false, since: this.#clock() });
    await promise;
  }
}

/** Created once: a new error captures its stack, which would be much of the cost of a rejection. */
const FIRST_REJECTION = rejectionFor(1);
const REJECTIONS = Array.from({ length: SPREAD_SECONDS }, (_, index) => rejectionFor(index + 1));

function rejectionFor(seconds: number): Failure {
  return Failure.general("busy", {
    suggestion: `Nothing has changed. Retry in ${counted(seconds, "second")}. For writes, reuse the same Idempotency-Key so nothing happens twice.`,
    headers: { "retry-after": String(seconds) },
  });
}
