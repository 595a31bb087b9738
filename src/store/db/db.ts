// The only access to PostgreSQL: a pool that runs named statements, and transactions that commit or leave nothing
// behind. Store functions take `Db`, or `Tx` where they make sense only inside a transaction.
import { DatabaseError, Pool, types } from "pg";
import type { Client, CustomTypesConfig, PoolClient, PoolConfig } from "pg";
import { stopwatch } from "../../platform/clock.ts";
import { isTracing, traced } from "../../observability/traces.ts";
import type { Kinds, RowOf, Statement, ValuesOf } from "./statement.ts";

export interface Db {
  /** The rows that a statement returns. */
  query<Params extends Kinds, Row extends Kinds>(
    statement: Statement<Params, Row>,
    values: ValuesOf<NoInfer<Params>>,
  ): Promise<RowOf<Row>[]>;
}

/** A `Db` whose statements belong to one transaction. */
export interface Tx extends Db {
  readonly transaction: true;
}

export interface Transacting extends Db {
  /** Commits what `work` did when it returns, and undoes all of it when it throws. */
  withTransaction<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result>;
}

const STATEMENT_TIMEOUT_MS = 10_000;
/** For a server that says nothing at all, not even that the time is up. */
const SILENCE_TIMEOUT_MS = 12_000;
const LOOK_EVERY_MS = 1_000;
const LOCK_TIMEOUT_MS = 5_000;
const IDLE_IN_TRANSACTION_MS = 15_000;
/** How long a call waits for a connection, free or new. */
const CONNECTION_WAIT_MS = 5_000;
/** How often something is done again that was undone by a deadlock. */
const MOST_DEADLOCKS = 5;

/**
 * Compiling a statement takes PostgreSQL half a second, for one that takes a millisecond. And whoever counts for the
 * roll-ups must not take every core away from callers.
 */
const SESSION_OPTIONS = "-c jit=off -c max_parallel_workers_per_gather=0";

/** How `pg` says that it got no connection, or lost the one it had. */
const LOST = /^(?:timeout exceeded when trying to connect|Connection terminated|Client (?:has encountered|was closed))/;
const NETWORK = new Set(["ECONNREFUSED", "ECONNRESET", "EPIPE", "ETIMEDOUT", "ENOTFOUND", "EAI_AGAIN", "EHOSTUNREACH"]);
/** Connection, resources and operator intervention; a statement or lock that took too long; a standby. */
const AWAY_STATES = /^(?:08|53|57)|^55P03$|^25006$/;

/** Whether the database could not do its work, as opposed to having refused what was asked of it. */
export function isUnavailable(thrown: unknown): boolean {
  if (thrown instanceof DatabaseError) return AWAY_STATES.test(thrown.code ?? "") || isOutdated(thrown);
  if (!(thrown instanceof Error)) return false;
  return LOST.test(thrown.message) || ("code" in thrown && NETWORK.has(String(thrown.code)));
}

/**
 * A migration added a column to a table of which the statement returns all. PostgreSQL refuses such a statement before it
 * does anything, on every connection that has planned it before.
 */
function isOutdated(thrown: unknown): boolean {
  return thrown instanceof DatabaseError && thrown.code === "0A000" && thrown.message.startsWith("cached plan");
}

/** Whether PostgreSQL gave something up, and undid it, because two transactions waited for each other. */
function isDeadlock(thrown: unknown): boolean {
  return thrown instanceof DatabaseError && thrown.code === "40P01";
}

/** How often a statement on its own may fail like this and be sent again: it has done nothing. */
function mostRepeats(thrown: unknown, connections: number): number {
  // Each time the connection is given up, so that after all of them comes one that knows nothing.
  if (isOutdated(thrown)) return connections + 1;
  return isDeadlock(thrown) ? MOST_DEADLOCKS : 0;
}

/** int8 as a number: every instant and count of ours is a safe integer. */
const ourTypes: CustomTypesConfig = {
  getTypeParser: (id: Parameters<typeof types.getTypeParser>[0], format?: "text" | "binary") =>
    // oxlint-disable-next-line typescript/no-unsafe-return -- edge: the driver types its parsers as any
    id === types.builtins.INT8 && format !== "binary" ? Number : types.getTypeParser(id, format),
};

/** SQL and its values, as the driver takes them. Without a name PostgreSQL plans it each time. */
interface Sent {
  readonly name: string;
  readonly text: string;
  readonly values: unknown[];
}

/** A statement and its values, in the order of their numbers. */
export function sentOf<Params extends Kinds>(
  { name, text, order }: Statement<Params, Kinds>,
  values: ValuesOf<Params>,
): Sent {
  const ordered = order.map(({ param, isJson }) => {
    const value: unknown = values[param];
    return isJson && value !== null ? JSON.stringify(value) : value;
  });
  return { name, text, values: ordered };
}

/** To the driver a column is of any type. What it is said to be here, statements.test.ts checks against PostgreSQL. */
async function send<Row extends object>(client: PoolClient, { name, text, values }: Sent): Promise<Row[]> {
  const { rows } = await client.query<Row>({ name, text, values });
  return rows;
}

function errorOf(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error("unknown");
}

