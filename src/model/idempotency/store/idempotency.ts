// Stores answers of calls that took effect, under the hash of their Idempotency-Key. src/http/guard/idempotency.ts interprets
// them.
import type { RealInstant } from "@denkeeper/rules/time/units.ts";
import { command } from "../../../platform/database/calls.ts";
import type { Db, Tx } from "../../../platform/database/db.ts";
import * as sql from "../../../platform/database/statement.ts";

const KEEP_MS = 24 * 3_600_000;

/** Returns the instant at or before which records have expired. */
export function expiredBefore(now: RealInstant): number {
  return now - KEEP_MS;
}

export interface IdempotencyRecord {
  readonly agentId: string;
  readonly keyHash: Buffer;
  readonly fingerprint: Buffer;
  readonly status: number;
  /** Null after a secret in the answer was erased. */
  readonly body: Buffer | null;
  readonly headers: Readonly<Record<string, string>> | null;
  readonly issuedKeyHash: Buffer | null;
  readonly replacedKeyHash: Buffer | null;
  readonly createdAt: RealInstant;
}

export type IdempotencyRecordKey = Pick<IdempotencyRecord, "agentId" | "keyHash">;

/** A stored record. `issuedKeyUnused` says whether the key in its answer is still valid and unused. */
export interface FoundIdempotencyRecord extends IdempotencyRecord {
  readonly issuedKeyUnused: boolean;
}

/** SQL: columns for a statement that joins `idempotency` as `i` and has `$agentId`. */
export const IDEMPOTENCY_COLUMNS = `
  i.key_hash AS "recordKeyHash", i.fingerprint AS "recordFingerprint", i.status AS "recordStatus",
  i.body AS "recordBody", i.headers AS "recordHeaders", i.issued_key_hash AS "recordIssuedKeyHash", i.replaced_key_hash AS "recordReplacedKeyHash",
  i.created_at AS "recordCreatedAt",
  EXISTS (SELECT FROM agent_keys issued WHERE issued.agent_id = $agentId AND issued.key_hash = i.issued_key_hash
    AND issued.first_used_at IS NULL)
  OR EXISTS (SELECT FROM sitter_keys issued WHERE issued.agent_id = $agentId AND issued.key_hash = i.issued_key_hash
    AND issued.first_used_at IS NULL)
  OR EXISTS (SELECT FROM recovery_codes issued WHERE issued.agent_id = $agentId
    AND issued.code_hash = i.issued_key_hash)
  OR EXISTS (SELECT FROM hooks issued WHERE issued.agent_id = $agentId
    AND issued.disabled_reason IS DISTINCT FROM 'removed' AND sha256(issued.sealed_secret) = i.issued_key_hash)
  OR EXISTS (SELECT FROM ping_links issued WHERE issued.agent_id = $agentId AND issued.link_hash = i.issued_key_hash)
  OR EXISTS (SELECT FROM owner_links issued WHERE issued.agent_id = $agentId
    AND issued.link_hash = i.issued_key_hash AND issued.first_opened_at IS NULL) AS "recordIssuedKeyUnused"`;

/** The columns of a left join, null if it found no record. */
export const IDEMPOTENCY_ROW = {
  recordKeyHash: sql.nullable(sql.bytea),
  recordFingerprint: sql.nullable(sql.bytea),
  recordStatus: sql.nullable(sql.int2),
  recordBody: sql.nullable(sql.bytea),
  recordHeaders: sql.nullable(sql.jsonb<Readonly<Record<string, string>>>()),
  recordIssuedKeyHash: sql.nullable(sql.bytea),
  recordReplacedKeyHash: sql.nullable(sql.bytea),
  recordCreatedAt: sql.nullable(sql.int8),
  recordIssuedKeyUnused: sql.bool,
};

/** Returns undefined if the join found no record. */
export function foundIdempotencyRecord(
  agentId: string,
  row: sql.RowOf<typeof IDEMPOTENCY_ROW>,
): FoundIdempotencyRecord | undefined {
  const {
    recordKeyHash: keyHash,
    recordFingerprint: fingerprint,
    recordStatus: status,
    recordCreatedAt: createdAt,
  } = row;
  if (keyHash === null || fingerprint === null || status === null || createdAt === null) return undefined;
  return {
    agentId,
    keyHash,
    fingerprint,
    status,
    body: row.recordBody,
    headers: row.recordHeaders,
    issuedKeyHash: row.recordIssuedKeyHash,
    replacedKeyHash: row.recordReplacedKeyHash,
    createdAt,
    issuedKeyUnused: row.recordIssuedKeyUnused,
  };
}

