// Runs work that only one worker may do at a time. The work starts when the lease is acquired and ends when it is lost. The lease
// of a dead worker expires after a few seconds, and another worker takes over.
import type { Logger } from "pino";
import type { Db } from "../database/db.ts";
import { deleteLease, saveLease } from "./store/leases.ts";
import { stopwatch } from "../clock.ts";
import { Loop } from "../loop.ts";

const LEASE_MS = 8_000;
const RENEW_EVERY_MS = 2_000;

export interface RunningWork {
  stop(): Promise<void>;
}

export interface LeasedWork {
  readonly name: string;
  readonly holder: string;
  begin(): RunningWork;
}

export class Lease {
  readonly #db: Db;
  readonly #work: LeasedWork;
  readonly #log: Logger;
  readonly #renewing: Loop;
  #running: RunningWork | undefined;
  #heldUntil = -Infinity;

  constructor(db: Db, work: LeasedWork, log: Logger) {
    this.#db = db;
    this.#work = work;
    this.#log = log;
    this.#renewing = new Loop({ name: `lease ${work.name}`, everyMs: RENEW_EVERY_MS, run: () => this.#renew() }, log);
  }

  get held(): boolean {
    return this.#running !== undefined;
  }

  /** Ends the work and releases the lease. */
  async stop(): Promise<void> {
    await this.#renewing.stop();
    await this.#end();
    await deleteLease(this.#db, { name: this.#work.name, holder: this.#work.holder });
  }

  async #renew(): Promise<void> {
    const { name, holder } = this.#work;
    const requestedAt = stopwatch();
    const got = await saveLease(this.#db, { name, holder, forMs: LEASE_MS }).catch((error: unknown) => {
      this.#log.warn({ err: error, lease: name }, "renewing a lease failed");
      return undefined;
    });
    // If the database does not answer, the work continues only while the lease is certainly held.
    if (got === true) this.#heldUntil = requestedAt + LEASE_MS;
    if (got === false || stopwatch() >= this.#heldUntil) return this.#end();
    if (this.#running !== undefined) return;
    this.#log.info({ lease: name }, "took over a lease");
    this.#running = this.#work.begin();
  }

  async #end(): Promise<void> {
    const running = this.#running;
    this.#running = undefined;
    await running?.stop();
  }
}
