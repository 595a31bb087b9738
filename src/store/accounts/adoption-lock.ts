// What an adoption needs to know about its agent, under the lock that serializes an agent's adoptions.
import type { Tx } from "../db/db.ts";
import type { RowOf } from "../db/statement.ts";
import { array, int4, statement, text, uuid } from "../db/statement.ts";

const LOCK = statement({
  name: "lock-agent-for-adoption",
  params: { agentId: uuid },
  row: { adoptions: int4, tiersUnlocked: array(text) },
  text: `SELECT adoptions, tiers_unlocked AS "tiersUnlocked" FROM agents
    WHERE agent_id = $agentId AND left_at IS NULL AND leaving_at IS NULL FOR UPDATE`,
});

export type AdoptionState = RowOf<typeof LOCK.row>;

/** Undefined when the agent has left or is leaving. */
export async function lockAdoptions(tx: Tx, agentId: string): Promise<AdoptionState | undefined> {
  const [row] = await tx.query(LOCK, { agentId });
  return row;
}

const SAVE = statement({
  name: "save-adoption",
  params: { agentId: uuid, unlocked: array(text) },
  row: {},
  text: `UPDATE agents SET adoptions = adoptions + 1, tiers_unlocked = tiers_unlocked || $unlocked
    WHERE agent_id = $agentId`,
});

/** Counts one adoption more and remembers the tiers that were announced with it. */
export async function saveAdoption(tx: Tx, agentId: string, unlocked: readonly string[]): Promise<void> {
  await tx.query(SAVE, { agentId, unlocked });
}
