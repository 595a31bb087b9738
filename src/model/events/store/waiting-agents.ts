// Stores the long polls of waiting agents, and lists the state whose change ends a wait.
import { command, lister } from "../../../platform/database/calls.ts";
import * as sql from "../../../platform/database/statement.ts";

/** Saves the token of an agent's only long poll. An earlier poll finds another token and ends. */
export const saveLongPollToken = command({
  name: "save-long-poll-token",
  params: { agentId: sql.uuid, token: sql.uuid },
  text: `INSERT INTO event_waiters (agent_id, token) VALUES ($agentId, $token)
    ON CONFLICT (agent_id) DO UPDATE SET token = EXCLUDED.token`,
});

export const listWaitingAgents = lister({
  name: "list-waiting-agents",
  params: { agentIds: sql.array(sql.uuid) },
  row: {
    agentId: sql.uuid,
    seq: sql.int8,
    clockOffsetMs: sql.int8,
    /** The token of the latest long poll; null without one. */
    token: sql.nullable(sql.uuid),
  },
  text: `SELECT a.agent_id AS "agentId", a.event_seq AS seq, a.clock_offset_ms AS "clockOffsetMs", w.token
    FROM agents a LEFT JOIN event_waiters w ON w.agent_id = a.agent_id WHERE a.agent_id = ANY ($agentIds::uuid[])`,
});
