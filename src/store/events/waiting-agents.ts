// Who waits for events, and what a waiter must know of its agent to see that it need not wait any longer.
import type { Db, Statement } from "../db/db.ts";

const TAKE: Statement = {
  name: "save-event-waiter",
  text: `INSERT INTO event_waiters (agent_id, token) VALUES ($1, $2)
    ON CONFLICT (agent_id) DO UPDATE SET token = EXCLUDED.token`,
};

/** Takes the one place that an agent has; whoever had it finds another token there. */
export async function saveEventWaiter(db: Db, agentId: string, token: string): Promise<void> {
  await db.query(TAKE, [agentId, token]);
}

export interface AgentSign {
  readonly agentId: string;
  readonly seq: number;
  readonly clockOffsetMs: number;
  /** The token of the last waiter; null when none is known. */
  readonly token: string | null;
}

const LOOK: Statement = {
  name: "list-agent-signs",
  text: `SELECT a.agent_id AS "agentId", a.event_seq AS seq, a.clock_offset_ms AS "clockOffsetMs", w.token
    FROM agents a LEFT JOIN event_waiters w ON w.agent_id = a.agent_id WHERE a.agent_id = ANY ($1::uuid[])`,
};

export async function listAgentSigns(db: Db, agentIds: readonly string[]): Promise<readonly AgentSign[]> {
  return db.query<AgentSign>(LOOK, [agentIds]);
}
