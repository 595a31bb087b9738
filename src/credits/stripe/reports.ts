// Reads Stripe's reports as the state of a purchase, never an increment, because events arrive twice, late, and in any order.
import type { Stripe } from "stripe";
import type { Db } from "../../platform/database/db.ts";
import { type Dispute, findClaim } from "../store/payments.ts";
import type { PurchaseId } from "../store/purchases.ts";
import type { Payment } from "../purchases.ts";
import type { StripeApi } from "./client.ts";
import { idOf, purchaseNamedBy } from "./purchase-names.ts";

export type PurchaseReport =
  /** A checkout session was paid. */
  | { readonly about: "checkout"; readonly purchase: PurchaseId; readonly payment: Payment }
  /** A payment intent succeeded. MPP charges have no checkout session. */
  | { readonly about: "intent"; readonly purchase: PurchaseId; readonly payment: Omit<Payment, "providerRef"> }
  | { readonly about: "end"; readonly purchase: PurchaseId; readonly status: "settling" | "expired" | "failed" }
  | { readonly about: "refund"; readonly purchase: PurchaseId; readonly refundedCents: number }
  | { readonly about: "dispute"; readonly purchase: PurchaseId; readonly dispute: Dispute };

/** Event types that are handled. Stripe need not send others. */
export const EVENT_TYPES = [
  "checkout.session.completed",
  "checkout.session.async_payment_succeeded",
  "checkout.session.async_payment_failed",
  "checkout.session.expired",
  "payment_intent.succeeded",
  "charge.refunded",
  "charge.dispute.created",
  "charge.dispute.updated",
  "charge.dispute.funds_withdrawn",
  "charge.dispute.funds_reinstated",
  "charge.dispute.closed",
] as const satisfies readonly Stripe.Event["type"][];

type KnownEvent = Extract<Stripe.Event, { readonly type: (typeof EVENT_TYPES)[number] }>;

export function isKnown(event: Stripe.Event): event is KnownEvent {
  return EVENT_TYPES.some((type) => type === event.type);
}

/** Returns the report in an event, or undefined if it does not concern a purchase of this service. */
export async function reportOf(event: Stripe.Event, stripe: StripeApi, db: Db): Promise<PurchaseReport | undefined> {
  if (!isKnown(event)) return undefined;
  switch (event.type) {
    case "checkout.session.completed":
    case "checkout.session.async_payment_succeeded":
    case "checkout.session.expired":
      return reportOfSession(event.data.object);
    case "checkout.session.async_payment_failed": {
      const purchase = purchaseNamedBy(event.data.object.metadata);
      return purchase && { about: "end", purchase, status: "failed" };
    }
    case "payment_intent.succeeded":
      return reportOfIntent(event.data.object);
    case "charge.refunded": {
      const { metadata, payment_intent: intent, amount_refunded: refundedCents } = event.data.object;
      const purchase = purchaseNamedBy(metadata) ?? (await purchasePaidBy(idOf(intent), stripe, db));
      return purchase && { about: "refund", purchase, refundedCents };
    }
    case "charge.dispute.created":
    case "charge.dispute.updated":
    case "charge.dispute.funds_withdrawn":
    case "charge.dispute.funds_reinstated":
    case "charge.dispute.closed": {
      const { id, amount, status, payment_intent: intent } = event.data.object;
      const state = disputeState(event.type, status);
      if (state === undefined) return undefined;
      const purchase = await purchasePaidBy(idOf(intent), stripe, db);
      return purchase && { about: "dispute", purchase, dispute: { ref: id, amountCents: amount, status: state } };
    }
  }
}

/** Returns the report in a session. Returns undefined while the session is open, or if it names no purchase. */
export function reportOfSession(session: Stripe.Checkout.Session): PurchaseReport | undefined {
  const purchase = purchaseNamedBy(session.metadata);
  if (purchase === undefined) return undefined;
  if (session.payment_status !== "unpaid") {
    const payment: Payment = {
      providerRef: session.id,
      paymentRef: idOf(session.payment_intent),
      amountCents: session.amount_total ?? 0,
      currency: session.currency ?? "",
      paid: session.payment_status === "paid",
      livemode: session.livemode,
    };
    return { about: "checkout", purchase, payment };
  }
  if (session.status === "expired") return { about: "end", purchase, status: "expired" };
  // A completed but unpaid session is waiting for a bank.
  return session.status === "complete" ? { about: "end", purchase, status: "settling" } : undefined;
}

function reportOfIntent(intent: Stripe.PaymentIntent): PurchaseReport | undefined {
  const purchase = purchaseNamedBy(intent.metadata);
  if (purchase === undefined) return undefined;
  const { id, amount_received: amountCents, currency, livemode, status } = intent;
  const payment = { paymentRef: id, amountCents, currency, paid: status === "succeeded", livemode };
  return { about: "intent", purchase, payment };
}

/** Returns undefined for an inquiry, during which no money is withheld. */
function disputeState(event: KnownEvent["type"], status: Stripe.Dispute.Status): Dispute["status"] | undefined {
  if (status === "won" || status === "warning_closed" || status === "prevented") return "won";
  if (status === "lost") return "lost";
  const isInquiry = status === "warning_needs_response" || status === "warning_under_review";
  return isInquiry && event !== "charge.dispute.funds_withdrawn" ? undefined : "open";
}

/** Finds the purchase of a payment intent. Asks Stripe if no report of the payment has arrived yet. */
async function purchasePaidBy(intentId: string | null, stripe: StripeApi, db: Db): Promise<PurchaseId | undefined> {
  if (intentId === null) return undefined;
  const claim = await findClaim(db, { rail: "stripe", providerRef: intentId });
  if (claim !== undefined) return claim;
  const intent = await stripe.find("look up a payment", ({ paymentIntents }) => paymentIntents.retrieve(intentId));
  return purchaseNamedBy(intent?.metadata);
}
