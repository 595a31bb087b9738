// Reads the database's clock, so that a process with a wrong clock can be detected.
import type { Db } from "./db.ts";
import { int8, statement } from "./statement.ts";

/** SQL for the database's time in milliseconds. */
export const DATABASE_NOW = "(extract(epoch FROM clock_timestamp()) * 1000)::bigint";

/** SQL for the time at the start of the statement, for writes. Citus rejects volatile functions there. */
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
