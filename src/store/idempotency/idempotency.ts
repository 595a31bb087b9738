// Answers of calls that took effect, under the hash of their Idempotency-Key. What they mean is decided in
// http/idempotency.ts; here they are rows.
import { DatabaseError } from "pg";
import type { Db, Statement, Tx } from "../db/db.ts";

const KEEP_MS = 24 * 3_600_000;

/** Records up to this instant no longer count. */
export function expiredBefore(now: number): number {
  return now - KEEP_MS;
}

export interface IdempotencyRecord {
  readonly agentId: string;
  readonly keyHash: Buffer;
  readonly fingerprint: Buffer;
  readonly status: number;
  /** Null once a secret may no longer be shown. */
  readonly body: Buffer | null;
  /** Headers that belong to this answer alone. */
  readonly headers: Readonly<Record<string, string>> | null;
  readonly issuedKeyHash: Buffer | null;
  readonly replacedKeyHash: Buffer | null;
  readonly createdAt: number;
}

/** The key of an idempotency record. */
export type IdempotencyRecordKey = Pick<IdempotencyRecord, "agentId" | "keyHash">;

/** A record, and whether the key that its answer holds is still the agent's and was never used. */
export interface FoundIdempotencyRecord extends IdempotencyRecord {
  readonly issuedKeyUnused: boolean;
}

/** `FoundRecord` as columns that another statement can take along from a left join of `idempotency` as `i`. */
export const IDEMPOTENCY_COLUMNS = `
  i.key_hash AS "recordKeyHash", i.fingerprint AS "recordFingerprint", i.status AS "recordStatus",
  i.body AS "recordBody", i.headers AS "recordHeaders", i.issued_key_hash AS "recordIssuedKeyHash", i.replaced_key_hash AS "recordReplacedKeyHash",
  i.created_at AS "recordCreatedAt",
  EXISTS (SELECT FROM agent_keys issued WHERE issued.agent_id = i.agent_id AND issued.key_hash = i.issued_key_hash
    AND issued.first_used_at IS NULL)
  OR EXISTS (SELECT FROM sitter_keys issued WHERE issued.agent_id = i.agent_id AND issued.key_hash = i.issued_key_hash
    AND issued.first_used_at IS NULL)
  OR EXISTS (SELECT FROM recovery_codes issued WHERE issued.agent_id = i.agent_id
    AND issued.code_hash = i.issued_key_hash) AS "recordIssuedKeyUnused"`;

export interface IdempotencyColumns {
  readonly recordKeyHash: Buffer | null;
  readonly recordFingerprint: Buffer;
  readonly recordStatus: number;
  readonly recordBody: Buffer | null;
  readonly recordHeaders: Readonly<Record<string, string>> | null;
  readonly recordIssuedKeyHash: Buffer | null;
  readonly recordReplacedKeyHash: Buffer | null;
  readonly recordCreatedAt: number;
  readonly recordIssuedKeyUnused: boolean;
}

/** The idempotency record in a joined row; undefined when the join found none. */
export function foundIdempotencyRecord(agentId: string, row: IdempotencyColumns): FoundIdempotencyRecord | undefined {
  if (row.recordKeyHash === null) return undefined;
  return {
    agentId,
    keyHash: row.recordKeyHash,
    fingerprint: row.recordFingerprint,
    status: row.recordStatus,
    body: row.recordBody,
    headers: row.recordHeaders,
    issuedKeyHash: row.recordIssuedKeyHash,
    replacedKeyHash: row.recordReplacedKeyHash,
    createdAt: row.recordCreatedAt,
    issuedKeyUnused: row.recordIssuedKeyUnused,
  };
}

