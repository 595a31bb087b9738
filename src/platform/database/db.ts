// Runs named statements and transactions on a pool of PostgreSQL connections. Short reads share connections (decision 0020).
import { Pool, types, type Client, type CustomTypesConfig, type PoolClient, type PoolConfig } from "pg";
import { stopwatch } from "../clock.ts";
import { isTracing, traced } from "../observability/traces.ts";
import { LoopStopped } from "../loop.ts";
import { LOST, MOST_DEADLOCKS, breakOf, errorOf, isDeadlock, isOutdated, mostRepeats } from "./database-errors.ts";
import { ignoreLoss } from "./ignore-loss.ts";
import type { SqlTypes, RowOf, Statement, ValuesOf } from "./statement.ts";

/** Runs statements. A function that is correct only inside a transaction takes a `Tx` instead. */
export interface Db {
  query<Params extends SqlTypes, Row extends SqlTypes>(
    statement: Statement<Params, Row>,
    values: ValuesOf<NoInfer<Params>>,
  ): Promise<RowOf<Row>[]>;
}

/** A `Db` whose statements all run in one transaction. */
export interface Tx extends Db {
  readonly transaction: true;
}

export interface TransactionalDb extends Db {
  /** Commits if `work` returns, and rolls back if it throws. */
  withTransaction<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result>;
}

const STATEMENT_TIMEOUT_MS = 10_000;
/** Time limit for a server that sends nothing, not even a timeout error. */
const SILENCE_TIMEOUT_MS = 12_000;
const CHECK_SILENCE_EVERY_MS = 1_000;
const LOCK_TIMEOUT_MS = 5_000;
const IDLE_IN_TRANSACTION_MS = 15_000;
/** Limit for waiting on a free or new connection. */
const CONNECTION_WAIT_MS = 5_000;

/**
 * JIT compilation takes half a second for a statement that takes a millisecond. Parallel roll-ups would use every core. For a
 * statement about all agents, Citus would open a connection per shard, at ten times the cost. Plain PostgreSQL ignores the Citus
 * setting.
 */
const SESSION_OPTIONS = "-c jit=off -c max_parallel_workers_per_gather=0 -c citus.max_adaptive_executor_pool_size=1";

/**
 * Options for a database whose statements may be aborted. PostgreSQL checks twice a second whether the client is still connected.
 */
export const ENDING_CUT = `${SESSION_OPTIONS} -c client_connection_check_interval=500`;

/** Parses int8 as a number, since all instants and counts are safe integers. */
const ourTypes: CustomTypesConfig = {
  getTypeParser: (id: Parameters<typeof types.getTypeParser>[0], format?: "text" | "binary") =>
    // oxlint-disable-next-line typescript/no-unsafe-return -- edge: the driver types its parsers as any
    id === types.builtins.INT8 && format !== "binary" ? Number : types.getTypeParser(id, format),
};

/** SQL and values in the driver's form. PostgreSQL plans an unnamed statement on every run. */
interface DriverQuery {
  readonly name: string;
  readonly text: string;
  readonly values: unknown[];
}

/** Combines a statement with its values, in the order of their placeholders. */
export function driverQueryOf<Params extends SqlTypes>(
  { name, text, order }: Statement<Params, SqlTypes>,
  values: ValuesOf<Params>,
): DriverQuery {
  const ordered = order.map(({ param, isJson }) => {
    const value: unknown = values[param];
    return isJson && value !== null ? JSON.stringify(value) : value;
  });
  return { name, text, values: ordered };
}

/** The driver does not know column types. statements.test.ts compares the declared types with PostgreSQL. */
async function send<Row extends object>(client: PoolClient, { name, text, values }: DriverQuery): Promise<Row[]> {
  const { rows } = await client.query<Row>({ name, text, values });
  return rows;
}

function tracedSend<Row extends object>(client: PoolClient, sent: DriverQuery): Promise<Row[]> {
  if (!isTracing()) return send(client, sent);
  const attributes = { "db.system.name": "postgresql" };
  return traced(sent.name, { kind: "client", attributes }, () => send(client, sent));
}

