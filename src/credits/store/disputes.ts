// Payment disputes. A closed dispute stays closed, in whatever order its events arrive.
import { counter } from "../../platform/database/calls.ts";
import type { Tx } from "../../platform/database/db.ts";
import { int4, int8, statement, text, textOf, uuid } from "../../platform/database/statement.ts";
import type { PurchaseId } from "./purchases.ts";

export interface Dispute {
  readonly ref: string;
  readonly amountCents: number;
  readonly status: "open" | "won" | "lost";
}

const SAVE = statement({
  name: "save-dispute",
  params: {
    agentId: uuid,
    purchaseId: uuid,
    ref: text,
    amountCents: int4,
    status: textOf<Dispute["status"]>(),
    at: int8,
  },
  row: {},
  text: `INSERT INTO disputes (agent_id, purchase_id, dispute_ref, amount_cents, status, updated_at)
    VALUES ($agentId, $purchaseId, $ref, $amountCents, $status, $at)
    ON CONFLICT (agent_id, purchase_id, dispute_ref)
    DO UPDATE SET amount_cents = EXCLUDED.amount_cents, status = EXCLUDED.status, updated_at = EXCLUDED.updated_at
    WHERE disputes.status = 'open'`,
});

export async function saveDispute(tx: Tx, { agentId, purchaseId }: PurchaseId, dispute: Dispute, at: number) {
  const { ref, amountCents, status } = dispute;
  await tx.query(SAVE, { agentId, purchaseId, ref, amountCents, status, at });
}

/** What is held back or lost of a purchase. */
export const findDisputedCents = counter({
  name: "find-disputed-cents",
  params: { agentId: uuid, purchaseId: uuid },
  row: { cents: int8 },
  text: `SELECT coalesce(sum(amount_cents), 0)::bigint AS cents FROM disputes
    WHERE agent_id = $agentId AND purchase_id = $purchaseId AND status <> 'won'`,
});
