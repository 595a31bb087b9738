// Limits how many requests run at a time. A server that takes on more than it can handle answers every request late. This one
// rejects some immediately with a 503 and answers the others in time (decision 0022).
//
// Each running request holds a slot. Requests that find no free slot wait in a queue: a database that pauses for a moment, or
// a machine that can do less for some seconds, fills all slots even well below capacity. When the queue is full, or the next
// in it has waited for MAX_WAIT_MS, requests that find no free slot are rejected. The same holds for the lanes that lead to the
// slots, so nobody can fill slots or queue alone (lanes.ts).
import { stopwatch } from "../../platform/clock.ts";
import { Slot, holding, type SlotOwner } from "../../platform/slot.ts";
import { Failure } from "../respond/errors.ts";
import { countOf } from "../../platform/counted.ts";
import { Lanes, Passage, type LaneName, type LaneWaiter } from "./lanes.ts";

/** What all bodies that are being received may take together. */
const MAX_BODY_BYTES = 64 * 1024 * 1024;
/** Rejected requests retry one, two or three seconds later, not all at once. */
const SPREAD_SECONDS = 3;

const MAX_WAIT_MS = 2_500;
/** Running and queued requests. At full speed a queue of this length is less than a second of work. */
const MAX_LOAD_PER_SLOT = 20;

/** Why a request is rejected: the service has too many, or its own key or address has. */
export interface Rejection {
  readonly reason: "overload" | "crowded";
  readonly failure: Failure;
}

export class ConcurrencyLimiter {
  readonly slots: number;
  readonly #clock: () => number;
  readonly #lanes = new Lanes();
  readonly #turns = new WeakMap<object, RequestTurn>();
  readonly #queue: LaneWaiter[] = [];
  #isStartingQueued = false;
  #running = 0;
  #bodyBytes = 0;
  #rejected = 0;

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

  /** The turn of a request that comes on these lanes. */
  turnOf(lanes: readonly LaneName[] = []): RequestTurn {
    return new RequestTurn(this, new Passage(this.#lanes, lanes), this.#clock);
  }

  /** Starts a request immediately if its lanes and a slot are free, else in turn, unless its client has hung up by then. */
  admit(start: () => void, isGone: () => boolean, turn = this.turnOf(), request: object = turn): void {
    this.#turns.set(request, turn);
    turn.enter({ start, isGone, isFirst: false });
  }

  /** The slot of a request that runs from now on. */
  acquire(isGone?: () => boolean, request?: object): Slot {
    this.#running++;
    const admitted = request === undefined ? undefined : this.#turns.get(request);
    const turn = admitted ?? this.turnOf();
    turn.begin();
    return new Slot(turn, isGone);
  }

  /**
   * Runs a part of a request that has released its own slot in another slot, after waiting for one. Throws when the service is
   * overloaded.
   */
  async withSlot<Result>(
    isGone: () => boolean,
    work: () => Promise<Result>,
    lanes: readonly LaneName[] = [],
  ): Promise<Result> {
    const turn = this.turnOf(lanes);
    turn.rejectIfOverloaded();
    await turn.taken();
    return holding(new Slot(turn, isGone), work);
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
  rejection(reason: Rejection["reason"] = "overload"): Failure {
    this.#rejected = (this.#rejected + 1) % SPREAD_SECONDS;
    return REJECTIONS[reason][this.#rejected] ?? FIRST_REJECTION;
  }

  /** A request has passed its lanes. It starts now or in turn; one that has run before goes to the front. */
  enqueue(waiting: LaneWaiter, isFirst: boolean): void {
    if (isFirst) this.#queue.unshift(waiting);
    else this.#queue.push(waiting);
    this.#startQueued();
  }

  took(): void {
    this.#running++;
  }

  freed(): void {
    this.#running--;
    this.#startQueued();
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
        if (next.isGone()) next.drop();
        else next.proceed();
      }
    } finally {
      this.#isStartingQueued = false;
    }
  }
}

interface QueueEntry {
  readonly start: () => void;
  readonly isGone: () => boolean;
  /** Whether it goes to the front of the queue. */
  readonly isFirst: boolean;
}

/** Where a request stands: in front of its lanes, in the queue or in a slot, which it may lend and take again. */
export class RequestTurn implements SlotOwner {
  readonly #limiter: ConcurrencyLimiter;
  readonly #passage: Passage;
  readonly #clock: () => number;
  #hasBegun = false;

  constructor(limiter: ConcurrencyLimiter, passage: Passage, clock: () => number) {
    this.#limiter = limiter;
    this.#passage = passage;
    this.#clock = clock;
  }

  /** Why the request can neither run nor wait; undefined when it can. */
  rejection(): Rejection | undefined {
    const reason = this.#limiter.hasRoom()
      ? this.#passage.hasRoom(this.#clock() - MAX_WAIT_MS)
        ? undefined
        : "crowded"
      : "overload";
    return reason && { reason, failure: this.#limiter.rejection(reason) };
  }

  enter({ start, isGone, isFirst }: QueueEntry): void {
    const since = this.#clock();
    const drop = (): void => this.#passage.leave();
    const proceed = (): void => this.#limiter.enqueue({ since, isGone, proceed: start, drop }, isFirst);
    this.#passage.pass({ since, isGone, proceed });
  }

  /** It holds a slot, which gives back what it has passed. */
  begin(): void {
    this.#hasBegun = true;
  }

  /** The connection is done. A request that never got to a slot, because it was malformed, leaves its lanes here. */
  end(): void {
    if (!this.#hasBegun) this.#passage.leave();
  }

  freed(): void {
    this.#passage.leave();
    this.#limiter.freed();
  }

  paused(): void {
    this.#passage.leaveAddress();
    this.#limiter.freed();
  }

  async taken(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const start = (): void => {
      this.#limiter.took();
      resolve();
    };
    this.enter({ start, isGone: () => false, isFirst: true });
    await promise;
  }

  takenAtOnce(): void {
    this.#limiter.took();
  }

  rejectIfOverloaded(): void {
    const rejection = this.rejection();
    if (rejection !== undefined) throw rejection.failure;
  }

  proven(): void {
    this.#passage.prove();
  }
}

/** Created once: a new error captures its stack, which would be much of the cost of a rejection. */
const FIRST_REJECTION = rejectionFor(1, "");
const REJECTIONS: Readonly<Record<Rejection["reason"], readonly Failure[]>> = {
  overload: rejectionsFor(""),
  crowded: rejectionsFor("Too many of your calls are under way: make fewer at a time. "),
};

function rejectionsFor(why: string): readonly Failure[] {
  return Array.from({ length: SPREAD_SECONDS }, (_, index) => rejectionFor(index + 1, why));
}

function rejectionFor(seconds: number, why: string): Failure {
  return Failure.general("busy", {
    suggestion: `${why}Nothing has changed. Retry in ${countOf(seconds, "second")}. For writes, reuse the same Idempotency-Key so nothing happens twice.`,
    headers: { "retry-after": String(seconds) },
  });
}