/** A pool whose lost connections end no process: not an idle one that the server closes, and not one in use. */
export function openPool(settings: PoolConfig, onLost: (error: Error) => void): Pool {
  const pool = new Pool({ options: SESSION_OPTIONS, ...settings });
  pool.on("error", onLost);
  // Whoever uses it learns of it by the statement that fails.
  pool.on("connect", (client) => client.on("error", () => {}));
  return pool;
}

export class Database implements Transacting {
  readonly #pool: Pool;
  readonly #limit: number;
  /** Connections in use, and when their last statement was sent. */
  readonly #running = new Map<PoolClient, number>();
  readonly #watchdog: NodeJS.Timeout;
  readonly #silenceMs: number;

  constructor(url: string, connections: number, onLost: (error: Error) => void, silenceMs = SILENCE_TIMEOUT_MS) {
    this.#limit = connections;
    this.#silenceMs = silenceMs;
    const settings = {
      connectionString: url,
      max: connections,
      types: ourTypes,
      statement_timeout: STATEMENT_TIMEOUT_MS,
      lock_timeout: LOCK_TIMEOUT_MS,
      idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
      connectionTimeoutMillis: CONNECTION_WAIT_MS,
      keepAlive: true,
      application_name: "denkeeper",
    };
    this.#pool = openPool(settings, onLost);
    // One timer for all: the driver's own query_timeout sets one for each statement, a tenth of a status call.
    this.#watchdog = setInterval(() => this.#cutSilent(), LOOK_EVERY_MS).unref();
  }

  /** What the pool is doing right now. */
  get connections() {
    const pool = this.#pool;
    return {
      limit: this.#limit,
      get in_use() {
        return pool.totalCount - pool.idleCount;
      },
      get idle() {
        return pool.idleCount;
      },
      get waiting() {
        return pool.waitingCount;
      },
    };
  }

  query<Params extends Kinds, Row extends Kinds>(
    statement: Statement<Params, Row>,
    values: ValuesOf<NoInfer<Params>>,
  ): Promise<RowOf<Row>[]> {
    return this.#query(sentOf(statement, values));
  }

  /** SQL that no statement declares, for tests and scripts: lint keeps it out of src. */
  adHoc<Row extends object>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
    return this.#query({ name: "", text, values: [...values] });
  }

  async #query<Row extends object>(sent: Sent): Promise<Row[]> {
    for (let failed = 0; ; failed++) {
      try {
        return await this.#queryOnce(sent);
      } catch (thrown) {
        if (failed >= mostRepeats(thrown, this.#limit)) throw thrown;
      }
    }
  }

  async #queryOnce<Row extends object>(sent: Sent): Promise<Row[]> {
    const client = await this.#pool.connect();
    let broken: Error | undefined;
    try {
      return await this.#send(client, sent);
    } catch (thrown) {
      // What PostgreSQL only refused leaves the connection in order.
      if (!(thrown instanceof DatabaseError) || isUnavailable(thrown)) broken = errorOf(thrown);
      throw thrown;
    } finally {
      this.#letGo(client, broken);
    }
  }

  /** After a deadlock it runs again, on what the others have left: creatures and their agent are locked in either order. */
  async withTransaction<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result> {
    for (let deadlocks = 0; ; deadlocks++) {
      try {
        return await this.#transactOnce(work);
      } catch (thrown) {
        if (!isDeadlock(thrown) || deadlocks >= MOST_DEADLOCKS) throw thrown;
      }
    }
  }

  async #transactOnce<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result> {
    const client = await this.#pool.connect();
    const tx: Tx = {
      transaction: true,
      query: (statement, values) => this.#send(client, sentOf(statement, values)),
    };
    const control = async (command: string): Promise<void> => {
      this.#running.set(client, stopwatch());
      await client.query(command);
    };
    let broken: Error | undefined;
    try {
      await control("BEGIN");
      const result = await work(tx);
      await control("COMMIT");
      return result;
    } catch (thrown) {
      // A server that has fallen silent would let the rollback wait as long again.
      if (thrown instanceof Error && (LOST.test(thrown.message) || isOutdated(thrown))) broken = thrown;
      else {
        await control("ROLLBACK").catch((error: unknown) => {
          broken = errorOf(error);
        });
      }
      throw thrown;
    } finally {
      this.#letGo(client, broken);
    }
  }

  async close(): Promise<void> {
    clearInterval(this.#watchdog);
    await this.#pool.end();
  }

  #send<Row extends object>(client: PoolClient, sent: Sent): Promise<Row[]> {
    this.#running.set(client, stopwatch());
    if (!isTracing()) return send(client, sent);
    const attributes = { "db.system.name": "postgresql" };
    return traced(sent.name, { kind: "client", attributes }, () => send(client, sent));
  }

  #letGo(client: PoolClient, broken: Error | undefined): void {
    this.#running.delete(client);
    client.release(broken);
  }

  /** A server that is frozen, or behind a network that drops everything, is not waited for. */
  #cutSilent(): void {
    const longAgo = stopwatch() - this.#silenceMs;
    for (const [client, since] of this.#running) {
      // With a statement on its way this cuts the connection, and the statement fails.
      // oxlint-disable-next-line typescript/consistent-type-assertions -- edge: the driver's types leave out that a pooled client can end
      if (since < longAgo) void (client as PoolClient & Client).end().catch(() => {});
    }
  }
}
