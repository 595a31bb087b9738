// Returns vectors of texts from the vector file, the cache, or the model within a time limit. A result that arrives too late
// for one caller is cached for the next.
import type { ApprovedVectors } from "./approved-vectors.ts";
import { aside } from "../../platform/slot.ts";
import { LruCache } from "../../platform/lru.ts";
import type { Embedder } from "./embedder.ts";

/** Maximum number of cached vectors. Each takes about 1.5 KB. */
const CACHED_VECTORS = 10_000;
export const LIMIT_MS = 500;
/** Time limit for an item that waits for the model to load. */
export const LOADING_LIMIT_MS = 15_000;

export interface VectorsOptions {
  readonly embedder: Embedder;
  /** Vectors from the vector file. They are ignored if they are from another model. */
  readonly approved?: ApprovedVectors;
  readonly limitMs?: number;
  readonly cached?: number;
}

/** Maximum number of waiting items per agent, so that no agent can fill the queue. */
const MOST_OF_AGENT = 8;

export class Vectors {
  readonly model: string;
  readonly #embedder: Embedder;
  readonly #approved: ApprovedVectors | undefined;
  readonly #limitMs: number;
  readonly #cache: LruCache<Float32Array>;
  /** Texts that the model is embedding or has queued. All agents that need a text share its run. */
  readonly #running = new Map<string, Promise<void>>();
  /** Number of waiting items by agent. */
  readonly #waiting = new Map<string, number>();

  constructor({ embedder, approved, limitMs = LIMIT_MS, cached = CACHED_VECTORS }: VectorsOptions) {
    this.model = embedder.model;
    this.#embedder = embedder;
    this.#approved = approved?.model === embedder.model ? approved : undefined;
    this.#limitMs = limitMs;
    this.#cache = new LruCache(cached);
  }

  /** Returns the vector of a text if it is known without the model. */
  known(text: string): Float32Array | undefined {
    return this.#approved?.get(text) ?? this.#cache.get(text);
  }

  /** Returns a vector for each text. Rejects if the model fails or takes too long, or if too many items of the agent wait. */
  async of(
    texts: readonly string[],
    agentId: string,
    patienceMs: number = LOADING_LIMIT_MS,
  ): Promise<readonly Float32Array[]> {
    const missing = [...new Set(texts)].filter((text) => this.known(text) === undefined);
    if (missing.length > 0) {
      const loadingMs = this.#embedder.isLoading === true ? Math.min(patienceMs, LOADING_LIMIT_MS) : 0;
      await aside(() => within(Math.max(this.#limitMs, loadingMs), this.#ask(missing, agentId)));
    }
    return texts.map((text) => {
      const vector = this.known(text);
      if (vector === undefined) throw new Error("the model returned no vector");
      return vector;
    });
  }

  async #ask(texts: readonly string[], agentId: string): Promise<void> {
    const waits = texts.flatMap((text) => this.#running.get(text) ?? []);
    const fresh = texts.filter((text) => !this.#running.has(text));
    if (fresh.length > 0) waits.push(this.#begin(fresh, agentId));
    await Promise.all(waits);
  }

  async #begin(texts: readonly string[], agentId: string): Promise<void> {
    const waiting = this.#waiting.get(agentId) ?? 0;
    if (waiting >= MOST_OF_AGENT) throw new Error("too many of this agent's items are waiting for the model");
    this.#waiting.set(agentId, waiting + 1);
    const run = this.#embed(texts).finally(() => {
      for (const text of texts) this.#running.delete(text);
      const remaining = (this.#waiting.get(agentId) ?? 1) - 1;
      if (remaining > 0) this.#waiting.set(agentId, remaining);
      else this.#waiting.delete(agentId);
    });
    for (const text of texts) this.#running.set(text, run);
    return run;
  }

  async #embed(texts: readonly string[]): Promise<void> {
    const vectors = await this.#embedder.embed(texts);
    for (const [index, text] of texts.entries()) {
      const vector = vectors[index];
      if (vector !== undefined) this.#cache.set(text, vector);
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
