// Keys from an address that has sent too many bad ones. Only a lookup can tell a good key from a forged one, and a good
// key is never rejected because of other callers at its address. So a suspect address keeps its lookups, at no cost to
// others:
// - a key that was rejected a moment ago is rejected again without a lookup;
// - a key that was good recently is looked up immediately, like any other;
// - all other keys of all suspect addresses are looked up one at a time, behind a bounded queue.
// Only hashes are remembered, and they admit no caller: a replaced key stops working immediately.
import { Dependency, UnavailableError } from "../../platform/dependency.ts";
import { LruCache } from "../../platform/lru.ts";
import { keyNotCheckedFailure } from "./key-check.ts";

const REFUSED_FOR_MS = 60_000;
const MAX_GOOD = 100_000;
const MAX_REFUSED = 20_000;

export class SuspectKeys {
  readonly #good = new LruCache<boolean>(MAX_GOOD);
  readonly #refusedAt = new LruCache<number>(MAX_REFUSED);
  readonly #checks = new Dependency({
    name: "check of keys from this address",
    concurrency: 1,
    queue: 50,
    deadlineMs: 3_000,
    isFault: () => false,
  });

  wasGood(keyHash: Buffer): void {
    this.#good.set(nameOf(keyHash), true);
  }

  /** A key that opens nothing, any more. */
  wasBad(keyHash: Buffer): void {
    if (this.isKnown(keyHash)) this.#good.set(nameOf(keyHash), false);
  }

  /** Whether the key was good when it was shown last. */
  isKnown(keyHash: Buffer): boolean {
    return this.#good.get(nameOf(keyHash)) === true;
  }

  wasRefused(keyHash: Buffer, now: number): void {
    this.#refusedAt.set(nameOf(keyHash), now);
  }

  /** Looks a key of a suspect address up; undefined when it is known to be bad. Throws a 503 when too many wait. */
  async check<Found>(keyHash: Buffer, now: number, look: () => Promise<Found>): Promise<Found | undefined> {
    const name = nameOf(keyHash);
    const refusedAt = this.#refusedAt.get(name);
    if (refusedAt !== undefined && now - refusedAt < REFUSED_FOR_MS) return undefined;
    if (this.isKnown(keyHash)) return look();
    try {
      return await this.#checks.ask(look);
    } catch (thrown) {
      throw thrown instanceof UnavailableError ? keyNotCheckedFailure() : thrown;
    }
  }
}

function nameOf(keyHash: Buffer): string {
  return keyHash.toString("latin1");
}
