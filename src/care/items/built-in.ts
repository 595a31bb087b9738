// Runs the built-in model in one worker thread with a short queue, so that judging items never blocks the API. A dead or hung
// thread is replaced. Unless `warm` was called, the thread ends after two idle hours.
import { Piscina } from "piscina";
import type { Embedder } from "./embedder.ts";
import { ownFile } from "../../platform/own-file.ts";
import { BUILT_IN_MODEL } from "./model-id.ts";
import type { EmbeddingResult } from "./model-worker.ts";
import { LIMIT_MS, LOADING_LIMIT_MS } from "./vectors.ts";

/** At 20 ms per text, a full queue completes within the time limit for one item. */
const QUEUE = 20;
const USUAL_TEXT_MS = 20;
/** Weight of the latest text in the moving average. */
const LATEST_WEIGHT = 0.2;
/** Time after which a loaded thread that has not answered counts as hung and is ended. */
const HUNG_MS = 10_000;
/** Idle time after which the thread ends, since it occupies 250 MB. */
const IDLE_MS = 2 * 3_600_000;

const THREAD = ownFile(new URL("model-worker.ts", import.meta.url));

type Pool = Piscina<readonly string[], EmbeddingResult>;

export interface BuiltInOptions {
  readonly queue?: number;
  readonly idleMs?: number;
  /** Called when the thread fails while no text is being embedded. */
  readonly onError?: (error: Error) => void;
}

export class BuiltInEmbedder implements Embedder {
  readonly model = BUILT_IN_MODEL;
  readonly #queue: number;
  readonly #idleMs: number;
  readonly #onError: (error: Error) => void;
  #pool: Pool | undefined;
  #closed = false;
  /** True once `warm` was called: the thread does not end when idle. */
  #isPermanent = false;
  /** True until the thread's first call ends. Later calls must not wait for a thread that failed to load. */
  #isUntried = true;
  #ending: NodeJS.Timeout | undefined;
  /** Moving average of the milliseconds per text. */
  #textMs = USUAL_TEXT_MS;

  constructor({ queue = QUEUE, idleMs = IDLE_MS, onError = () => {} }: BuiltInOptions = {}) {
    this.#queue = queue;
    this.#idleMs = idleMs;
    this.#onError = onError;
  }

  warm(): void {
    this.#isPermanent = true;
    this.#start();
  }

  get isLoading(): boolean {
    return this.#isUntried && !this.#isPermanent;
  }

  async embed(texts: readonly string[]): Promise<readonly Float32Array[]> {
    const pool = this.#start();
    if (this.#isFull(pool)) throw new Error("the queue of the built-in model is full");
    const hung = new AbortController();
    const timer = setTimeout(() => hung.abort(), this.isLoading ? 2 * LOADING_LIMIT_MS : HUNG_MS).unref();
    clearTimeout(this.#ending);
    try {
      const { vectors, textMs } = await pool.run(texts, { signal: hung.signal });
      this.#textMs += LATEST_WEIGHT * (textMs - this.#textMs);
      return vectors;
    } finally {
      clearTimeout(timer);
      this.#isUntried = false;
      clearTimeout(this.#ending);
      if (!this.#isPermanent) this.#ending = setTimeout(() => void this.#endThread(), this.#idleMs).unref();
    }
  }

  /** Ends the thread as a crash would, for tests. */
  async crash(): Promise<void> {
    await Promise.all((this.#pool?.threads ?? []).map((thread) => thread.terminate()));
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#endThread();
  }

  /** Ends the thread. The next text starts a new one. */
  async #endThread(): Promise<void> {
    clearTimeout(this.#ending);
    const pool = this.#pool;
    this.#pool = undefined;
    this.#isUntried = true;
    await pool?.destroy();
  }

  /**
   * On a slow machine the queue is shorter, because the model would otherwise work for callers that no longer wait. The pool's
   * own maxQueue does not count tasks that can be aborted (piscina 5.3.2).
   */
  #isFull({ queueSize }: Pool): boolean {
    return queueSize > 0 && (queueSize >= this.#queue || (queueSize + 2) * this.#textMs > LIMIT_MS);
  }

  /** Starts the thread unless it is running. The constructor does not, so a process that judges no items loads no model. */
  #start(): Pool {
    if (this.#closed) throw new Error("the built-in model is closed");
    if (this.#pool !== undefined) return this.#pool;
    const pool: Pool = new Piscina({ filename: THREAD.href, name: "embedTexts", minThreads: 1, maxThreads: 1 });
    pool.on("error", this.#onError);
    this.#pool = pool;
    return pool;
  }
}
