// The database's clock, against which every process compares its own: one that is off must not decide that something
// has died.
import type { Db, Statement } from "./db.ts";

/** The database's time in milliseconds, as SQL. */
export const DATABASE_NOW = "(extract(epoch FROM clock_timestamp()) * 1000)::bigint";

const FIND_TIME: Statement = { name: "find-database-time", text: `SELECT ${DATABASE_NOW} AS "databaseNow"` };

export async function findDatabaseTime(db: Db): Promise<number | undefined> {
  const [row] = await db.query<{ databaseNow: number }>(FIND_TIME, []);
  return row?.databaseNow;
}
