// A database for the worker that runs one statement or transaction at a time, each followed by a pause. The worker thus uses only
// a share of one database core, and less under load. Callers cannot wait, but recording deaths can.
import { stopwatch } from "../clock.ts";
import { LoopStopped } from "../loop.ts";
import type { TransactionalDb, Tx } from "./db.ts";
import type { SqlTypes, RowOf, Statement, ValuesOf } from "./statement.ts";

/** Limits how long stopping the worker takes. */
const MAX_PAUSE_MS = 1_000;

export class ThrottledDb implements TransactionalDb {
  readonly #database: TransactionalDb;
  readonly #pauseFactor: number;
  /** Resolves after the last queued work and its pause. */
  #last: Promise<void> = Promise.resolve();
  #isClosed = false;

  /** Each pause lasts `pauseFactor` times as long as the preceding work. */
  constructor(database: TransactionalDb, pauseFactor: number) {
    this.#database = database;
    this.#pauseFactor = pauseFactor;
  }

  query<Params extends SqlTypes, Row extends SqlTypes>(
    statement: Statement<Params, Row>,
    values: ValuesOf<NoInfer<Params>>,
  ): Promise<RowOf<Row>[]> {
    return this.#runThrottled((database) => database.query(statement, values));
  }

  withTransaction<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result> {
    return this.#runThrottled((database) => database.withTransaction(work));
  }

  /** Finishes the running statement and rejects queued statements, which could take minutes. */
  close(): void {
    this.#isClosed = true;
  }

  async #runThrottled<Result>(work: (database: TransactionalDb) => Promise<Result>): Promise<Result> {
    const previous = this.#last;
    const { promise: paused, resolve: endPause } = Promise.withResolvers<void>();
    this.#last = paused;
    await previous;
    if (this.#isClosed) {
      endPause();
      throw new LoopStopped("the worker is stopping");
    }
    const started = stopwatch();
    try {
      return await work(this.#database);
    } finally {
      const pauseMs = Math.min(this.#pauseFactor * (stopwatch() - started), MAX_PAUSE_MS);
      setTimeout(endPause, pauseMs);
    }
  }
}
