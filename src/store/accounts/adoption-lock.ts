// What an adoption needs to know of its agent, under the lock that keeps two adoptions of one agent apart.
import type { Statement, Tx } from "../db/db.ts";

export interface AdoptionState {
  readonly adoptions: number;
  readonly tiersUnlocked: readonly string[];
}

const LOCK: Statement = {
  name: "lock-agent-for-adoption",
  text: `SELECT adoptions, tiers_unlocked AS "tiersUnlocked" FROM agents
    WHERE agent_id = $1 AND left_at IS NULL AND leaving_at IS NULL FOR UPDATE`,
};

/** Undefined when the agent has left or is leaving. */
export async function lockAdoptions(tx: Tx, agentId: string): Promise<AdoptionState | undefined> {
  const [row] = await tx.query<AdoptionState>(LOCK, [agentId]);
  return row;
}

const SAVE: Statement = {
  name: "save-adoption",
  text: "UPDATE agents SET adoptions = adoptions + 1, tiers_unlocked = tiers_unlocked || $2 WHERE agent_id = $1",
};

/** Counts one adoption more and remembers the tiers that were announced with it. */
export async function saveAdoption(tx: Tx, agentId: string, unlocked: readonly string[]): Promise<void> {
  await tx.query(SAVE, [agentId, unlocked]);
}
