// Vectors by text, from wherever they come soonest: the file of approved items, the cache, or the model within a time
// limit. What comes too late for one caller is there for the next.
import type { ApprovedVectors } from "./approved-vectors.ts";
import type { Breaker } from "../../platform/breaker.ts";
import { aside } from "../../platform/slot.ts";
import { LruCache } from "./cache.ts";
import type { Embedder } from "./embedder.ts";

/** About 1.5 KB each. */
const CACHED_VECTORS = 10_000;
export const LIMIT_MS = 500;

export interface VectorsOptions {
  readonly embedder: Embedder;
  /** Used when they are of the embedder's model. */
  readonly approved?: ApprovedVectors;
  readonly breaker?: Breaker;
  readonly limitMs?: number;
  readonly cached?: number;
}

export class Vectors {
  readonly model: string;
  readonly #embedder: Embedder;
  readonly #approved: ApprovedVectors | undefined;
  readonly #breaker: Breaker | undefined;
  readonly #limitMs: number;
  readonly #cache: LruCache<Float32Array>;
  readonly #asked = new Map<string, Promise<void>>();

  constructor({ embedder, approved, breaker, limitMs = LIMIT_MS, cached = CACHED_VECTORS }: VectorsOptions) {
    this.model = embedder.model;
    this.#embedder = embedder;
    this.#approved = approved?.model === embedder.model ? approved : undefined;
    this.#breaker = breaker;
    this.#limitMs = limitMs;
    this.#cache = new LruCache(cached);
  }

  /** The vector of a text that needs no model. */
  known(text: string): Float32Array | undefined {
    return this.#approved?.get(text) ?? this.#cache.get(this.#key(text));
  }

  /** A vector for each text. Rejects when the model fails, rests or takes too long. */
  async of(texts: readonly string[]): Promise<readonly Float32Array[]> {
    const found = new Map<string, Float32Array>();
    const missing: string[] = [];
    for (const text of new Set(texts)) {
      const vector = this.known(text);
      if (vector === undefined) missing.push(text);
      else found.set(text, vector);
    }
    if (missing.length > 0) {
      await this.#guarded(missing);
      for (const text of missing) {
        const vector = this.known(text);
        if (vector !== undefined) found.set(text, vector);
      }
    }
    return texts.map((text) => {
      const vector = found.get(text);
      if (vector === undefined) throw new Error("the model gave no vector");
      return vector;
    });
  }

  /** The key of the cache. */
  #key(text: string): string {
    return `${this.model}\n${text}`;
  }

  async #guarded(texts: readonly string[]): Promise<void> {
    if (this.#breaker?.mayTry() === false) throw new Error("the embeddings service rests after failures");
    try {
      await aside(() => within(this.#limitMs, this.#ask(texts)));
      this.#breaker?.succeeded();
    } catch (error) {
      this.#breaker?.failed();
      throw error;
    }
  }

  /** Many who ask for the same text at once share one answer. */
  async #ask(texts: readonly string[]): Promise<void> {
    const running = texts.flatMap((text) => this.#asked.get(text) ?? []);
    const fresh = texts.filter((text) => !this.#asked.has(text));
    if (fresh.length > 0) {
      const asked = this.#fetch(fresh);
      for (const text of fresh) this.#asked.set(text, asked);
      running.push(asked);
    }
    await Promise.all(running);
  }

  async #fetch(texts: readonly string[]): Promise<void> {
    try {
      const vectors = await this.#embedder.embed(texts);
      for (const [index, text] of texts.entries()) {
        const vector = vectors[index];
        if (vector !== undefined) this.#cache.set(this.#key(text), vector);
      }
    } finally {
      for (const text of texts) this.#asked.delete(text);
    }
  }
}

async function within(limitMs: number, work: Promise<void>): Promise<void> {
  const { promise: tooLate, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`no vector within ${limitMs} ms`)), limitMs);
  try {
    await Promise.race([work, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}
