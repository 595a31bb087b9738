// The slot of the current request. A request that waits for something slow lends its slot to others. Only the slot's own
// request can do so, and a second or nested loan does nothing, so the number of running requests is always right.
//
//   held -> lent       `aside` or `outside` begins to wait
//   lent -> held       the wait is over, and the limiter has a slot again
//   held -> released   the request ends
//   lent -> released   the request ends before its wait; the slot that the wait then gets is freed immediately
import { AsyncLocalStorage } from "node:async_hooks";

/** The limiter's side of a slot. */
export interface SlotOwner {
  /** The request released its slot. */
  freed(): void;
  /** The request lent its slot, but still counts for its key. */
  paused(): void;
  /** Resolves when the request has a slot again. It goes before requests that never had one. */
  taken(): Promise<void>;
  /** Gives the request a slot immediately, even beyond the limit. */
  takenImmediately(): void;
  /** Throws when the service is overloaded. */
  rejectIfOverloaded(): void;
  /** The request's key was found to be good. */
  proven(): void;
}

export class Slot {
  readonly #owner: SlotOwner;
  readonly #isGone: () => boolean;
  #state: "held" | "lent" | "released" = "held";

  /** A new slot is held; the owner has already counted it. */
  constructor(owner: SlotOwner, isGone: () => boolean = () => false) {
    this.#owner = owner;
    this.#isGone = isGone;
  }

  /** Whether the client has disconnected. */
  get isGone(): boolean {
    return this.#isGone();
  }

  proven(): void {
    this.#owner.proven();
  }

  /** Ends the request. Later calls do nothing. */
  release(): void {
    const was = this.#state;
    this.#state = "released";
    if (was === "held") this.#owner.freed();
  }

  /** Lends the slot while `wait` runs, then waits for a slot again, so that the result can be answered. */
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
   * Lends the slot while the client sends its body, before anything was done for it. Further calls of the same key wait.
   * Throws when the service has become overloaded.
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

  /** Lends the slot while the request only waits for time to pass. Further calls of the same key wait. */
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

  /** Takes the slot back. If the request has ended by then, the slot is released. */
  #regain(): void {
    if (this.#state === "released") this.#owner.freed();
    else this.#state = "held";
  }
}

const current = new AsyncLocalStorage<Slot>();

/** Runs a request that holds `slot`, and releases it at the end. */
export async function holding<Result>(slot: Slot, work: () => Promise<Result>): Promise<Result> {
  try {
    return await current.run(slot, work);
  } finally {
    slot.release();
  }
}

/** Waits for something slow without holding the request's slot, if there is a request. */
export async function aside<Result>(wait: () => Promise<Result>): Promise<Result> {
  const slot = current.getStore();
  return slot === undefined ? wait() : slot.aside(wait);
}

/** Receives the client's body without holding the request's slot. */
export async function outside<Result>(receive: () => Promise<Result>): Promise<Result> {
  const slot = current.getStore();
  return slot === undefined ? receive() : slot.outside(receive);
}

/** The slot of the current request; undefined in the worker. */
export function currentSlot(): Slot | undefined {
  return current.getStore();
}
