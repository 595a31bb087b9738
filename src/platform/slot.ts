// The slot of the current request. A request that waits for a slow operation lends its slot to other requests. Only the slot's
// own request can lend it. A second or nested loan has no effect, so the count of running requests is always correct.
//
//   held -> lent       `aside`, `outside`, or `resting` starts to wait
//   lent -> held       the wait has ended, and the limiter granted a slot again
//   held -> released   the request ends
//   lent -> released   the request ends before its wait; the slot granted after the wait is freed immediately
import { AsyncLocalStorage } from "node:async_hooks";

/** The limiter's side of a slot. */
export interface SlotOwner {
  /** Called when the request released its slot. */
  freed(): void;
  /** Called when the request lent its slot but still counts for its key. */
  paused(): void;
  /** Resolves when the request has a slot again. Such a request precedes requests that never had a slot. */
  taken(): Promise<void>;
  /** Grants the request a slot immediately, even beyond the limit. */
  takenImmediately(): void;
  /** Throws if the service, or a lane of the request, is overloaded. */
  rejectIfOverloaded(): void;
  /** Called when the request's key turned out to be good. */
  proven(): void;
}

export class Slot {
  readonly #owner: SlotOwner;
  readonly #isGone: () => boolean;
  #state: "held" | "lent" | "released" = "held";

  /** A new slot is held, and its owner has already counted it. */
  constructor(owner: SlotOwner, isGone: () => boolean = () => false) {
    this.#owner = owner;
    this.#isGone = isGone;
  }

  /** True if the client has disconnected. */
  get isGone(): boolean {
    return this.#isGone();
  }

  proven(): void {
    this.#owner.proven();
  }

  /** Ends the request. Later calls have no effect. */
  release(): void {
    const was = this.#state;
    this.#state = "released";
    if (was === "held") this.#owner.freed();
  }

  /** Lends the slot while `wait` runs, then waits for a slot again before returning the result. */
  async aside<Result>(wait: () => Promise<Result>): Promise<Result> {
    if (!this.#lend()) return wait();
    try {
      return await wait();
    } finally {
      await this.#owner.taken();
      this.#regain();
    }
  }

  /**
   * Lends the slot while the client sends its body, before the request has caused any work. Further calls of the same key wait.
   * Throws if the service has become overloaded.
   */
  async outside<Result>(receive: () => Promise<Result>): Promise<Result> {
    if (!this.#lend("paused")) return receive();
    try {
      const result = await receive();
      this.#owner.rejectIfOverloaded();
      await this.#owner.taken();
      return result;
    } catch (thrown) {
      this.#owner.takenImmediately();
      throw thrown;
    } finally {
      this.#regain();
    }
  }

  /** Lends the slot while the request is only delayed. Further calls of the same key wait. */
  async resting(rest: () => Promise<void>): Promise<void> {
    if (!this.#lend("paused")) return rest();
    try {
      await rest();
    } finally {
      this.#owner.takenImmediately();
      this.#regain();
    }
  }

  /** Returns whether the slot was held. */
  #lend(how: "freed" | "paused" = "freed"): boolean {
    if (this.#state !== "held") return false;
    this.#state = "lent";
    this.#owner[how]();
    return true;
  }

  /** Marks the slot as held again. If the request has already ended, the slot is released. */
  #regain(): void {
    if (this.#state === "released") this.#owner.freed();
    else this.#state = "held";
  }
}

const current = new AsyncLocalStorage<Slot>();

/** Runs a request that holds `slot`, and releases the slot afterward. */
export async function holding<Result>(slot: Slot, work: () => Promise<Result>): Promise<Result> {
  try {
    return await current.run(slot, work);
  } finally {
    slot.release();
  }
}

/** Waits for a slow operation without holding the slot of the current request, if there is one. */
export async function aside<Result>(wait: () => Promise<Result>): Promise<Result> {
  const slot = current.getStore();
  return slot === undefined ? wait() : slot.aside(wait);
}

/** Receives the client's body without holding the request's slot. */
export async function outside<Result>(receive: () => Promise<Result>): Promise<Result> {
  const slot = current.getStore();
  return slot === undefined ? receive() : slot.outside(receive);
}

/** Returns the slot of the current request, or undefined in the worker. */
export function currentSlot(): Slot | undefined {
  return current.getStore();
}