/** Returns a record as JSON for a row of `idempotency`. */
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

const FIND_RECORD = sql.statement({
  name: "find-idempotency-record",
  params: { agentId: sql.uuid, keyHash: sql.bytea },
  row: IDEMPOTENCY_ROW,
  text: `SELECT ${IDEMPOTENCY_COLUMNS} FROM idempotency i WHERE i.agent_id = $agentId AND i.key_hash = $keyHash`,
});

export async function findIdempotencyRecord(
  db: Db,
  agentId: string,
  keyHash: Buffer,
): Promise<FoundIdempotencyRecord | undefined> {
  const [row] = await db.query(FIND_RECORD, { agentId, keyHash });
  return row === undefined ? undefined : foundIdempotencyRecord(agentId, row);
}

const LOCK_RECORD = sql.statement({
  name: "lock-idempotency",
  params: { number: sql.int8 },
  row: { locked: sql.bool },
  text: "SELECT pg_try_advisory_xact_lock($number) AS locked",
});

/**
 * Returns false while another transaction works under the key. This only avoids work that would be rolled back, and only on one
 * node. The table's primary key ensures that nothing takes effect twice.
 */
export async function lockIdempotencyKey(tx: Tx, keyHash: Buffer): Promise<boolean> {
  const [row] = await tx.query(LOCK_RECORD, { number: keyHash.readBigInt64BE(0) });
  return row?.locked === true;
}

const INSERT_RECORD = sql.statement({
  name: "insert-idempotency",
  params: {
    agentId: sql.uuid,
    keyHash: sql.bytea,
    fingerprint: sql.bytea,
    status: sql.int2,
    body: sql.nullable(sql.bytea),
    headers: sql.nullable(sql.jsonb<Readonly<Record<string, string>>>()),
    issuedKeyHash: sql.nullable(sql.bytea),
    replacedKeyHash: sql.nullable(sql.bytea),
    createdAt: sql.int8,
    expiredAt: sql.int8,
  },
  row: sql.FOUND,
  text: `INSERT INTO idempotency
      (agent_id, key_hash, fingerprint, status, body, headers, issued_key_hash, replaced_key_hash, created_at)
    VALUES ($agentId, $keyHash, $fingerprint, $status, $body, $headers, $issuedKeyHash, $replacedKeyHash, $createdAt)
    ON CONFLICT (agent_id, key_hash) DO UPDATE SET fingerprint = $fingerprint, status = $status, body = $body,
      headers = $headers, issued_key_hash = $issuedKeyHash, replaced_key_hash = $replacedKeyHash, created_at = $createdAt
    WHERE idempotency.created_at <= $expiredAt
    RETURNING true`,
});

/** Thrown to roll back a change if another call has already answered under its Idempotency-Key. */
export class TakenIdempotencyKey extends Error {
  readonly key: IdempotencyRecordKey;

  constructor({ agentId, keyHash }: IdempotencyRecordKey) {
    super("another call has answered under this Idempotency-Key");
    this.name = "TakenIdempotencyKey";
    this.key = { agentId, keyHash };
  }
}

/** Throws `TakenIdempotencyKey` if the key has an unexpired record. */
export async function insertIdempotencyRecord(tx: Tx, record: IdempotencyRecord): Promise<void> {
  const rows = await tx.query(INSERT_RECORD, { ...record, expiredAt: expiredBefore(record.createdAt) });
  if (rows.length === 0) throw new TakenIdempotencyKey(record);
}

/** Erases an answer that contains a key. The record remains, so that the call is not performed again. */
export const saveSecretForgotten = command({
  name: "forget-secret",
  params: { agentId: sql.uuid, issuedKeyHash: sql.bytea },
  text: "UPDATE idempotency SET body = NULL WHERE agent_id = $agentId AND issued_key_hash = $issuedKeyHash",
});
