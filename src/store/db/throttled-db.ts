// The worker's way to the database: one statement or transaction at a time, each followed by a rest. So the worker takes
// only a share of one core of the database, and does less when callers keep it busy: they cannot wait, the dead can.
import { stopwatch } from "../../platform/clock.ts";
import { Stopping } from "../../platform/loop.ts";
import type { Statement, Transacting, Tx } from "./db.ts";

/** Whoever stops the worker need not wait for longer. */
const LONGEST_REST_MS = 1_000;

export class Background implements Transacting {
  readonly #database: Transacting;
  readonly #restFactor: number;
  /** Resolves when whoever came last has done its work and rested. */
  #last: Promise<void> = Promise.resolve();
  #isClosed = false;

  /** A rest is `restFactor` times as long as the work before it. */
  constructor(database: Transacting, restFactor: number) {
    this.#database = database;
    this.#restFactor = restFactor;
  }

  query<Row>(statement: Statement, values: readonly unknown[]): Promise<Row[]> {
    return this.#inTurn((database) => database.query<Row>(statement, values));
  }

  withTransaction<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result> {
    return this.#inTurn((database) => database.withTransaction(work));
  }

  /** Lets the running statement end and refuses all others: a round may need minutes for them. */
  close(): void {
    this.#isClosed = true;
  }

  async #inTurn<Result>(work: (database: Transacting) => Promise<Result>): Promise<Result> {
    const before = this.#last;
    const { promise: rested, resolve: rest } = Promise.withResolvers<void>();
    this.#last = rested;
    await before;
    if (this.#isClosed) {
      rest();
      throw new Stopping("the worker stops");
    }
    const started = stopwatch();
    try {
      return await work(this.#database);
    } finally {
      setTimeout(rest, Math.min(this.#restFactor * (stopwatch() - started), LONGEST_REST_MS));
    }
  }
}
