// Provider references, each claimed by one purchase across all agents. A claim may be on another node than its purchase, so
// no transaction covers both: it is committed alone, before what it is for.
import type { RailName } from "../../model/ledger/store/ledger.ts";
import { finder } from "../../platform/database/calls.ts";
import type { TransactionalDb } from "../../platform/database/db.ts";
import { int8, statement, text, textOf, uuid } from "../../platform/database/statement.ts";
import type { PurchaseId } from "./purchases.ts";

export interface PaymentReference {
  readonly rail: RailName;
  readonly ref: string;
}

const CLAIM = statement({
  name: "claim-reference",
  params: { rail: textOf<RailName>(), ref: text, agentId: uuid, purchaseId: uuid, at: int8 },
  row: { agentId: uuid, purchaseId: uuid },
  // The update changes nothing, but returns the row that was there.
  text: `INSERT INTO payment_claims (rail, provider_ref, agent_id, purchase_id, claimed_at)
    VALUES ($rail, $ref, $agentId, $purchaseId, $at)
    ON CONFLICT (rail, provider_ref) DO UPDATE SET claimed_at = payment_claims.claimed_at
    RETURNING agent_id AS "agentId", purchase_id AS "purchaseId"`,
});

/** The purchase that has the reference from now on: this one, unless another was first. Claiming again changes nothing. */
export async function claimReference(
  database: TransactionalDb,
  { rail, ref }: PaymentReference,
  { agentId, purchaseId }: PurchaseId,
  at: number,
): Promise<PurchaseId> {
  const [by] = await database.query(CLAIM, { rail, ref, agentId, purchaseId, at });
  if (by === undefined) throw new Error("a reference has no claim after it was claimed");
  return by;
}

/** The purchase that a reference belongs to. */
export const findClaim = finder({
  name: "find-claim",
  params: { rail: textOf<RailName>(), providerRef: text },
  row: { agentId: uuid, purchaseId: uuid },
  text: `SELECT agent_id AS "agentId", purchase_id AS "purchaseId" FROM payment_claims
    WHERE rail = $rail AND provider_ref = $providerRef`,
});
