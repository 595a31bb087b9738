// Checks that portraits can be stored, by writing and deleting a file. Otherwise, a folder with the wrong owner or a bucket
// without permissions would be noticed only when a portrait is lost.
import type { Logger } from "pino";
import type { ObjectStore } from "../../platform/objects/store.ts";

const KEEP_SUCCESS_MS = 60_000;
const KEEP_FAILURE_MS = 5_000;
/** Stays below the timeout of a Kubernetes probe. */
const DEADLINE_MS = 2_000;

export class PortraitStorage {
  readonly #store: Pick<ObjectStore, "probe">;
  readonly #now: () => number;
  readonly #log: Logger;
  #state = "ok";
  #hasWorked = false;
  #checkedAt = -Infinity;
  #running: Promise<void> | undefined;

  constructor(store: Pick<ObjectStore, "probe">, now: () => number, log: Logger) {
    this.#store = store;
    this.#now = now;
    this.#log = log;
  }

  /** True if this process has ever written to the store. */
  get hasWorked(): boolean {
    return this.#hasWorked;
  }

  /** Returns `ok` or the fault. */
  async check(): Promise<string> {
    const keepMs = this.#state === "ok" ? KEEP_SUCCESS_MS : KEEP_FAILURE_MS;
    if (Math.abs(this.#now() - this.#checkedAt) >= keepMs) {
      // Concurrent checks share one probe, even if the store hangs.
      this.#running ??= this.#probe();
      const { promise: late, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, DEADLINE_MS);
      const isLate = await Promise.race([this.#running.then(() => false), late.then(() => true)]);
      clearTimeout(timer);
      if (isLate) this.#found(`not writable: no answer within ${DEADLINE_MS / 1000} seconds`);
      this.#checkedAt = this.#now();
    }
    return this.#state;
  }

  async #probe(): Promise<void> {
    try {
      await this.#store.probe();
      this.#hasWorked = true;
      this.#found("ok");
    } catch (error) {
      this.#found(`not writable: ${reasonOf(error)}`, error);
    } finally {
      this.#running = undefined;
    }
  }

  #found(state: string, error?: unknown): void {
    if (state === this.#state) return;
    this.#state = state;
    if (state === "ok") this.#log.info("portraits can be stored again");
    else this.#log.error({ err: error, state }, "portraits cannot be stored: check PORTRAITS_DIR or S3_BUCKET");
  }
}

/** Returns a code such as EACCES or NoSuchBucket, because /readyz must not reveal paths or addresses. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return "unknown error";
  return "code" in error && typeof error.code === "string" ? error.code : error.name;
}
