// The one door to PostgreSQL: a pool that runs named statements, and transactions that commit or leave nothing behind.
// Store functions take `Db`, or `Tx` where they make sense only inside a transaction.
import { Pool, types } from "pg";
import type { CustomTypesConfig, PoolClient } from "pg";

/** SQL under a name. PostgreSQL plans a named statement once per connection, so one name must always mean one text. */
export interface Statement {
  readonly name: string;
  readonly text: string;
}

export interface Db {
  /** The rows that a statement returns. */
  query<Row>(statement: Statement, values: readonly unknown[]): Promise<Row[]>;
}

/** A `Db` whose statements belong to one transaction. */
export interface Tx extends Db {
  readonly transaction: true;
}

const STATEMENT_TIMEOUT_MS = 10_000;
const CONNECT_TIMEOUT_MS = 5_000;

/** int8 as a number: every instant and count of ours is a safe integer. */
const ourTypes: CustomTypesConfig = {
  getTypeParser: (id: Parameters<typeof types.getTypeParser>[0], format?: "text" | "binary") =>
    id === types.builtins.INT8 && format !== "binary" ? Number : types.getTypeParser(id, format),
};

async function run<Row>(on: Pool | PoolClient, { name, text }: Statement, values: readonly unknown[]): Promise<Row[]> {
  const { rows } = await on.query({ name, text, values: [...values] });
  return rows as Row[];
}

export class Database implements Db {
  readonly #pool: Pool;

  constructor(url: string, connections: number, onLost: (error: Error) => void) {
    this.#pool = new Pool({
      connectionString: url,
      max: connections,
      types: ourTypes,
      statement_timeout: STATEMENT_TIMEOUT_MS,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      application_name: "denkeeper",
    });
    // An idle connection that the server closes must not end the process.
    this.#pool.on("error", onLost);
  }

  async query<Row>(statement: Statement, values: readonly unknown[]): Promise<Row[]> {
    return run<Row>(this.#pool, statement, values);
  }

  /** Commits what `work` did when it returns, and undoes all of it when it throws. */
  async withTransaction<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result> {
    const client = await this.#pool.connect();
    const tx: Tx = { transaction: true, query: (statement, values) => run(client, statement, values) };
    let broken: Error | undefined;
    // Without a listener a connection that is lost in the middle would end the process.
    const onError = (error: Error) => {
      broken = error;
    };
    client.on("error", onError);
    try {
      await client.query("BEGIN");
      const result = await work(tx);
      await client.query("COMMIT");
      return result;
    } catch (thrown) {
      await client.query("ROLLBACK").catch((error: unknown) => {
        broken = error instanceof Error ? error : new Error("rollback failed");
      });
      throw thrown;
    } finally {
      client.release(broken);
      if (broken === undefined) client.off("error", onError);
    }
  }

  async close(): Promise<void> {
    await this.#pool.end();
  }
}
