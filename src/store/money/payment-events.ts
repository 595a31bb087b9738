// What providers reported, kept for anyone who looks into a payment later.
import type { Db, Statement } from "../db/db.ts";
import type { PurchaseId, RailName } from "./purchases.ts";

/** Whose events are that name no purchase of ours. */
const NOBODY = "00000000-0000-0000-0000-000000000000";

export interface PaymentEvent {
  readonly rail: RailName;
  readonly eventId: string;
  readonly type: string;
  /** The purchase that it was about, when it could be told. */
  readonly purchase: PurchaseId | undefined;
  readonly outcome: string;
}

const SAVE: Statement = {
  name: "save-payment-event",
  text: `INSERT INTO payment_events (agent_id, rail, event_id, type, purchase_id, outcome, received_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7)
    ON CONFLICT (agent_id, rail, event_id)
    DO UPDATE SET deliveries = payment_events.deliveries + 1, outcome = EXCLUDED.outcome`,
};

export async function savePaymentEvent(db: Db, event: PaymentEvent, at: number): Promise<void> {
  const { rail, eventId, type, purchase, outcome } = event;
  const whose = purchase?.agentId ?? NOBODY;
  await db.queryOld(SAVE, [whose, rail, eventId, type, purchase?.purchaseId ?? null, outcome, at]);
}
