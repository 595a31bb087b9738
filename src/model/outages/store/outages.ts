// The newest heartbeat of API processes, and the outages. All instants are the database's, the only clock that sees
// every process.
import { asker, inTransaction, lister } from "../../../platform/database/calls.ts";
import { DATABASE_NOW, STATEMENT_TIME } from "../../../platform/database/database-time.ts";
import type { Db } from "../../../platform/database/db.ts";
import * as sql from "../../../platform/database/statement.ts";

/** AMNESTY-1: shorter silences are none. */
export const TOLERATED_SILENCE_MS = 5 * 60_000;

/** A sign of life that lies further ahead was given by a clock that has been set back since. */
export const TOLERATED_LEAD_MS = 60_000;

const FIND_STATE = sql.statement({
  name: "find-service-state",
  params: {},
  row: {
    databaseNow: sql.int8,
    /** How many outages are recorded. */
    outageVersion: sql.int4,
    /** The newest sign of life of a process that answers requests; null when there was none ever. */
    newestBeat: sql.nullable(sql.int8),
  },
  text: `SELECT ${DATABASE_NOW} AS "databaseNow", w.version AS "outageVersion", w.newest_beat AS "newestBeat" FROM outage_watch w`,
  isShort: true,
});

export type ServiceState = sql.RowOf<typeof FIND_STATE.row>;

export async function findServiceState(db: Db): Promise<ServiceState> {
  const [row] = await db.query(FIND_STATE, {});
  if (row === undefined) throw new Error("the table outage_watch has lost its row");
  return row;
}

/** False after a silence or where the clock was set back: that has to be recorded first, for the sign of life would hide it. */
export const saveBeat = asker({
  name: "save-newest-beat",
  params: {},
  row: sql.FOUND,
  text: `UPDATE outage_watch SET newest_beat = ${STATEMENT_TIME}
    WHERE newest_beat IS NULL OR ${STATEMENT_TIME} - newest_beat BETWEEN -${TOLERATED_LEAD_MS} AND ${TOLERATED_SILENCE_MS}
    RETURNING true`,
});

/** In the transaction that records what was before. */
export const saveBeatAfterSilence = inTransaction.command({
  name: "save-newest-beat-after-silence",
  params: {},
  text: `UPDATE outage_watch SET newest_beat = ${STATEMENT_TIME}`,
});

/** Whoever adds an outage waits here for the one before, and then sees what that one has added. */
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

/** Lock the outages first. */
export const insertOutage = inTransaction.command({
  name: "insert-outage",
  params: OUTAGE_ROW,
  text: `WITH next AS (UPDATE outage_watch SET version = version + 1 RETURNING version)
    INSERT INTO outages (version, from_at, until_at, found_by, reason, recorded_at)
    SELECT version, $from, $until, $foundBy, $reason, $recordedAt FROM next`,
});

/** All of them in the order of the record. */
export const listOutageSpans = lister({
  name: "list-outage-spans",
  params: {},
  row: { version: sql.int4, from: sql.int8, until: sql.int8, recordedAt: sql.int8 },
  text: `SELECT version, from_at AS "from", until_at AS "until", recorded_at AS "recordedAt" FROM outages ORDER BY version`,
});

/** The newest first. */
export const listOutages = lister({
  name: "list-outages",
  params: { limit: sql.int8, offset: sql.int8 },
  row: OUTAGE_ROW,
  text: `SELECT from_at AS "from", until_at AS "until", found_by AS "foundBy", reason, recorded_at AS "recordedAt"
    FROM outages ORDER BY from_at DESC, version DESC LIMIT $limit OFFSET $offset`,
});
