// The newest heartbeat of API processes, and the outages. All instants are the database's, the only clock that sees
// every process.
import { inTransaction } from "../db/calls.ts";
import { DATABASE_NOW, STATEMENT_TIME } from "../db/database-time.ts";
import type { Db, Tx } from "../db/db.ts";
import { FOUND, int4, int8, nullable, statement, text, textOf, type RowOf } from "../db/statement.ts";

/** AMNESTY-1: shorter silences are none. */
export const TOLERATED_SILENCE_MS = 5 * 60_000;

const FIND_STATE = statement({
  name: "find-service-state",
  params: {},
  row: {
    databaseNow: int8,
    /** How many outages are recorded. */
    outageVersion: int4,
    /** The newest sign of life of a process that answers requests; null when there was none ever. */
    newestBeat: nullable(int8),
  },
  text: `SELECT ${DATABASE_NOW} AS "databaseNow", w.version AS "outageVersion", w.newest_beat AS "newestBeat" FROM outage_watch w`,
  isShort: true,
});

export type ServiceState = RowOf<typeof FIND_STATE.row>;

export async function findServiceState(db: Db): Promise<ServiceState> {
  const [row] = await db.query(FIND_STATE, {});
  if (row === undefined) throw new Error("the table outage_watch has lost its row");
  return row;
}

const BEAT = statement({
  name: "save-newest-beat",
  params: {},
  row: FOUND,
  text: `UPDATE outage_watch SET newest_beat = ${STATEMENT_TIME}
    WHERE newest_beat IS NULL OR ${STATEMENT_TIME} - newest_beat <= ${TOLERATED_SILENCE_MS} RETURNING true`,
});

/** False when there was a silence before: it has to be recorded first, for the sign of life would hide it. */
export async function saveBeat(db: Db): Promise<boolean> {
  const rows = await db.query(BEAT, {});
  return rows.length === 1;
}

const BEAT_ANYWAY = statement({
  name: "save-newest-beat-after-silence",
  params: {},
  row: {},
  text: `UPDATE outage_watch SET newest_beat = ${STATEMENT_TIME}`,
});

/** In the transaction that records the silence. */
export async function saveBeatAfterSilence(tx: Tx): Promise<void> {
  await tx.query(BEAT_ANYWAY, {});
}

const LOCK = statement({
  name: "lock-outages",
  params: {},
  row: {},
  text: "SELECT FROM outage_watch FOR UPDATE",
});

/** Whoever adds an outage waits here for the one before, and then sees what that one has added. */
export async function lockOutages(tx: Tx): Promise<void> {
  await tx.query(LOCK, {});
}

const OUTAGE_ROW = {
  from: int8,
  until: int8,
  foundBy: textOf<"heartbeat" | "operator">(),
  reason: nullable(text),
  recordedAt: int8,
};

export type Outage = RowOf<typeof OUTAGE_ROW>;

/** Lock the outages first. */
export const insertOutage = inTransaction.command({
  name: "insert-outage",
  params: OUTAGE_ROW,
  text: `WITH next AS (UPDATE outage_watch SET version = version + 1 RETURNING version)
    INSERT INTO outages (version, from_at, until_at, found_by, reason, recorded_at)
    SELECT version, $from, $until, $foundBy, $reason, $recordedAt FROM next`,
});

const SPANS = statement({
  name: "list-outage-spans",
  params: {},
  row: { version: int4, from: int8, until: int8, recordedAt: int8 },
  text: `SELECT version, from_at AS "from", until_at AS "until", recorded_at AS "recordedAt" FROM outages ORDER BY version`,
});

export type OutageSpan = RowOf<typeof SPANS.row>;

/** All of them in the order of the record. */
export async function listOutageSpans(db: Db): Promise<readonly OutageSpan[]> {
  return db.query(SPANS, {});
}

const LIST = statement({
  name: "list-outages",
  params: { limit: int8, offset: int8 },
  row: OUTAGE_ROW,
  text: `SELECT from_at AS "from", until_at AS "until", found_by AS "foundBy", reason, recorded_at AS "recordedAt"
    FROM outages ORDER BY from_at DESC, version DESC LIMIT $limit OFFSET $offset`,
});

/** The newest first. */
export async function listOutages(
  db: Db,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<readonly Outage[]> {
  return db.query(LIST, { limit, offset });
}
