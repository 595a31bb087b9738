// A bounded cache that evicts entries that were not used recently. Used entries move to the younger of two generations. When that
// generation is full, the older one is discarded as a whole, because finding the oldest entry of a Map means skipping everything
// deleted.

export class LruCache<Value> {
  readonly #mostYoung: number;
  #younger = new Map<string, Value>();
  #older = new Map<string, Value>();

  constructor(max: number) {
    this.#mostYoung = Math.ceil(max / 2);
  }

  get size(): number {
    return this.#younger.size + this.#older.size;
  }

  get(key: string): Value | undefined {
    const young = this.#younger.get(key);
    if (young !== undefined) return young;
    const old = this.#older.get(key);
    if (old !== undefined) this.set(key, old);
    return old;
  }

  set(key: string, value: Value): void {
    if (!this.#younger.has(key)) {
      this.#older.delete(key);
      if (this.#younger.size >= this.#mostYoung) {
        this.#older = this.#younger;
        this.#younger = new Map();
      }
    }
    this.#younger.set(key, value);
  }
}
