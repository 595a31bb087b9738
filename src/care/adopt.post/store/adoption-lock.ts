// Locks an agent's row, so that its adoptions run one after another, and counts them.
import { inTransaction } from "../../../platform/database/calls.ts";
import * as sql from "../../../platform/database/statement.ts";

/** Returns undefined if the agent has left or is leaving. */
export const lockAdoptions = inTransaction.finder({
  name: "lock-agent-for-adoption",
  params: { agentId: sql.uuid },
  row: { adoptions: sql.int4, tiersUnlocked: sql.array(sql.text) },
  text: `SELECT adoptions, tiers_unlocked AS "tiersUnlocked" FROM agents
    WHERE agent_id = $agentId AND left_at IS NULL AND leaving_at IS NULL FOR UPDATE`,
});

/** Increments the adoption count and stores newly unlocked tiers, so that each is announced only once. */
export const saveAdoption = inTransaction.command({
  name: "save-adoption",
  params: { agentId: sql.uuid, unlocked: sql.array(sql.text) },
  text: `UPDATE agents SET adoptions = adoptions + 1, tiers_unlocked = tiers_unlocked || $unlocked
    WHERE agent_id = $agentId`,
});
