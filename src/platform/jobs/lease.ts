// Work that only one worker does at a time: it starts when the lease is acquired and ends when it is lost. The lease of
// a dead worker expires after a few seconds, then another takes over.
import type { Logger } from "pino";
import type { Db } from "../database/db.ts";
import { deleteLease, saveLease } from "./store/leases.ts";
import { stopwatch } from "../clock.ts";
import { Loop } from "../loop.ts";

const LEASE_MS = 8_000;
const RENEW_EVERY_MS = 2_000;

/** What runs under a lease. */
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

  /** Whether this worker does the work. */
  get held(): boolean {
    return this.#running !== undefined;
  }

  /** Ends the work and gives the lease back. */
  async stop(): Promise<void> {
    await this.#renewing.stop();
    await this.#end();
    await deleteLease(this.#db, { name: this.#work.name, holder: this.#work.holder });
  }

  async #renew(): Promise<void> {
    const { name, holder } = this.#work;
    const asked = stopwatch();
    const got = await saveLease(this.#db, { name, holder, forMs: LEASE_MS }).catch((error: unknown) => {
      this.#log.warn({ err: error, lease: name }, "a lease could not be renewed");
      return undefined;
    });
    // Without an answer the work goes on only for as long as the lease is surely ours.
    if (got === true) this.#heldUntil = asked + LEASE_MS;
    if (got === false || stopwatch() >= this.#heldUntil) return this.#end();
    if (this.#running !== undefined) return;
    this.#log.info({ lease: name }, "took over");
    this.#running = this.#work.begin();
  }

  async #end(): Promise<void> {
    const running = this.#running;
    this.#running = undefined;
    await running?.stop();
  }
}