/** A record as JSON that PostgreSQL takes for a row of `idempotency`. */
export function idempotencyRow(record: IdempotencyRecord): object {
  const hex = (bytes: Buffer | null) => (bytes === null ? null : `\\x${bytes.toString("hex")}`);
  return {
    agent_id: record.agentId,
    key_hash: hex(record.keyHash),
    fingerprint: hex(record.fingerprint),
    status: record.status,
    body: hex(record.body),
    headers: record.headers,
    issued_key_hash: hex(record.issuedKeyHash),
    replaced_key_hash: hex(record.replacedKeyHash),
    created_at: record.createdAt,
  };
}

const FIND_RECORD: Statement = {
  name: "find-idempotency",
  text: `SELECT ${IDEMPOTENCY_COLUMNS} FROM idempotency i WHERE i.agent_id = $1 AND i.key_hash = $2`,
};

export async function findIdempotencyRecord(
  db: Db,
  agentId: string,
  keyHash: Buffer,
): Promise<FoundIdempotencyRecord | undefined> {
  const [row] = await db.queryOld<IdempotencyColumns>(FIND_RECORD, [agentId, keyHash]);
  return row === undefined ? undefined : foundIdempotencyRecord(agentId, row);
}

const LOCK_RECORD: Statement = {
  name: "lock-idempotency",
  text: "SELECT pg_try_advisory_xact_lock($1) AS locked",
};

/** Whether this transaction may work under the key: false while another one does. */
export async function lockIdempotencyKey(tx: Tx, keyHash: Buffer): Promise<boolean> {
  const [row] = await tx.queryOld<{ locked: boolean }>(LOCK_RECORD, [keyHash.readBigInt64BE(0)]);
  return row?.locked === true;
}

const INSERT_RECORD: Statement = {
  name: "insert-idempotency",
  text: `INSERT INTO idempotency
      (agent_id, key_hash, fingerprint, status, body, headers, issued_key_hash, replaced_key_hash, created_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
    ON CONFLICT (agent_id, key_hash) DO UPDATE SET fingerprint = $3, status = $4, body = $5, headers = $6,
      issued_key_hash = $7, replaced_key_hash = $8, created_at = $9
    WHERE idempotency.created_at <= $10
    RETURNING true`,
};

/** Whether it was written: false when the key is taken by a record created after `expiredAt`. */
export async function insertIdempotencyRecord(tx: Tx, record: IdempotencyRecord, expiredAt: number): Promise<boolean> {
  const { agentId, keyHash, fingerprint, status, body, headers, issuedKeyHash, replacedKeyHash, createdAt } = record;
  const what = [agentId, keyHash, fingerprint, status, body, headers];
  const rows = await tx.queryOld(INSERT_RECORD, [...what, issuedKeyHash, replacedKeyHash, createdAt, expiredAt]);
  return rows.length === 1;
}

/** Whether a statement failed because its Idempotency-Key has a record already. */
export function isIdempotencyConflict(thrown: unknown): boolean {
  if (!(thrown instanceof DatabaseError)) return false;
  return thrown.code === "23505" && thrown.table?.startsWith("idempotency") === true;
}

const DELETE_EXPIRED: Statement = {
  name: "delete-expired-idempotency",
  text: "DELETE FROM idempotency WHERE agent_id = $1 AND key_hash = $2 AND created_at <= $3",
};

/** Makes room for a new record where an expired one still lies. */
export async function deleteExpiredIdempotencyRecord(
  db: Db,
  agentId: string,
  keyHash: Buffer,
  expiredAt: number,
): Promise<void> {
  await db.queryOld(DELETE_EXPIRED, [agentId, keyHash, expiredAt]);
}

const FORGET_SECRET: Statement = {
  name: "forget-secret",
  text: "UPDATE idempotency SET body = NULL WHERE agent_id = $1 AND issued_key_hash = $2",
};

/** Wipes the answer that brought a key. The record stays, so that the call is not run again. */
export async function saveSecretForgotten(db: Db, agentId: string, issuedKeyHash: Buffer): Promise<void> {
  await db.queryOld(FORGET_SECRET, [agentId, issuedKeyHash]);
}
