// The long poll of each agent that waits for events, and the state of the agent that ends the wait when it changes.
import type { Db, Statement } from "../db/db.ts";

const SAVE_TOKEN: Statement = {
  name: "save-long-poll-token",
  text: `INSERT INTO event_waiters (agent_id, token) VALUES ($1, $2)
    ON CONFLICT (agent_id) DO UPDATE SET token = EXCLUDED.token`,
};

/** An agent has one long poll: the one before finds another token and ends. */
export async function saveLongPollToken(db: Db, agentId: string, token: string): Promise<void> {
  await db.queryOld(SAVE_TOKEN, [agentId, token]);
}

export interface WaitingAgent {
  readonly agentId: string;
  readonly seq: number;
  readonly clockOffsetMs: number;
  /** The token of its latest long poll; null when it has had none. */
  readonly token: string | null;
}

const LIST: Statement = {
  name: "list-waiting-agents",
  text: `SELECT a.agent_id AS "agentId", a.event_seq AS seq, a.clock_offset_ms AS "clockOffsetMs", w.token
    FROM agents a LEFT JOIN event_waiters w ON w.agent_id = a.agent_id WHERE a.agent_id = ANY ($1::uuid[])`,
};

export async function listWaitingAgents(db: Db, agentIds: readonly string[]): Promise<readonly WaitingAgent[]> {
  return db.queryOld<WaitingAgent>(LIST, [agentIds]);
}
