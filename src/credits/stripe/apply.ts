// Applies a Stripe report: claims the payment, then changes the purchase in one transaction with the event's row. Webhooks
// and reconciliation share this path.
import type { Logger } from "pino";
import type { Database, Db, Tx } from "../../platform/database/db.ts";
import { savePaymentEvent } from "../store/payments.ts";
import { findPurchase } from "../store/purchases.ts";
import { alarm } from "../alarm.ts";
import { faultPoint } from "../fault-points.ts";
import {
  claimPayment,
  creditPurchase,
  disputePurchase,
  movePurchase,
  refundPurchase,
  type CreditResult,
  type Payment,
} from "../purchases.ts";
import type { PurchaseReport } from "./reports.ts";

/** How it came to us: an event, or an answer that we asked for. */
export interface EventSource {
  readonly by: "webhook" | "reconciliation";
  readonly event?: { readonly id: string; readonly type: string };
}

export type ApplyResult = CreditResult["kind"] | "ended" | "noted" | "ignored";

/** Throws, after the alarm, when what Stripe says cannot be true of the purchase. */
export async function applyReport(
  database: Database,
  report: PurchaseReport,
  source: EventSource,
  at: number,
  log: Logger,
): Promise<ApplyResult> {
  const { by, event } = source;
  const { purchase } = report;
  const payment = await paymentIn(database, report);
  if (payment !== undefined) {
    await claimPayment(database, purchase, payment, at);
    faultPoint(`stripe.${by}.${report.about}.claimed`);
  }
  const [applied, faults] = await database.withTransaction(async (tx): Promise<[ApplyResult, readonly string[]]> => {
    const done = await change(tx, report, payment, at);
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

/** The payment that a report is about, or undefined when it is about none that counts. */
async function paymentIn(db: Db, report: PurchaseReport): Promise<Payment | undefined> {
  if (report.about === "checkout") return report.payment;
  if (report.about !== "intent") return undefined;
  const purchase = await findPurchase(db, report.purchase);
  // A checkout is reported by its session, which knows more.
  if (purchase?.rail !== "mpp") return undefined;
  return { ...report.payment, providerRef: purchase.providerRef ?? report.payment.paymentRef ?? "" };
}

async function change(
  tx: Tx,
  report: PurchaseReport,
  payment: Payment | undefined,
  at: number,
): Promise<CreditResult | ApplyResult> {
  const { purchase } = report;
  switch (report.about) {
    case "checkout":
    case "intent":
      if (payment !== undefined) return creditPurchase(tx, purchase, payment, at);
      return (await findPurchase(tx, purchase)) === undefined ? "unknown_purchase" : "ignored";
    case "end":
      return (await movePurchase(tx, purchase, report.status, at)) ? "ended" : "ignored";
    case "refund":
      return (await refundPurchase(tx, purchase, report.refundedCents, at)) ? "noted" : "unknown_purchase";
    case "dispute":
      return (await disputePurchase(tx, purchase, report.dispute, at)) ? "noted" : "unknown_purchase";
  }
}
