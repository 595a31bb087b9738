// Applies a report of a webhook or of reconciliation. The purchase and the row of the event change in one transaction.
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

/** Origin of a report: a webhook or an answer to reconciliation. */
interface ReportSource {
  readonly by: "webhook" | "reconciliation";
  readonly event?: { readonly id: string; readonly type: string };
}

export type ApplyResult = CreditResult["kind"] | "ended" | "noted" | "ignored";

/** Raises an alarm and throws if the report contradicts the purchase. */
export async function applyReport(
  { database, log }: { readonly database: Database; readonly log: Logger },
  report: PurchaseReport,
  { by, event }: ReportSource,
  at: number,
): Promise<ApplyResult> {
  const { purchase } = report;
  const payment = await paymentIn(database, report);
  if (payment !== undefined) {
    await claimPayment(database, purchase, payment, at);
    faultPoint(`stripe.${by}.${report.about}.claimed`);
  }
  const [result, faults] = await database.withTransaction(async (tx): Promise<[ApplyResult, readonly string[]]> => {
    const applied = await change(tx, report, payment, at);
    const outcome = typeof applied === "string" ? applied : applied.kind;
    if (event !== undefined) {
      const { id: eventId, type } = event;
      const knownPurchase = outcome === "unknown_purchase" ? undefined : purchase;
      await savePaymentEvent(tx, { rail: "stripe", eventId, type, purchase: knownPurchase, outcome }, at);
    }
    faultPoint(`stripe.${by}.${report.about}.changed`);
    return [outcome, typeof applied === "object" && applied.kind === "mismatch" ? applied.faults : []];
  });
  faultPoint(`stripe.${by}.${report.about}.committed`);
  if (result === "mismatch" || result === "unknown_purchase") {
    const text =
      result === "mismatch" ? "a Stripe payment does not match its purchase" : "a payment is for an unknown purchase";
    alarm(log, text, { ...purchase, about: report.about, event, faults });
    throw new Error(`${text}: ${purchase.purchaseId}`);
  }
  return result;
}

/** Returns the payment that a report contains, or undefined if none applies. */
async function paymentIn(db: Db, report: PurchaseReport): Promise<Payment | undefined> {
  if (report.about === "checkout") return report.payment;
  if (report.about !== "intent") return undefined;
  const purchase = await findPurchase(db, report.purchase);
  // For a checkout, only the session's report counts, because it has more fields.
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
