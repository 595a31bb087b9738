// What providers reported, kept for investigation.
import type { Db } from "../../platform/database/db.ts";
import { int8, nullable, statement, text, textOf, uuid } from "../../platform/database/statement.ts";
import type { RailName } from "../../model/ledger/store/ledger.ts";
import type { PurchaseId } from "./purchases.ts";

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

const SAVE = statement({
  name: "save-payment-event",
  params: {
    agentId: uuid,
    rail: textOf<RailName>(),
    eventId: text,
    type: text,
    purchaseId: nullable(uuid),
    outcome: text,
    at: int8,
  },
  row: {},
  text: `INSERT INTO payment_events (agent_id, rail, event_id, type, purchase_id, outcome, received_at)
    VALUES ($agentId, $rail, $eventId, $type, $purchaseId, $outcome, $at)
    ON CONFLICT (agent_id, rail, event_id)
    DO UPDATE SET deliveries = payment_events.deliveries + 1, outcome = EXCLUDED.outcome`,
});

export async function savePaymentEvent(db: Db, event: PaymentEvent, at: number): Promise<void> {
  const { rail, eventId, type, purchase, outcome } = event;
  const { agentId, purchaseId } = purchase ?? { agentId: NOBODY, purchaseId: null };
  await db.query(SAVE, { agentId, rail, eventId, type, purchaseId, outcome, at });
}
