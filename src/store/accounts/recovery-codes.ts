// Recovery codes: one for each agent, of which only a hash is stored.
import type { Db, Statement, Tx } from "../db/db.ts";

const INSERT: Statement = {
  name: "insert-recovery-code",
  text: `INSERT INTO recovery_codes (agent_id, code_hash, created_at) VALUES ($1, $2, $3)
    ON CONFLICT (agent_id) DO NOTHING RETURNING true`,
};

/** Whether it is the agent's first code. One that is there is replaced only by who knows it. */
export async function insertRecoveryCode(tx: Tx, agentId: string, codeHash: Buffer, at: number): Promise<boolean> {
  const rows = await tx.query(INSERT, [agentId, codeHash, at]);
  return rows.length === 1;
}

const REPLACE: Statement = {
  name: "replace-recovery-code",
  text: `UPDATE recovery_codes r SET code_hash = $3, created_at = $4 FROM agents a
    WHERE r.agent_id = $1 AND r.code_hash = $2 AND a.agent_id = r.agent_id AND a.left_at IS NULL RETURNING true`,
};

/** Whether the old code was the right one. Of several who use it at once only one finds it. */
export async function replaceRecoveryCode(
  tx: Tx,
  agentId: string,
  old: Buffer,
  fresh: Buffer,
  at: number,
): Promise<boolean> {
  const rows = await tx.query(REPLACE, [agentId, old, fresh, at]);
  return rows.length === 1;
}

const FIND: Statement = {
  name: "find-recovery-code",
  text: `SELECT created_at AS "createdAt" FROM recovery_codes WHERE agent_id = $1`,
};

/** When the code that counts was made, or undefined when there is none. */
export async function findRecoveryCodeTime(db: Db, agentId: string): Promise<number | undefined> {
  const [row] = await db.query<{ createdAt: number }>(FIND, [agentId]);
  return row?.createdAt;
}
