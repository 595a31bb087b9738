// The slot of the request that is being answered, wherever the code that answers it may be. A request that waits for something
// slow lends its slot to others. Only the slot's own request can do so, and lending it twice or in a nested way does nothing:
// the number of running requests can never be wrong.
//
//   held -> lent       `aside` or `outside` begins to wait
//   lent -> held       the wait is over, and the limiter has a slot again
//   held -> released   the request ends
//   lent -> released   the request ends before its wait; the slot that the wait then gets is freed immediately
import { AsyncLocalStorage } from "node:async_hooks";

/** What a slot asks of the limiter that it belongs to. */
export interface SlotOwner {
  /** One request fewer is running. */
  freed(): void;
  /** The same, but the request keeps its place among those of its key. */
  paused(): void;
  /** Resolves when the request has a slot again. Requests that had one before go first. */
  taken(): Promise<void>;
  /** The request has a slot again immediately, even beyond the limit. */
  takenAtOnce(): void;
  /** Throws when the service is overloaded. */
  rejectIfOverloaded(): void;
  /** The request has shown a good key. */
  proven(): void;
}

export class Slot {
  readonly #owner: SlotOwner;
  readonly #isGone: () => boolean;
  #state: "held" | "lent" | "released" = "held";

  /** A slot is held from the start: the owner has counted it. */
  constructor(owner: SlotOwner, isGone: () => boolean = () => false) {
    this.#owner = owner;
    this.#isGone = isGone;
  }

  /** Whether the caller has hung up. */
  get isGone(): boolean {
    return this.#isGone();
  }

  /** Notes that the request has shown a good key. */
  proven(): void {
    this.#owner.proven();
  }

  /** Ends the request. Later calls do nothing. */
  release(): void {
    const was = this.#state;
    this.#state = "released";
    if (was === "held") this.#owner.freed();
  }

  /** Gives the slot up while `wait` runs, and waits for it again afterwards. Whatever has happened meanwhile can be answered. */
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
   * Gives the slot up while the client sends, before anything was done for it: further calls of the same key wait for it. Throws
   * when the service has become overloaded in the meantime.
   */
  async outside<Result>(receive: () => Promise<Result>): Promise<Result> {
    if (!this.#lend("paused")) return receive();
    try {
      const result = await receive();
      this.#owner.rejectIfOverloaded();
      await this.#owner.taken();
      return result;
    } catch (thrown) {
      this.#owner.takenAtOnce();
      throw thrown;
    } finally {
      this.#regain();
    }
  }

  /** Gives the slot up while the request waits for nothing but time. Further calls of the same key wait for it. */
  async resting(rest: () => Promise<void>): Promise<void> {
    if (!this.#lend("paused")) return rest();
    try {
      await rest();
    } finally {
      this.#owner.takenAtOnce();
      this.#regain();
    }
  }

  /** Whether the slot was held, and is not any more. */
  #lend(how: "freed" | "paused" = "freed"): boolean {
    if (this.#state !== "held") return false;
    this.#state = "lent";
    this.#owner[how]();
    return true;
  }

  /** The owner counts the slot again. When the request has ended in the meantime, it is given back. */
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

/** Waits for something slow without holding the slot of the request, if a request it is. */
export async function aside<Result>(wait: () => Promise<Result>): Promise<Result> {
  const slot = current.getStore();
  return slot === undefined ? wait() : slot.aside(wait);
}

/** Receives what the client sends without holding the slot of the request. */
export async function outside<Result>(receive: () => Promise<Result>): Promise<Result> {
  const slot = current.getStore();
  return slot === undefined ? receive() : slot.outside(receive);
}

/** The slot of the request that is being answered; undefined in the worker. */
export function currentSlot(): Slot | undefined {
  return current.getStore();
}