/** Keeps idle connections open, because rising load soon needs them and a new one costs PostgreSQL as much as a hundred reads. */
const IDLE_MS = 5 * 60_000;

/** Opens a pool in which a lost connection does not end the process, whether idle or in use. */
export function openPool(settings: PoolConfig, onLost: (error: Error) => void): Pool {
  const pool = new Pool({ options: SESSION_OPTIONS, idleTimeoutMillis: IDLE_MS, ...settings });
  pool.on("error", onLost);
  pool.on("connect", (client) => client.on("error", ignoreLoss));
  return pool;
}

/** Two are enough, because a read takes PostgreSQL less time than its request takes this process. */
const MOST_SHARED = 2;
/** Exceeds the time of a short read on an overloaded machine. */
const HELD_UP_MS = 25;

/** The time at which the oldest pending query on a connection was sent. */
interface PendingQuery {
  since: number;
}

interface SharedConnection extends PendingQuery {
  readonly client: Promise<PoolClient>;
  /** Number of reads that are still unanswered. */
  running: number;
  /** Set if the connection must not be reused. */
  broken: Error | undefined;
}

/**
 * Connections that short reads share. A read is sent without waiting for earlier answers, so fewer PostgreSQL processes have to
 * wake up. Answers arrive in order, so no read joins a connection whose oldest read is stuck.
 */
class SharedConnections {
  readonly #connect: () => Promise<PoolClient>;
  readonly #open: SharedConnection[] = [];

  constructor(connect: () => Promise<PoolClient>) {
    this.#connect = connect;
  }

  /** Returns a connection and counts a read on it, or returns undefined if all connections are stuck. */
  join(): SharedConnection | undefined {
    const shared = this.#shortest();
    if (shared === undefined) return undefined;
    if (shared.running === 0) shared.since = stopwatch();
    shared.running += 1;
    return shared;
  }

  /** Returns true after the last read on a connection. The caller must then release the connection. */
  leave(shared: SharedConnection, broken: Error | undefined): boolean {
    shared.since = stopwatch();
    shared.running -= 1;
    shared.broken ??= broken;
    if (shared.running > 0 && shared.broken === undefined) return false;
    const at = this.#open.indexOf(shared);
    if (at !== -1) this.#open.splice(at, 1);
    return shared.running === 0;
  }

  #shortest(): SharedConnection | undefined {
    const heldUp = stopwatch() - HELD_UP_MS;
    let best: SharedConnection | undefined;
    for (const shared of this.#open) {
      if (shared.since >= heldUp && (best === undefined || shared.running < best.running)) best = shared;
    }
    if (this.#open.length === MOST_SHARED) return best;
    const opened: SharedConnection = { client: this.#connect(), running: 0, since: 0, broken: undefined };
    this.#open.push(opened);
    return opened;
  }
}

export class Database implements TransactionalDb {
  readonly #pool: Pool;
  readonly #limit: number;
  readonly #shared: SharedConnections;
  readonly #running = new Map<PoolClient, PendingQuery>();
  readonly #watchdog: NodeJS.Timeout;
  readonly #silenceMs: number;
  #isCut = false;

  constructor(
    url: string,
    connections: number,
    onLost: (error: Error) => void,
    {
      patience = 1,
      silenceMs = SILENCE_TIMEOUT_MS * patience,
      options = SESSION_OPTIONS,
    }: { patience?: number; silenceMs?: number; options?: string } = {},
  ) {
    this.#limit = connections;
    this.#silenceMs = silenceMs;
    const settings = {
      connectionString: url,
      options,
      max: connections,
      types: ourTypes,
      statement_timeout: STATEMENT_TIMEOUT_MS * patience,
      lock_timeout: LOCK_TIMEOUT_MS * patience,
      idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS * patience,
      connectionTimeoutMillis: CONNECTION_WAIT_MS * patience,
      keepAlive: true,
      application_name: "denkeeper",
      pipeline: true,
    };
    this.#pool = openPool(settings, onLost);
    this.#shared = new SharedConnections(() => this.#pool.connect());
    // One timer serves all statements. The driver's query_timeout sets one per statement, which costs a tenth of a status call.
    this.#watchdog = setInterval(() => this.#cutSilent(), CHECK_SILENCE_EVERY_MS).unref();
  }

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

