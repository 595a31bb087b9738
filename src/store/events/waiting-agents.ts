// The long poll of each waiting agent, and the state of the agent that ends the wait when it changes.
import type { Db } from "../db/db.ts";
import type { RowOf } from "../db/statement.ts";
import { array, int8, nullable, statement, uuid } from "../db/statement.ts";

const SAVE_TOKEN = statement({
  name: "save-long-poll-token",
  params: { agentId: uuid, token: uuid },
  row: {},
  text: `INSERT INTO event_waiters (agent_id, token) VALUES ($agentId, $token)
    ON CONFLICT (agent_id) DO UPDATE SET token = EXCLUDED.token`,
});

/** An agent has one long poll: the one before finds another token and ends. */
export async function saveLongPollToken(db: Db, agentId: string, token: string): Promise<void> {
  await db.query(SAVE_TOKEN, { agentId, token });
}

const LIST = statement({
  name: "list-waiting-agents",
  params: { agentIds: array(uuid) },
  row: {
    agentId: uuid,
    seq: int8,
    clockOffsetMs: int8,
    /** The token of its latest long poll; null when it has had none. */
    token: nullable(uuid),
  },
  text: `SELECT a.agent_id AS "agentId", a.event_seq AS seq, a.clock_offset_ms AS "clockOffsetMs", w.token
    FROM agents a LEFT JOIN event_waiters w ON w.agent_id = a.agent_id WHERE a.agent_id = ANY ($agentIds::uuid[])`,
});

export type WaitingAgent = RowOf<typeof LIST.row>;

export async function listWaitingAgents(db: Db, agentIds: readonly string[]): Promise<readonly WaitingAgent[]> {
  return db.query(LIST, { agentIds });
}
