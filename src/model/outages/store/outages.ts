// Stores outages and the newest heartbeat of API processes. All instants are from the database's clock, which all processes
// share.
import { asker, inTransaction, lister } from "../../../platform/database/calls.ts";
import { DATABASE_NOW, STATEMENT_TIME } from "../../../platform/database/database-time.ts";
import type { Db } from "../../../platform/database/db.ts";
import * as sql from "../../../platform/database/statement.ts";

/** Maximum silence that does not count as an outage (AMNESTY-1). */
export const TOLERATED_SILENCE_MS = 5 * 60_000;

/** Maximum lead of the newest heartbeat over the clock. A larger lead means that the clock was set back afterward. */
export const TOLERATED_LEAD_MS = 60_000;

const FIND_STATE = sql.statement({
  name: "find-service-state",
  params: {},
  row: {
    databaseNow: sql.int8,
    /** Raised with every change of the recorded outages. */
    outageVersion: sql.int4,
    /** The newest heartbeat of a process that answers requests; null before the first. */
    newestBeat: sql.nullable(sql.int8),
  },
  text: `SELECT ${DATABASE_NOW} AS "databaseNow", w.version AS "outageVersion", w.newest_beat AS "newestBeat" FROM outage_watch w`,
  isShort: true,
});

export type ServiceState = sql.RowOf<typeof FIND_STATE.row>;

export async function findServiceState(db: Db): Promise<ServiceState> {
  const [row] = await db.query(FIND_STATE, {});
  if (row === undefined) throw new Error("table outage_watch has no row");
  return row;
}

/**
 * Returns false after a silence, or if the clock was set back. Both must be recorded first, since a heartbeat would hide them.
 */
export const saveBeat = asker({
  name: "save-newest-beat",
  params: {},
  row: sql.FOUND,
  text: `UPDATE outage_watch SET newest_beat = ${STATEMENT_TIME}
    WHERE newest_beat IS NULL OR ${STATEMENT_TIME} - newest_beat BETWEEN -${TOLERATED_LEAD_MS} AND ${TOLERATED_SILENCE_MS}
    RETURNING true`,
});

/** Saves a heartbeat in the transaction that records the silence. */
export const saveBeatAfterSilence = inTransaction.command({
  name: "save-newest-beat-after-silence",
  params: {},
  text: `UPDATE outage_watch SET newest_beat = ${STATEMENT_TIME}`,
});

/** Serializes transactions that add outages, so that each sees the earlier ones. */
export const lockOutages = inTransaction.command({
  name: "lock-outages",
  params: {},
  text: "SELECT FROM outage_watch FOR UPDATE",
});

const OUTAGE_ROW = {
  from: sql.int8,
  until: sql.int8,
  foundBy: sql.textOf<"heartbeat" | "operator">(),
  reason: sql.nullable(sql.text),
  recordedAt: sql.int8,
};

export type Outage = sql.RowOf<typeof OUTAGE_ROW>;

/** Adds an outage and raises the version. Call after `lockOutages`. */
export const insertOutage = inTransaction.command({
  name: "insert-outage",
  params: OUTAGE_ROW,
  text: `WITH next AS (UPDATE outage_watch SET version = version + 1 RETURNING version)
    INSERT INTO outages (version, from_at, until_at, found_by, reason, recorded_at)
    SELECT version, $from, $until, $foundBy, $reason, $recordedAt FROM next`,
});

/** Lists all outages in the order of their recording. */
export const listOutageSpans = lister({
  name: "list-outage-spans",
  params: {},
  row: { version: sql.int4, from: sql.int8, until: sql.int8, recordedAt: sql.int8 },
  text: `SELECT version, from_at AS "from", until_at AS "until", recorded_at AS "recordedAt" FROM outages ORDER BY version`,
});

/** Lists outages, newest first. */
export const listOutages = lister({
  name: "list-outages",
  params: { limit: sql.int8, offset: sql.int8 },
  row: OUTAGE_ROW,
  text: `SELECT from_at AS "from", until_at AS "until", found_by AS "foundBy", reason, recorded_at AS "recordedAt"
    FROM outages ORDER BY from_at DESC, version DESC LIMIT $limit OFFSET $offset`,
});
