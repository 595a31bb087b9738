// What happened to an account: its keeper should notice when somebody else got in.
import { randomUUIDv7 } from "node:crypto";
import type { Db, Statement, Tx } from "./db.ts";

export const ACCOUNT_EVENTS = ["recovered", "recovery_code_made", "sitter_added", "sitter_revoked"] as const;

export interface AccountEvent {
  readonly kind: (typeof ACCOUNT_EVENTS)[number];
  /** Whom it is about, such as a sitter. */
  readonly about: string | null;
  readonly at: number;
}

const INSERT: Statement = {
  name: "insert-account-event",
  text: "INSERT INTO account_events (agent_id, event_id, kind, about, at) VALUES ($1, $2, $3, $4, $5)",
};

export async function insertAccountEvent(tx: Tx, agentId: string, { kind, about, at }: AccountEvent): Promise<void> {
  await tx.query(INSERT, [agentId, randomUUIDv7(), kind, about, at]);
}

const LIST: Statement = {
  name: "list-account-events",
  text: "SELECT kind, about, at FROM account_events WHERE agent_id = $1 ORDER BY event_id DESC LIMIT $2",
};

/** The newest first. */
export async function listAccountEvents(db: Db, agentId: string, limit: number): Promise<readonly AccountEvent[]> {
  return db.query<AccountEvent>(LIST, [agentId, limit]);
}
