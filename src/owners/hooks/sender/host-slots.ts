// Slots for messages, divided so that a slow receiver does not delay the others. A host gets at most 24 of the 64 slots, a slow
// host at most 4, and all slow hosts together at most 16. An item without a slot waits in its host's queue.
import { LruCache } from "../../../platform/lru.ts";

export const SLOTS = 64;
const PER_HOST = 24;
const PER_SLOW_HOST = 4;
const SLOW_SLOTS = 16;
/** A host counts as slow while its last attempt took at least this long. */
const SLOW_MS = 2_000;
const HOSTS_REMEMBERED = 10_000;

export class HostSlots<Item extends { readonly host: string }> {
  readonly #waiting = new Map<string, Item[]>();
  readonly #running = new Map<string, number>();
  /** Hosts whose last attempt is known; true if it was slow. */
  readonly #slow = new LruCache<boolean>(HOSTS_REMEMBERED);
  #total = 0;

  /** Hosts with items that wait for a slot. */
  get waitingHosts(): readonly string[] {
    return [...this.#waiting.keys()];
  }

  add(item: Item): void {
    const queue = this.#waiting.get(item.host);
    if (queue === undefined) this.#waiting.set(item.host, [item]);
    else queue.push(item);
  }

  /** Takes a slot for the oldest item of the waiting host with the fewest slots. Returns undefined if no waiting host may take one. */
  next(): Item | undefined {
    if (this.#total === SLOTS) return undefined;
    const slowRunning = this.#slowRunning();
    let chosen: string | undefined;
    for (const host of this.#waiting.keys()) {
      if (!this.#hasRoom(host, slowRunning)) continue;
      if (chosen === undefined || this.#runningAt(host) < this.#runningAt(chosen)) chosen = host;
    }
    return chosen === undefined ? undefined : this.#take(chosen);
  }

  release(host: string): void {
    const left = this.#runningAt(host) - 1;
    if (left > 0) this.#running.set(host, left);
    else this.#running.delete(host);
    this.#total--;
  }

  recordAttempt(host: string, ms: number): void {
    this.#slow.set(host, ms >= SLOW_MS);
  }

  #take(host: string): Item | undefined {
    const queue = this.#waiting.get(host);
    const item = queue?.shift();
    if (queue?.length === 0) this.#waiting.delete(host);
    this.#running.set(host, this.#runningAt(host) + 1);
    this.#total++;
    return item;
  }

  #runningAt(host: string): number {
    return this.#running.get(host) ?? 0;
  }

  #isSlow(host: string): boolean {
    return this.#slow.get(host) === true;
  }

  #slowRunning(): number {
    return [...this.#running].filter(([host]) => this.#isSlow(host)).reduce((sum, [, count]) => sum + count, 0);
  }

  #hasRoom(host: string, slowRunning: number): boolean {
    if (!this.#isSlow(host)) return this.#runningAt(host) < PER_HOST;
    return slowRunning < SLOW_SLOTS && this.#runningAt(host) < PER_SLOW_HOST;
  }
}
