// Reads what PostgreSQL reports about itself, for the doctor. The statement works in an empty database too.
import { DATABASE_NOW } from "../../../platform/database/database-time.ts";
import type { Db } from "../../../platform/database/db.ts";
import * as sql from "../../../platform/database/statement.ts";

const FIND_SERVER = sql.statement({
  name: "find-server",
  params: {},
  row: {
    version: sql.text,
    versionNumber: sql.int4,
    encoding: sql.text,
    isReadOnly: sql.bool,
    maxConnections: sql.int4,
    /** Identity of a database on its server. All nodes of a Citus cluster count as one server. */
    identity: sql.text,
    isMigrated: sql.bool,
    databaseNow: sql.int8,
  },
  text: `SELECT current_setting('server_version') AS version,
    current_setting('server_version_num')::int4 AS "versionNumber",
    current_setting('server_encoding') AS encoding,
    current_setting('transaction_read_only')::bool AS "isReadOnly",
    current_setting('max_connections')::int4 AS "maxConnections",
    concat(current_database(), ' ', CASE WHEN to_regclass('pg_catalog.pg_dist_node') IS NULL
      THEN pg_postmaster_start_time()::text
      ELSE query_to_xml('SELECT nodename, nodeport FROM pg_catalog.pg_dist_node ORDER BY nodeid', false, true, '')::text
    END) AS identity,
    to_regclass('migrations') IS NOT NULL AS "isMigrated",
    ${DATABASE_NOW} AS "databaseNow"`,
});

export type DatabaseServer = sql.RowOf<typeof FIND_SERVER.row>;

export async function findServer(db: Db): Promise<DatabaseServer> {
  const [row] = await db.query(FIND_SERVER, {});
  if (row === undefined) throw new Error("PostgreSQL returned no row");
  return row;
}
