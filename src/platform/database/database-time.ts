// The database's clock, with which every process compares its own: a process with a wrong clock must not record deaths.
import type { Db } from "./db.ts";
import { int8, statement } from "./statement.ts";

/** The database's time in milliseconds, as SQL. */
export const DATABASE_NOW = "(extract(epoch FROM clock_timestamp()) * 1000)::bigint";

/**
 * The time at the start of the statement, for writes: Citus rejects functions there that return another value at each call.
 */
export const STATEMENT_TIME = "(extract(epoch FROM statement_timestamp()) * 1000)::bigint";

const FIND_TIME = statement({
  name: "find-database-time",
  params: {},
  row: { databaseNow: int8 },
  text: `SELECT ${DATABASE_NOW} AS "databaseNow"`,
});

export async function findDatabaseTime(db: Db): Promise<number | undefined> {
  const [row] = await db.query(FIND_TIME, {});
  return row?.databaseNow;
}
