// Claims of payment references by purchases, events of the providers, and disputes. A claim may be on another node than its
// purchase, and no transaction covers both, so the claim is committed first.
import type { RailName } from "../../model/ledger/store/ledger.ts";
import { finder, counter } from "../../platform/database/calls.ts";
import type { TransactionalDb, Db, Tx } from "../../platform/database/db.ts";
import * as sql from "../../platform/database/statement.ts";
import type { PurchaseId } from "./purchases.ts";

export interface PaymentReference {
  readonly rail: RailName;
  readonly ref: string;
}

const CLAIM = sql.statement({
  name: "claim-reference",
  params: { rail: sql.textOf<RailName>(), ref: sql.text, agentId: sql.uuid, purchaseId: sql.uuid, at: sql.int8 },
  row: { agentId: sql.uuid, purchaseId: sql.uuid },
  // The no-op update makes RETURNING return the existing row.
  text: `INSERT INTO payment_claims (rail, provider_ref, agent_id, purchase_id, claimed_at)
    VALUES ($rail, $ref, $agentId, $purchaseId, $at)
    ON CONFLICT (rail, provider_ref) DO UPDATE SET claimed_at = payment_claims.claimed_at
    RETURNING agent_id AS "agentId", purchase_id AS "purchaseId"`,
});

/** Claims a reference, and returns the purchase that holds it: this one, unless another was first. May be repeated. */
export async function claimReference(
  database: TransactionalDb,
  { rail, ref }: PaymentReference,
  { agentId, purchaseId }: PurchaseId,
  at: number,
): Promise<PurchaseId> {
  const [by] = await database.query(CLAIM, { rail, ref, agentId, purchaseId, at });
  if (by === undefined) throw new Error(`payment reference ${ref} has no claim`);
  return by;
}

export const findClaim = finder({
  name: "find-claim",
  params: { rail: sql.textOf<RailName>(), providerRef: sql.text },
  row: { agentId: sql.uuid, purchaseId: sql.uuid },
  text: `SELECT agent_id AS "agentId", purchase_id AS "purchaseId" FROM payment_claims
    WHERE rail = $rail AND provider_ref = $providerRef`,
});

/** Agent id of events that name none of this service's purchases. */
const NO_AGENT = "00000000-0000-0000-0000-000000000000";

export interface PaymentEvent {
  readonly rail: RailName;
  readonly eventId: string;
  readonly type: string;
  readonly purchase: PurchaseId | undefined;
  readonly outcome: string;
}

const SAVE_EVENT = sql.statement({
  name: "save-payment-event",
  params: {
    agentId: sql.uuid,
    rail: sql.textOf<RailName>(),
    eventId: sql.text,
    type: sql.text,
    purchaseId: sql.nullable(sql.uuid),
    outcome: sql.text,
    at: sql.int8,
  },
  row: {},
  text: `INSERT INTO payment_events (agent_id, rail, event_id, type, purchase_id, outcome, received_at)
    VALUES ($agentId, $rail, $eventId, $type, $purchaseId, $outcome, $at)
    ON CONFLICT (agent_id, rail, event_id)
    DO UPDATE SET deliveries = payment_events.deliveries + 1, outcome = EXCLUDED.outcome`,
});

export async function savePaymentEvent(db: Db, event: PaymentEvent, at: number): Promise<void> {
  const { rail, eventId, type, purchase, outcome } = event;
  const { agentId, purchaseId } = purchase ?? { agentId: NO_AGENT, purchaseId: null };
  await db.query(SAVE_EVENT, { agentId, rail, eventId, type, purchaseId, outcome, at });
}

export interface Dispute {
  readonly ref: string;
  readonly amountCents: number;
  readonly status: "open" | "won" | "lost";
}

const SAVE = sql.statement({
  name: "save-dispute",
  params: {
    agentId: sql.uuid,
    purchaseId: sql.uuid,
    ref: sql.text,
    amountCents: sql.int4,
    status: sql.textOf<Dispute["status"]>(),
    at: sql.int8,
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

/** Sums the cents of a purchase that open and lost disputes withhold. */
export const findDisputedCents = counter({
  name: "find-disputed-cents",
  params: { agentId: sql.uuid, purchaseId: sql.uuid },
  row: { cents: sql.int8 },
  text: `SELECT coalesce(sum(amount_cents), 0)::bigint AS cents FROM disputes
    WHERE agent_id = $agentId AND purchase_id = $purchaseId AND status <> 'won'`,
});
