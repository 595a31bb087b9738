// References of providers, each claimed by one purchase among all agents.
import type { Db, Statement, Tx } from "../db/db.ts";
import type { PurchaseId, RailName } from "./purchases.ts";

const INSERT: Statement = {
  name: "insert-claim",
  text: `INSERT INTO payment_claims (rail, provider_ref, agent_id, purchase_id, claimed_at) VALUES ($1, $2, $3, $4, $5)
    ON CONFLICT DO NOTHING RETURNING true`,
};

/** Whether the reference was free. One that another transaction is claiming is waited for. */
export async function insertClaim(
  tx: Tx,
  rail: RailName,
  providerRef: string,
  { agentId, purchaseId }: PurchaseId,
  at: number,
): Promise<boolean> {
  const rows = await tx.queryOld(INSERT, [rail, providerRef, agentId, purchaseId, at]);
  return rows.length === 1;
}

const FIND: Statement = {
  name: "find-claim",
  text: `SELECT agent_id AS "agentId", purchase_id AS "purchaseId" FROM payment_claims
    WHERE rail = $1 AND provider_ref = $2`,
};

/** The purchase that a reference belongs to. */
export async function findClaim(db: Db, rail: RailName, providerRef: string): Promise<PurchaseId | undefined> {
  const [row] = await db.queryOld<PurchaseId>(FIND, [rail, providerRef]);
  return row;
}
