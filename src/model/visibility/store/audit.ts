// Stores the audit log of operators' acts, with subject and reason. A trigger enforces that it is append-only, and each entry
// commits with its act.
import { randomUUIDv7 } from "node:crypto";
import { lister } from "../../../platform/database/calls.ts";
import type { Db, Tx } from "../../../platform/database/db.ts";
import * as sql from "../../../platform/database/statement.ts";

/** Acts on a note, a species, an agent, or registration. */
export const ACTS = [
  "hide-note",
  "show-note",
  "hide-species",
  "show-species",
  "hide-profile",
  "show-profile",
  "suspend",
  "lift",
  "end-keys",
  "erase",
  "close-registration",
  "open-registration",
] as const;
export type AuditAct = (typeof ACTS)[number];
/** An act on all houses. */
type HouseAct = "declare-outage";

export interface Actor {
  readonly operator: string;
  readonly requestId: string;
}

const ACT_ROW = {
  act: sql.textOf<AuditAct | HouseAct>(),
  /** A username, a species slug, username/entry, `registration`, or the start and end of an outage. */
  subject: sql.text,
  reason: sql.text,
};

const INSERT = sql.statement({
  name: "insert-audit-entry",
  params: { id: sql.uuid, at: sql.int8, ...ACT_ROW, operator: sql.text, requestId: sql.text },
  row: {},
  text: `INSERT INTO moderation_acts (act_id, at, act, subject, reason, operator, request_id)
    VALUES ($id, $at, $act, $subject, $reason, $operator, $requestId)`,
});

/** Call it in the transaction of the act, so that both commit together. */
export async function insertAuditEntry(tx: Tx, by: Actor, entry: sql.RowOf<typeof ACT_ROW>, at: number): Promise<void> {
  const { act, subject, reason } = entry;
  await tx.query(INSERT, { id: randomUUIDv7(), at, act, subject, reason, ...by });
}

const ENTRY_ROW = {
  id: sql.uuid,
  /** Real time of the act. */
  at: sql.int8,
  ...ACT_ROW,
  operator: sql.text,
  requestId: sql.text,
};
export type AuditEntry = sql.RowOf<typeof ENTRY_ROW>;

const COLUMNS = `act_id AS id, at, act, subject, reason, operator, request_id AS "requestId"`;

/** Lists the entries before an id, by default the last ones, newest first. */
export const listAuditEntries = lister({
  name: "list-audit-entries",
  params: { before: sql.nullable(sql.uuid), limit: sql.int8 },
  row: ENTRY_ROW,
  text: `SELECT ${COLUMNS} FROM moderation_acts WHERE $before::uuid IS NULL OR act_id < $before
    ORDER BY act_id DESC LIMIT $limit`,
});

/** Lists the entries after an id, oldest first. */
export const listAuditEntriesAfter = lister({
  name: "list-audit-entries-after",
  params: { after: sql.uuid, limit: sql.int8 },
  row: ENTRY_ROW,
  text: `SELECT ${COLUMNS} FROM moderation_acts WHERE act_id > $after ORDER BY act_id LIMIT $limit`,
});

const FIND_REGISTRATION = sql.statement({
  name: "find-registration",
  params: {},
  row: { act: sql.textOf<AuditAct>() },
  text: `SELECT act FROM moderation_acts WHERE act IN ('close-registration', 'open-registration')
    ORDER BY act_id DESC LIMIT 1`,
});

/** Returns whether registration is open. The last act about registration decides; without one, it is open. */
export async function isRegistrationOpen(db: Db): Promise<boolean> {
  const [last] = await db.query(FIND_REGISTRATION, {});
  return last?.act !== "close-registration";
}
