// Recovery codes: one for each agent, of which only a hash is stored.
import type { Db, Tx } from "../db/db.ts";
import { FOUND, bytea, int8, statement, uuid } from "../db/statement.ts";

const INSERT = statement({
  name: "insert-recovery-code",
  params: { agentId: uuid, codeHash: bytea, at: int8 },
  row: FOUND,
  text: `INSERT INTO recovery_codes (agent_id, code_hash, created_at) VALUES ($agentId, $codeHash, $at)
    ON CONFLICT (agent_id) DO NOTHING RETURNING true`,
});

/** Whether it is the agent's first code. One that is there is replaced only by who knows it. */
export async function insertRecoveryCode(tx: Tx, agentId: string, codeHash: Buffer, at: number): Promise<boolean> {
  const rows = await tx.query(INSERT, { agentId, codeHash, at });
  return rows.length === 1;
}

const REPLACE = statement({
  name: "replace-recovery-code",
  params: { agentId: uuid, old: bytea, fresh: bytea, at: int8 },
  row: FOUND,
  text: `UPDATE recovery_codes r SET code_hash = $fresh, created_at = $at FROM agents a
    WHERE r.agent_id = $agentId AND r.code_hash = $old AND a.agent_id = r.agent_id AND a.left_at IS NULL RETURNING true`,
});

/** Whether the old code was the right one. Of several who use it at once only one finds it. */
export async function replaceRecoveryCode(
  tx: Tx,
  agentId: string,
  old: Buffer,
  fresh: Buffer,
  at: number,
): Promise<boolean> {
  const rows = await tx.query(REPLACE, { agentId, old, fresh, at });
  return rows.length === 1;
}

const FIND = statement({
  name: "find-recovery-code",
  params: { agentId: uuid },
  row: { createdAt: int8 },
  text: `SELECT created_at AS "createdAt" FROM recovery_codes WHERE agent_id = $agentId`,
});

/** When the code that counts was made, or undefined when there is none. */
export async function findRecoveryCodeTime(db: Db, agentId: string): Promise<number | undefined> {
  const [row] = await db.query(FIND, { agentId });
  return row?.createdAt;
}

const DELETE = statement({
  name: "delete-recovery-code",
  params: { agentId: uuid },
  row: {},
  text: "DELETE FROM recovery_codes WHERE agent_id = $agentId",
});

/** Nothing brings back the account after its keys have ended, too. */
export async function deleteRecoveryCode(tx: Tx, agentId: string): Promise<void> {
  await tx.query(DELETE, { agentId });
}
