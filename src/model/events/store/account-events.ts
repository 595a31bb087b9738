// Records changes to an account, so that its keeper notices an intruder.
import { randomUUIDv7 } from "node:crypto";
import { inTransaction, lister } from "../../../platform/database/calls.ts";
import type { Tx } from "../../../platform/database/db.ts";
import { insertHouseEvent, takeEventNumber } from "./house-events.ts";
import * as sql from "../../../platform/database/statement.ts";

export const ACCOUNT_EVENTS = [
  "key_rotated",
  "old_key",
  "keys_ended",
  "recovered",
  "recovery_code_made",
  "sitter_added",
  "sitter_revoked",
  "owner_link_made",
  "owner_link_revoked",
  "leaving_confirmed",
  "hook_added",
  "hook_off",
  "channel_added",
  "channel_removed",
  "period_changed",
] as const;

export interface AccountEvent {
  readonly kind: (typeof ACCOUNT_EVENTS)[number];
  /** The subject: a sitter's name, or the displayed address of a hook. */
  readonly about: string | null;
  readonly at: number;
}

/**
 * Must be the first statement of every change of keys, codes and sitters. A departure takes this lock first, so a transaction
 * that changed a key before locking could deadlock with it.
 */
export const lockAccount = inTransaction.command({
  name: "lock-account",
  params: { agentId: sql.uuid },
  text: "SELECT FROM agents WHERE agent_id = $agentId FOR UPDATE",
});

const FIND_KEY = sql.statement({
  name: "find-key-in-force",
  params: { agentId: sql.uuid, keyHash: sql.bytea },
  row: sql.FOUND,
  text: `SELECT true FROM agent_keys k JOIN agents a ON a.agent_id = k.agent_id AND a.left_at IS NULL
      AND a.leaving_at IS NULL
    WHERE k.agent_id = $agentId AND k.key_hash = $keyHash`,
});

/**
 * Locks a caller's account, and returns whether its key is still valid and its agent present. A thief's call that was in progress
 * during a recovery must not create another way in.
 */
export async function lockAccountBy(tx: Tx, agentId: string, keyHash: Buffer): Promise<boolean> {
  await lockAccount(tx, { agentId });
  return (await tx.query(FIND_KEY, { agentId, keyHash })).length === 1;
}

const INSERT = sql.statement({
  name: "insert-account-event-only",
  params: { agentId: sql.uuid, eventId: sql.uuid, kind: sql.text, about: sql.nullable(sql.text), at: sql.int8 },
  row: {},
  text: `INSERT INTO account_events (agent_id, event_id, kind, about, at)
    VALUES ($agentId, $eventId, $kind, $about, $at)`,
});

/** Records an event of the account, both in its own list and among the house's events. Call after `lockAccount`. */
export async function insertAccountEvent(tx: Tx, agentId: string, { kind, about, at }: AccountEvent): Promise<void> {
  const { seq, clockOffsetMs } = await takeEventNumber(tx, agentId);
  await tx.query(INSERT, { agentId, eventId: randomUUIDv7(), kind, about, at });
  await insertHouseEvent(tx, { agentId, seq, at: at + clockOffsetMs, details: { type: kind, about } });
}

/** Lists an account's events, newest first. */
export const listAccountEvents = lister({
  name: "list-account-events",
  params: { agentId: sql.uuid, limit: sql.int8 },
  row: { kind: sql.textOf<AccountEvent["kind"]>(), about: sql.nullable(sql.text), at: sql.int8 },
  text: "SELECT kind, about, at FROM account_events WHERE agent_id = $agentId ORDER BY event_id DESC LIMIT $limit",
});
