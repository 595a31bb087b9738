// Applies a Stripe report in one transaction with the event's row. Webhooks and reconciliation share this path.
import type { Logger } from "pino";
import type { Database, Tx } from "../../store/db/db.ts";
import { findClaim, insertClaim } from "../../store/money/payment-claims.ts";
import { savePaymentEvent } from "../../store/money/payment-events.ts";
import type { PurchaseId } from "../../store/money/purchases.ts";
import { lockPurchase } from "../../store/money/purchases.ts";
import { alarm } from "../alarm.ts";
import { faultPoint } from "../fault-points.ts";
import type { Credited, Payment } from "../purchases.ts";
import { creditPurchase, disputePurchase, movePurchase, refundPurchase } from "../purchases.ts";
import type { PurchaseReport } from "./reports.ts";

/** How it came to us: an event, or an answer that we asked for. */
export interface Source {
  readonly by: "webhook" | "reconciliation";
  readonly event?: { readonly id: string; readonly type: string };
}

export type Applied = Credited["kind"] | "ended" | "noted" | "ignored";

/** Throws, after the alarm, when what Stripe says cannot be true of the purchase. */
export async function applyReport(
  database: Database,
  report: PurchaseReport,
  source: Source,
  at: number,
  log: Logger,
): Promise<Applied> {
  const { by, event } = source;
  const { purchase } = report;
  const [applied, faults] = await database.withTransaction(async (tx): Promise<[Applied, readonly string[]]> => {
    const done = await change(tx, report, at);
    const outcome = typeof done === "string" ? done : done.kind;
    if (event !== undefined) {
      const { id: eventId, type } = event;
      const known = outcome === "unknown_purchase" ? undefined : purchase;
      await savePaymentEvent(tx, { rail: "stripe", eventId, type, purchase: known, outcome }, at);
    }
    faultPoint(`stripe.${by}.${report.about}.changed`);
    return [outcome, typeof done === "object" && done.kind === "mismatch" ? done.faults : []];
  });
  faultPoint(`stripe.${by}.${report.about}.committed`);
  if (applied === "mismatch" || applied === "unknown_purchase") {
    const text = applied === "mismatch" ? "a payment is not the one asked for" : "a payment is for an unknown purchase";
    alarm(log, text, { ...purchase, about: report.about, event, faults });
    throw new Error(text);
  }
  return applied;
}

async function change(tx: Tx, report: PurchaseReport, at: number): Promise<Credited | Applied> {
  const { purchase } = report;
  switch (report.about) {
    case "checkout":
      return credit(tx, purchase, report.payment, at);
    case "intent": {
      const locked = await lockPurchase(tx, purchase);
      if (locked === undefined) return "unknown_purchase";
      // A checkout is reported by its session, which knows more.
      if (locked.rail !== "mpp") return "ignored";
      return credit(
        tx,
        purchase,
        { ...report.payment, providerRef: locked.providerRef ?? report.payment.paymentRef ?? "" },
        at,
      );
    }
    case "end":
      return (await movePurchase(tx, purchase, report.status, at)) ? "ended" : "ignored";
    case "refund":
      return (await refundPurchase(tx, purchase, report.refundedCents, at)) ? "noted" : "unknown_purchase";
    case "dispute":
      return (await disputePurchase(tx, purchase, report.dispute, at)) ? "noted" : "unknown_purchase";
  }
}

/** Credits, and claims the payment itself: refunds and disputes refer to it. */
async function credit(tx: Tx, purchase: PurchaseId, payment: Payment, at: number): Promise<Credited> {
  const { paymentRef } = payment;
  const claimedBy = paymentRef === null ? undefined : await findClaim(tx, "stripe", paymentRef);
  if (claimedBy !== undefined && claimedBy.purchaseId !== purchase.purchaseId) {
    return { kind: "mismatch", faults: [`${paymentRef} pays for another purchase`] };
  }
  const credited = await creditPurchase(tx, purchase, payment, at);
  if (credited.kind === "credited" && paymentRef !== null && claimedBy === undefined) {
    // If another transaction claims it right now, this one fails; when it is reported again, it is a mismatch.
    if (!(await insertClaim(tx, "stripe", paymentRef, purchase, at)))
      throw new Error("a payment was claimed meanwhile");
  }
  return credited;
}