  query<Params extends SqlTypes, Row extends SqlTypes>(
    statement: Statement<Params, Row>,
    values: ValuesOf<NoInfer<Params>>,
  ): Promise<RowOf<Row>[]> {
    return this.#query(driverQueryOf(statement, values), statement.isShort);
  }

  /** Sends undeclared SQL for tests and scripts. Lint forbids its use in src. */
  adHoc<Row extends object>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
    return this.#query({ name: "", text, values: [...values] }, false);
  }

  async #query<Row extends object>(sent: DriverQuery, isShort: boolean): Promise<Row[]> {
    for (let failed = 0; ; failed++) {
      const shared = isShort ? this.#shared.join() : undefined;
      try {
        return await (shared === undefined ? this.#queryOnce(sent) : this.#queryOn(shared, sent));
      } catch (thrown) {
        if (failed >= mostRepeats(thrown, this.#limit)) throw thrown;
      }
    }
  }

  async #queryOnce<Row extends object>(sent: DriverQuery): Promise<Row[]> {
    const client = await this.#pool.connect();
    let broken: Error | undefined;
    try {
      return await this.#send(client, sent);
    } catch (thrown) {
      broken = breakOf(thrown);
      throw thrown;
    } finally {
      this.#release(client, broken);
    }
  }

  async #queryOn<Row extends object>(shared: SharedConnection, sent: DriverQuery): Promise<Row[]> {
    let client: PoolClient | undefined;
    let broken: Error | undefined;
    try {
      client = await shared.client;
      this.#running.set(client, shared);
      return await tracedSend(client, sent);
    } catch (thrown) {
      broken = breakOf(thrown);
      throw thrown;
    } finally {
      if (this.#shared.leave(shared, broken) && client !== undefined) this.#release(client, shared.broken);
    }
  }

  /** Repeats the transaction after a deadlock, because transactions lock creatures and their agent in either order. */
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
      query: (statement, values) => this.#send(client, driverQueryOf(statement, values)),
    };
    const control = async (command: string): Promise<void> => {
      this.#running.set(client, { since: stopwatch() });
      await client.query(command);
    };
    let broken: Error | undefined;
    try {
      await control("BEGIN");
      const result = await work(tx);
      await control("COMMIT");
      return result;
    } catch (thrown) {
      // Closing the connection rolls back. A ROLLBACK would have to wait for a silent server again.
      if (thrown instanceof Error && (LOST.test(thrown.message) || isOutdated(thrown))) broken = thrown;
      else {
        await control("ROLLBACK").catch((error: unknown) => {
          broken = errorOf(error);
        });
      }
      throw thrown;
    } finally {
      this.#release(client, broken);
    }
  }

  /** Aborts running statements and rejects later ones. With `ENDING_CUT`, the statements also end on the server. */
  cut(): void {
    this.#isCut = true;
    this.#cutSilent(stopwatch());
  }

  async close(): Promise<void> {
    clearInterval(this.#watchdog);
    await this.#pool.end();
  }

  async #send<Row extends object>(client: PoolClient, sent: DriverQuery): Promise<Row[]> {
    if (this.#isCut) throw new LoopStopped("the statements of this process were aborted");
    this.#running.set(client, { since: stopwatch() });
    return tracedSend(client, sent);
  }

  #release(client: PoolClient, broken: Error | undefined): void {
    this.#running.delete(client);
    client.release(broken);
  }

  /** Closes connections to a server that is frozen or unreachable. */
  #cutSilent(sentBefore = stopwatch() - this.#silenceMs): void {
    for (const [client, { since }] of this.#running) {
      // Makes all pending statements fail. `end` would wait for their answers.
      // oxlint-disable-next-line typescript/consistent-type-assertions -- edge: the driver's types leave out the connection of a pooled client
      if (since <= sentBefore) (client as PoolClient & Client).connection.stream.destroy();
    }
  }
}
