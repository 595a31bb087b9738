// Vectors by text, from the nearest source: the vector file, the cache, or the model within a time limit. Agents take
// turns at the model. A result that is too late for one caller is cached for the next.
import { stopwatch } from "../../platform/clock.ts";
import type { ApprovedVectors } from "./approved-vectors.ts";
import type { Breaker } from "../../platform/breaker.ts";
import { aside } from "../../platform/slot.ts";
import { LruCache } from "../../platform/lru.ts";
import type { Embedder } from "./embedder.ts";
import { FairQueue } from "./fair-queue.ts";

/** About 1.5 KB each. */
const CACHED_VECTORS = 10_000;
export const LIMIT_MS = 500;
/** For an item that waits until the model is loaded. */
export const LOADING_LIMIT_MS = 15_000;
/** At 20 ms a phrase a full queue still fits the time limit of a judgement. */
const QUEUE = 20;

export interface VectorsOptions {
  readonly embedder: Embedder;
  /** Used when they are of the embedder's model. */
  readonly approved?: ApprovedVectors;
  readonly breaker?: Breaker;
  readonly limitMs?: number;
  readonly cached?: number;
  /** How many calls the embedder may have at a time. */
  readonly concurrency?: number;
  /** How many calls may wait for their turn. */
  readonly queue?: number;
}

/** What an agent waits for, until when somebody wants it. */
interface Asked {
  readonly promise: Promise<void>;
  wantedUntilMs: number;
}

export class Vectors {
  readonly model: string;
  readonly #embedder: Embedder;
  readonly #approved: ApprovedVectors | undefined;
  readonly #breaker: Breaker | undefined;
  readonly #limitMs: number;
  readonly #cache: LruCache<Float32Array>;
  readonly #queue: FairQueue;
  /** By agent and text: what waits for its turn or runs. */
  readonly #asked = new Map<string, Asked>();
  /** By text: what the embedder works on now, which every agent may share. */
  readonly #running = new Map<string, Promise<void>>();

  constructor(options: VectorsOptions) {
    const { embedder, approved, breaker, limitMs = LIMIT_MS, cached = CACHED_VECTORS } = options;
    const { concurrency = 1, queue = QUEUE } = options;
    this.model = embedder.model;
    this.#embedder = embedder;
    this.#approved = approved?.model === embedder.model ? approved : undefined;
    this.#breaker = breaker;
    this.#limitMs = limitMs;
    this.#cache = new LruCache(cached);
    this.#queue = new FairQueue({ concurrency, max: queue });
  }

  /** The vector of a text that needs no model. */
  known(text: string): Float32Array | undefined {
    return this.#approved?.get(text) ?? this.#cache.get(this.#key(text));
  }

  /** A vector for each text. Rejects when the model fails, rests or takes too long, or when too many wait for it. */
  async of(
    texts: readonly string[],
    agentId: string,
    patienceMs: number = LOADING_LIMIT_MS,
  ): Promise<readonly Float32Array[]> {
    const found = new Map<string, Float32Array>();
    const missing: string[] = [];
    for (const text of new Set(texts)) {
      const vector = this.known(text);
      if (vector === undefined) missing.push(text);
      else found.set(text, vector);
    }
    if (missing.length > 0) {
      const loadingMs = this.#embedder.isLoading === true ? Math.min(patienceMs, LOADING_LIMIT_MS) : 0;
      const limitMs = Math.max(this.#limitMs, loadingMs);
      await aside(() => within(limitMs, this.#ask(missing, agentId, stopwatch() + limitMs)));
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

  async #ask(texts: readonly string[], agentId: string, wantedUntilMs: number): Promise<void> {
    if (this.#breaker?.isResting === true) throw new Error("the embeddings service rests after failures");
    const waits: Promise<void>[] = [];
    const fresh: string[] = [];
    for (const text of texts) {
      const asked = this.#asked.get(`${agentId}\n${text}`);
      const shared = this.#running.get(text) ?? asked?.promise;
      if (asked !== undefined) asked.wantedUntilMs = wantedUntilMs;
      if (shared === undefined) fresh.push(text);
      else waits.push(shared);
    }
    if (fresh.length > 0) waits.push(this.#enqueue(fresh, agentId, wantedUntilMs));
    await Promise.all(waits);
  }

  async #enqueue(texts: readonly string[], agentId: string, wantedUntilMs: number): Promise<void> {
    const keys = texts.map((text) => `${agentId}\n${text}`);
    const isWanted = () => keys.some((key) => (this.#asked.get(key)?.wantedUntilMs ?? 0) >= stopwatch());
    const promise = this.#queue.run(agentId, () => this.#fetch(texts), isWanted);
    for (const key of keys) this.#asked.set(key, { promise, wantedUntilMs });
    try {
      await promise;
    } finally {
      for (const key of keys) this.#asked.delete(key);
    }
  }

  /** At the turn of these texts, another agent's turn may have brought some of them. */
  async #fetch(texts: readonly string[]): Promise<void> {
    const missing = texts.filter((text) => this.known(text) === undefined);
    const fresh = missing.filter((text) => !this.#running.has(text));
    const waits = missing.flatMap((text) => this.#running.get(text) ?? []);
    if (fresh.length > 0) {
      const running = this.#embed(fresh);
      for (const text of fresh) this.#running.set(text, running);
      waits.push(running.finally(() => fresh.forEach((text) => this.#running.delete(text))));
    }
    await Promise.all(waits);
  }

  /** Only what the embedder itself does counts for the breaker, not how long callers waited for their turn. */
  async #embed(texts: readonly string[]): Promise<void> {
    if (this.#breaker === undefined) return this.#embedAndKeep(texts);
    if (!this.#breaker.mayTry()) throw new Error("the embeddings service rests after failures");
    try {
      await within(this.#limitMs, this.#embedAndKeep(texts));
      this.#breaker.succeeded();
    } catch (error) {
      this.#breaker.failed();
      throw error;
    }
  }

  async #embedAndKeep(texts: readonly string[]): Promise<void> {
    const vectors = await this.#embedder.embed(texts);
    for (const [index, text] of texts.entries()) {
      const vector = vectors[index];
      if (vector !== undefined) this.#cache.set(this.#key(text), vector);
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
