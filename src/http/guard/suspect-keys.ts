// Checks keys from addresses that sent too many bad keys. Only the database can tell a good key from a forged one, and a good
// key must never be called invalid because of other callers at its address. These keys are therefore still checked:
// - a key that was rejected recently is rejected again without a check;
// - a key that was good recently is checked immediately;
// - all other keys from suspect addresses are checked one at a time, after a bounded queue.
// The cache stores only hashes and admits no caller, so a replaced key stops working immediately.
import { Dependency, UnavailableError } from "../../platform/dependency.ts";
import { LruCache } from "../../platform/lru.ts";
import { Failure } from "../respond/errors.ts";

const REJECTED_FOR_MS = 60_000;
const MAX_GOOD = 100_000;
const MAX_REJECTED = 20_000;

export class SuspectKeys {
  readonly #good = new LruCache<boolean>(MAX_GOOD);
  readonly #rejectedAt = new LruCache<number>(MAX_REJECTED);
  readonly #checks = new Dependency({
    name: "check of keys from this address",
    concurrency: 1,
    queue: 50,
    deadlineMs: 3_000,
    isFault: () => false,
  });

  noteGood(keyHash: Buffer): void {
    this.#good.set(nameOf(keyHash), true);
  }

  noteBad(keyHash: Buffer): void {
    if (this.isKnown(keyHash)) this.#good.set(nameOf(keyHash), false);
  }

  /** Returns whether the key was good at its last check. */
  isKnown(keyHash: Buffer): boolean {
    return this.#good.get(nameOf(keyHash)) === true;
  }

  noteRejected(keyHash: Buffer, now: number): void {
    this.#rejectedAt.set(nameOf(keyHash), now);
  }

  /**
   * Runs `find` for a key from a suspect address, or returns undefined if the key is known to be bad. Throws a 503 if the queue
   * is full.
   */
  async check<Found>(keyHash: Buffer, now: number, find: () => Promise<Found>): Promise<Found | undefined> {
    const name = nameOf(keyHash);
    const rejectedAt = this.#rejectedAt.get(name);
    if (rejectedAt !== undefined && now - rejectedAt < REJECTED_FOR_MS) return undefined;
    if (this.isKnown(keyHash)) return find();
    try {
      return await this.#checks.ask(find);
    } catch (thrown) {
      throw thrown instanceof UnavailableError ? Failure.general("key_not_checked") : thrown;
    }
  }
}

function nameOf(keyHash: Buffer): string {
  return keyHash.toString("latin1");
}
