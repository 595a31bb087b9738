// Disputes of payments. A dispute that has ended stays ended, in whatever order its events arrive.
import type { Db, Statement, Tx } from "../db/db.ts";
import type { PurchaseId } from "./purchases.ts";

export interface Dispute {
  readonly ref: string;
  readonly amountCents: number;
  readonly status: "open" | "won" | "lost";
}

const SAVE: Statement = {
  name: "save-dispute",
  text: `INSERT INTO disputes (agent_id, purchase_id, dispute_ref, amount_cents, status, updated_at)
    VALUES ($1, $2, $3, $4, $5, $6)
    ON CONFLICT (agent_id, purchase_id, dispute_ref)
    DO UPDATE SET amount_cents = EXCLUDED.amount_cents, status = EXCLUDED.status, updated_at = EXCLUDED.updated_at
    WHERE disputes.status = 'open'`,
};

export async function saveDispute(tx: Tx, { agentId, purchaseId }: PurchaseId, dispute: Dispute, at: number) {
  const { ref, amountCents, status } = dispute;
  await tx.queryOld(SAVE, [agentId, purchaseId, ref, amountCents, status, at]);
}

const SUM: Statement = {
  name: "find-disputed-cents",
  text: `SELECT coalesce(sum(amount_cents), 0)::bigint AS cents FROM disputes
    WHERE agent_id = $1 AND purchase_id = $2 AND status <> 'won'`,
};

/** What is held back or lost of a purchase. */
export async function findDisputedCents(db: Db, { agentId, purchaseId }: PurchaseId): Promise<number> {
  const [row] = await db.queryOld<{ cents: number }>(SUM, [agentId, purchaseId]);
  return row?.cents ?? 0;
}
