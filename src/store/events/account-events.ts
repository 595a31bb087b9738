// What happened to an account: its keeper should notice when somebody else got in.
import { randomUUIDv7 } from "node:crypto";
import { DATABASE_NOW } from "../db/database-time.ts";
import type { Db, Statement, Tx } from "../db/db.ts";

export const ACCOUNT_EVENTS = [
  "key_rotated",
  "recovered",
  "recovery_code_made",
  "sitter_added",
  "sitter_revoked",
  "leaving_confirmed",
] as const;

export interface AccountEvent {
  readonly kind: (typeof ACCOUNT_EVENTS)[number];
  /** Whom it is about, such as a sitter. */
  readonly about: string | null;
  readonly at: number;
}

const LOCK: Statement = { name: "lock-account", text: "SELECT FROM agents WHERE agent_id = $1 FOR UPDATE" };

/**
 * The first statement of every change of keys, codes and sitters. Leaving takes the same lock first: whoever touched a key
 * before it would wait for one who leaves, and be waited for.
 */
export async function lockAccount(tx: Tx, agentId: string): Promise<void> {
  await tx.queryOld(LOCK, [agentId]);
}

const FIND_KEY: Statement = {
  name: "find-key-in-force",
  text: `SELECT true FROM agent_keys k JOIN agents a ON a.agent_id = k.agent_id AND a.left_at IS NULL
      AND a.leaving_at IS NULL
    WHERE k.agent_id = $1 AND k.key_hash = $2`,
};

/**
 * The same for whoever shows a key: whether that key is still in force behind the lock, and its agent still here. A thief's call that was under way
 * when the keeper recovered must leave no other way in.
 */
export async function lockAccountBy(tx: Tx, agentId: string, keyHash: Buffer): Promise<boolean> {
  await lockAccount(tx, agentId);
  return (await tx.queryOld(FIND_KEY, [agentId, keyHash])).length === 1;
}

const INSERT: Statement = {
  name: "insert-account-event-of-house",
  text: `WITH numbered AS (
      UPDATE agents SET event_seq = event_seq + 1 WHERE agent_id = $1 RETURNING event_seq, clock_offset_ms
    ), kept AS (
      INSERT INTO account_events (agent_id, event_id, kind, about, at)
      SELECT $1, $2::uuid, $3::text, $4::text, $5::bigint FROM numbered
    )
    INSERT INTO events (agent_id, seq, at, recorded_at, type, details)
    SELECT $1, event_seq, $5::bigint + clock_offset_ms, ${DATABASE_NOW}, $3::text,
      jsonb_build_object('type', $3::text, 'about', $4::text)
    FROM numbered`,
};

/** Writes the event down for the account, and tells it among the events of the house. Behind `lockAccount`. */
export async function insertAccountEvent(tx: Tx, agentId: string, { kind, about, at }: AccountEvent): Promise<void> {
  await tx.queryOld(INSERT, [agentId, randomUUIDv7(), kind, about, at]);
}

const LIST: Statement = {
  name: "list-account-events",
  text: "SELECT kind, about, at FROM account_events WHERE agent_id = $1 ORDER BY event_id DESC LIMIT $2",
};

/** The newest first. */
export async function listAccountEvents(db: Db, agentId: string, limit: number): Promise<readonly AccountEvent[]> {
  return db.queryOld<AccountEvent>(LIST, [agentId, limit]);
}
