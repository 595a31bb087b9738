// Limits how many requests run at a time. A server that accepts more than it can handle answers every request late. This
// server rejects some immediately with a 503 and answers the rest in time (decision 0022).
//
// Each running request holds a slot. A request that finds no free slot waits in a queue, which also absorbs short pauses of the
// database or the machine. Further requests are rejected when the queue is full, or when its first request has waited for
// MAX_WAIT_MS. Each key and each address has limits of its own, so that no caller can fill the slots or the queue (lanes.ts).
import { stopwatch } from "../../platform/clock.ts";
import { Slot, holding, type SlotOwner } from "../../platform/slot.ts";
import { Failure } from "../respond/errors.ts";
import { countOf } from "../../platform/counted.ts";
import { Lanes, Passage, type LaneName, type LaneWaiter } from "./lanes.ts";

/** Memory limit for all request bodies in progress. */
const MAX_BODY_BYTES = 64 * 1024 * 1024;
/** Rejections ask for one, two, or three seconds in turn, so that retries do not all arrive together. */
const SPREAD_SECONDS = 3;

const MAX_WAIT_MS = 2_500;
/** Maximum of running and queued requests per slot. At full speed this backlog is less than a second of work. */
const MAX_LOAD_PER_SLOT = 20;

/** `overload`: the service has too many requests. `crowded`: the key or address of this request has too many. */
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

  /** `clock` is monotonic and returns milliseconds. */
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

  /** Returns whether another request may run or queue. */
  hasRoom(): boolean {
    if (this.#running < this.slots) return true;
    const waitedMs = this.#clock() - (this.#queue[0]?.since ?? Infinity);
    return waitedMs < MAX_WAIT_MS && this.#running + this.#queue.length < MAX_LOAD_PER_SLOT * this.slots;
  }

  turnOf(lanes: readonly LaneName[] = []): RequestTurn {
    return new RequestTurn(this, new Passage(this.#lanes, lanes), this.#clock);
  }

  /** Starts a request when its lanes and a slot are free. Does nothing if the client has disconnected by then. */
  admit(start: () => void, isGone: () => boolean, turn = this.turnOf(), request: object = turn): void {
    this.#turns.set(request, turn);
    turn.enter({ start, isGone, isFirst: false });
  }

  /** Creates the slot of a request that is starting. */
  acquire(isGone?: () => boolean, request?: object): Slot {
    this.#running++;
    const admitted = request === undefined ? undefined : this.#turns.get(request);
    const turn = admitted ?? this.turnOf();
    turn.begin();
    return new Slot(turn, isGone);
  }

  /** Runs part of a request in a new slot, after the request released its own. Throws if there is no room to run or wait. */
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

  /** Reserves memory for more bytes of a body, and returns false if none is left. The caller must release reserved bytes. */
  reserveBytes(count: number): boolean {
    if (this.#bodyBytes + count > MAX_BODY_BYTES) return false;
    this.#bodyBytes += count;
    return true;
  }

  releaseBytes(count: number): void {
    this.#bodyBytes -= count;
  }

  rejection(reason: Rejection["reason"] = "overload"): Failure {
    this.#rejected = (this.#rejected + 1) % SPREAD_SECONDS;
    return REJECTIONS[reason][this.#rejected] ?? FIRST_REJECTION;
  }

  /** Queues a request that has passed its lanes. A request that has already run goes to the front. */
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

  /** Starts the longest-waiting requests while slots are free. */
  #startQueued(): void {
    // Prevents re-entry. A request that starts may immediately release its slot, which calls this method again.
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
  readonly isFirst: boolean;
}

/** Tracks a request from its lanes through the queue to its slot, which the request may lend and reacquire. */
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

  /** Returns the rejection of a request that can neither run nor wait, otherwise undefined. */
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

  /** Records that the request has a slot. From then on, releasing the slot also leaves the lanes. */
  begin(): void {
    this.#hasBegun = true;
  }

  /** Handles a closed connection. A request that never got a slot leaves its lanes here, such as one with an invalid URL. */
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

  takenImmediately(): void {
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

/** Created once, because capturing the stack of a new error would be most of the cost of a rejection. */
const FIRST_REJECTION = rejectionFor(1, "");
const REJECTIONS: Readonly<Record<Rejection["reason"], readonly Failure[]>> = {
  overload: rejectionsFor(""),
  crowded: rejectionsFor("Too many of your calls are under way: make fewer at a time. "),
};

function rejectionsFor(prefix: string): readonly Failure[] {
  return Array.from({ length: SPREAD_SECONDS }, (_, index) => rejectionFor(index + 1, prefix));
}

function rejectionFor(seconds: number, prefix: string): Failure {
  return Failure.general("busy", {
    suggestion: `${prefix}Nothing has changed. Retry in ${countOf(seconds, "second")}. For writes, reuse the same Idempotency-Key so nothing happens twice.`,
    headers: { "retry-after": String(seconds) },
  });
}
