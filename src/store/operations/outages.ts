// The newest sign of life of the processes that answer requests, and the times in which there was none. All instants are
// the database's: it alone sees every process.
import type { Span } from "@denkeeper/rules/time/span.ts";
import { DATABASE_NOW } from "../db/database-time.ts";
import type { Db, Statement, Tx } from "../db/db.ts";

/** AMNESTY-1: shorter silences are none. */
export const TOLERATED_SILENCE_MS = 5 * 60_000;

/** What every look at lives reads along with them, of one small row `w`. */
export const SERVICE_COLUMNS = `${DATABASE_NOW} AS "databaseNow", w.version AS "outageVersion", w.newest_beat AS "newestBeat"`;
/** A new database does not know yet that there is one row, and would plan for thousands. */
export const SERVICE_JOIN = "CROSS JOIN (SELECT version, newest_beat FROM outage_watch LIMIT 1) w";

export interface ServiceState {
  readonly databaseNow: number;
  /** How many outages are recorded. */
  readonly outageVersion: number;
  /** The newest sign of life of a process that answers requests; null when there was none ever. */
  readonly newestBeat: number | null;
}

const FIND_STATE: Statement = {
  name: "find-service-state",
  text: `SELECT ${SERVICE_COLUMNS} FROM outage_watch w`,
};

export async function findServiceState(db: Db): Promise<ServiceState> {
  const [row] = await db.queryOld<ServiceState>(FIND_STATE, []);
  if (row === undefined) throw new Error("the table outage_watch has lost its row");
  return row;
}

const BEAT: Statement = {
  name: "save-beat",
  text: `UPDATE outage_watch SET newest_beat = ${DATABASE_NOW}
    WHERE newest_beat IS NULL OR ${DATABASE_NOW} - newest_beat <= ${TOLERATED_SILENCE_MS} RETURNING true`,
};

/** False when there was a silence before: it has to be recorded first, for the sign of life would hide it. */
export async function saveBeat(db: Db): Promise<boolean> {
  const rows = await db.queryOld(BEAT, []);
  return rows.length === 1;
}

const BEAT_ANYWAY: Statement = {
  name: "save-beat-after-silence",
  text: `UPDATE outage_watch SET newest_beat = ${DATABASE_NOW}`,
};

/** In the transaction that records the silence. */
export async function saveBeatAfterSilence(tx: Tx): Promise<void> {
  await tx.queryOld(BEAT_ANYWAY, []);
}

const LOCK: Statement = { name: "lock-outages", text: "SELECT FROM outage_watch FOR UPDATE" };

/** Whoever adds an outage waits here for the one before, and then sees what that one has added. */
export async function lockOutages(tx: Tx): Promise<void> {
  await tx.queryOld(LOCK, []);
}

export interface Outage extends Span {
  readonly foundBy: "heartbeat" | "operator";
  readonly reason: string | null;
  readonly recordedAt: number;
}

const INSERT: Statement = {
  name: "insert-outage",
  text: `WITH next AS (UPDATE outage_watch SET version = version + 1 RETURNING version)
    INSERT INTO outages (version, from_at, until_at, found_by, reason, recorded_at)
    SELECT version, $1, $2, $3, $4, $5 FROM next`,
};

/** Lock the outages first. */
export async function insertOutage(tx: Tx, { from, until, foundBy, reason, recordedAt }: Outage): Promise<void> {
  await tx.queryOld(INSERT, [from, until, foundBy, reason, recordedAt]);
}

const SPANS: Statement = {
  name: "list-outage-spans",
  text: `SELECT version, from_at AS "from", until_at AS "until", recorded_at AS "recordedAt" FROM outages ORDER BY version`,
};

export interface OutageSpan extends Span {
  readonly version: number;
  readonly recordedAt: number;
}

/** All of them in the order of the record. */
export async function listOutageSpans(db: Db): Promise<readonly OutageSpan[]> {
  return db.queryOld<OutageSpan>(SPANS, []);
}

const LIST: Statement = {
  name: "list-outages",
  text: `SELECT from_at AS "from", until_at AS "until", found_by AS "foundBy", reason, recorded_at AS "recordedAt"
    FROM outages ORDER BY from_at DESC, version DESC LIMIT $1 OFFSET $2`,
};

/** The newest first. */
export async function listOutages(
  db: Db,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<readonly Outage[]> {
  return db.queryOld<Outage>(LIST, [limit, offset]);
}
