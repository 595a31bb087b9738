// Stores one recovery code per agent, only as a hash.
import { inTransaction, valueFinder } from "../../platform/database/calls.ts";
import * as sql from "../../platform/database/statement.ts";

/** Returns false if the agent already has a code, which only that code can replace. */
export const insertRecoveryCode = inTransaction.asker({
  name: "insert-recovery-code",
  params: { agentId: sql.uuid, codeHash: sql.bytea, at: sql.int8 },
  row: sql.FOUND,
  text: `INSERT INTO recovery_codes (agent_id, code_hash, created_at) VALUES ($agentId, $codeHash, $at)
    ON CONFLICT (agent_id) DO NOTHING RETURNING true`,
});

/** Returns false if `old` is not the current code. Only one of several concurrent calls succeeds. */
export const replaceRecoveryCode = inTransaction.asker({
  name: "replace-recovery-code",
  params: { agentId: sql.uuid, old: sql.bytea, fresh: sql.bytea, at: sql.int8 },
  row: sql.FOUND,
  text: `UPDATE recovery_codes r SET code_hash = $fresh, created_at = $at FROM agents a
    WHERE r.agent_id = $agentId AND r.code_hash = $old AND a.agent_id = r.agent_id AND a.left_at IS NULL RETURNING true`,
});

export const findRecoveryCodeTime = valueFinder({
  name: "find-recovery-code",
  params: { agentId: sql.uuid },
  row: { createdAt: sql.int8 },
  text: `SELECT created_at AS "createdAt" FROM recovery_codes WHERE agent_id = $agentId`,
});

/** Without a code, an account that has no keys can never be recovered. */
export const deleteRecoveryCode = inTransaction.command({
  name: "delete-recovery-code",
  params: { agentId: sql.uuid },
  text: "DELETE FROM recovery_codes WHERE agent_id = $agentId",
});
