// Provider references, each claimed by one purchase across all agents.
import type { Db, Tx } from "../db/db.ts";
import { FOUND, int8, statement, text, textOf, uuid } from "../db/statement.ts";
import type { PurchaseId, RailName } from "./purchases.ts";

const INSERT = statement({
  name: "insert-claim",
  params: { rail: textOf<RailName>(), providerRef: text, agentId: uuid, purchaseId: uuid, at: int8 },
  row: FOUND,
  text: `INSERT INTO payment_claims (rail, provider_ref, agent_id, purchase_id, claimed_at)
    VALUES ($rail, $providerRef, $agentId, $purchaseId, $at)
    ON CONFLICT DO NOTHING RETURNING true`,
});

/** Whether the reference was free. One that another transaction is claiming is waited for. */
export async function insertClaim(
  tx: Tx,
  rail: RailName,
  providerRef: string,
  { agentId, purchaseId }: PurchaseId,
  at: number,
): Promise<boolean> {
  const rows = await tx.query(INSERT, { rail, providerRef, agentId, purchaseId, at });
  return rows.length === 1;
}

const FIND = statement({
  name: "find-claim",
  params: { rail: textOf<RailName>(), providerRef: text },
  row: { agentId: uuid, purchaseId: uuid },
  text: `SELECT agent_id AS "agentId", purchase_id AS "purchaseId" FROM payment_claims
    WHERE rail = $rail AND provider_ref = $providerRef`,
});

/** The purchase that a reference belongs to. */
export async function findClaim(db: Db, rail: RailName, providerRef: string): Promise<PurchaseId | undefined> {
  const [row] = await db.query(FIND, { rail, providerRef });
  return row;
}
