// The states of a purchase, within a transaction: opened, credited once, possibly clawed back. The credit is keyed by
// the purchase and not by the provider's event, since one payment is reported several times, in any order.
import { findDisputedCents, saveDispute } from "../store/money/disputes.ts";
import type { Dispute } from "../store/money/disputes.ts";
import type { Tx } from "../store/db/db.ts";
import type { PostingKind } from "../store/money/ledger.ts";
import { insertPosting } from "../store/money/ledger.ts";
import { findClaim, insertClaim } from "../store/money/payment-claims.ts";
import type { Purchase, PurchaseId, RailName } from "../store/money/purchases.ts";
import { insertPurchase, lockPurchase, savePurchase } from "../store/money/purchases.ts";
import type { Pack } from "./packs.ts";
import { CURRENCY } from "./packs.ts";

export interface Opening extends PurchaseId {
  readonly rail: RailName;
  readonly pack: Pack;
  readonly livemode: boolean;
  /** `settling` when the provider is told to move the money right after. */
  readonly status: "opened" | "settling";
  /** The reference that will pay for it, when it is known already. It is claimed. */
  readonly providerRef?: string;
  readonly details?: Readonly<Record<string, unknown>>;
}

export type Opened =
  | { readonly kind: "opened" }
  /** Nothing was written: the reference belongs to this purchase, of this agent or another. */
  | { readonly kind: "claimed"; readonly by: PurchaseId };

/** The purchase is there already. Undoes the transaction, with its claim. */
export class AlreadyOpened extends Error {}

export async function openPurchase(tx: Tx, opening: Opening, at: number): Promise<Opened> {
  const { pack, providerRef = null, details = {}, rail } = opening;
  if (providerRef !== null) {
    const claimed = await claim(tx, rail, providerRef, opening, at);
    if (claimed.kind === "claimed") return claimed;
  }
  const { credits, amountCents } = pack;
  const purchase = { ...opening, pack: pack.id, credits, amountCents, currency: CURRENCY, providerRef, details };
  if (!(await insertPurchase(tx, purchase, at)))
    throw new AlreadyOpened(`purchase ${opening.purchaseId} was opened before`);
  return { kind: "opened" };
}

/** Claims a reference for a purchase: `opened` when it was free. */
async function claim(tx: Tx, rail: RailName, providerRef: string, purchase: PurchaseId, at: number): Promise<Opened> {
  if (await insertClaim(tx, rail, providerRef, purchase, at)) return { kind: "opened" };
  const by = await findClaim(tx, rail, providerRef);
  if (by === undefined) throw new Error("a claim was refused and is not there");
  return { kind: "claimed", by };
}

/** Notes what the provider will call the purchase, such as a checkout session. Whether the reference could be its own. */
export async function referPurchase(tx: Tx, id: PurchaseId, providerRef: string, at: number): Promise<boolean> {
  const purchase = await lockPurchase(tx, id);
  if (purchase === undefined || (purchase.providerRef ?? providerRef) !== providerRef) return false;
  if (!(await ownsReference(tx, purchase, providerRef, at))) return false;
  await savePurchase(tx, { ...purchase, providerRef }, at);
  return true;
}

/** Whether the reference is this purchase's; a free one becomes so. */
async function ownsReference(tx: Tx, purchase: Purchase, providerRef: string, at: number): Promise<boolean> {
  const claimed = await claim(tx, purchase.rail, providerRef, purchase, at);
  return claimed.kind === "opened" || claimed.by.purchaseId === purchase.purchaseId;
}

/** What the provider says was paid. */
export interface Payment {
  readonly providerRef: string;
  readonly paymentRef: string | null;
  readonly amountCents: number;
  readonly currency: string;
  readonly paid: boolean;
  readonly livemode: boolean;
}

export type Credited =
  | { readonly kind: "credited"; readonly credits: number; readonly balance: number }
  | { readonly kind: "already_credited" }
  | { readonly kind: "unpaid" }
  | { readonly kind: "unknown_purchase" }
  /** The payment is not the one that was asked for. Nothing was credited, and somebody must look: raise the alarm. */
  | { readonly kind: "mismatch"; readonly faults: readonly string[] };

/** Credits a purchase that was paid, once. What was refunded before is taken back at once. */
export async function creditPurchase(tx: Tx, id: PurchaseId, payment: Payment, at: number): Promise<Credited> {
  const purchase = await lockPurchase(tx, id);
  if (purchase === undefined) return { kind: "unknown_purchase" };
  const faults = faultsOf(purchase, payment);
  if (faults.length > 0) return { kind: "mismatch", faults };
  if (purchase.status === "credited") return { kind: "already_credited" };
  if (!payment.paid) return { kind: "unpaid" };
  const { providerRef, paymentRef } = payment;
  if (!(await ownsReference(tx, purchase, providerRef, at))) {
    return { kind: "mismatch", faults: [`${providerRef} pays for another purchase`] };
  }
  const { agentId, purchaseId, credits } = purchase;
  const key = `purchase:${purchaseId}`;
  const posting = { agentId, key, kind: "purchase", purchaseId, credits, mayOverdraw: true, at } as const;
  const balance = await insertPosting(tx, posting);
  if (balance === undefined) throw new Error(`purchase ${purchaseId} belongs to nobody`);
  const credited: Purchase = { ...purchase, status: "credited", providerRef, paymentRef };
  const left = await settleClawback(tx, credited, "refund", at);
  return { kind: "credited", credits, balance: left ?? balance };
}

function faultsOf(purchase: Purchase, payment: Payment): readonly string[] {
  const { providerRef, amountCents, currency, livemode } = purchase;
  const expected = { providerRef: providerRef ?? payment.providerRef, amountCents, currency, livemode };
  const fields = ["providerRef", "amountCents", "currency", "livemode"] as const;
  return fields
    .filter((field) => payment[field] !== expected[field])
    .map((field) => `${field} is ${payment[field]} and should be ${expected[field]}`);
}

/** Notes how much of a payment was given back in all. It may come before the payment, twice, or out of order. */
export async function refundPurchase(tx: Tx, id: PurchaseId, refundedCents: number, at: number): Promise<boolean> {
  const purchase = await lockPurchase(tx, id);
  if (purchase === undefined) return false;
  const refunded = { ...purchase, refundedCents: Math.max(purchase.refundedCents, refundedCents) };
  await settleClawback(tx, refunded, "refund", at);
  return true;
}

/** Notes a dispute: open and lost ones take credits back, a won one returns them. */
export async function disputePurchase(tx: Tx, id: PurchaseId, dispute: Dispute, at: number): Promise<boolean> {
  const purchase = await lockPurchase(tx, id);
  if (purchase === undefined) return false;
  await saveDispute(tx, id, dispute, at);
  await settleClawback(tx, purchase, dispute.status === "won" ? "dispute_won" : "dispute", at);
  return true;
}

/**
 * Saves the purchase, and posts the difference between what must have been taken back by now and what was. The balance
 * afterwards, or undefined when there was no difference. Before the credit there is nothing to take back.
 */
async function settleClawback(
  tx: Tx,
  purchase: Purchase,
  kind: Exclude<PostingKind, "purchase" | "resurrection">,
  at: number,
): Promise<number | undefined> {
  const { agentId, purchaseId, credits, amountCents, clawedBack, clawbacks } = purchase;
  const lostCents = purchase.refundedCents + (await findDisputedCents(tx, purchase));
  const due = Math.ceil((credits * Math.min(lostCents, amountCents)) / amountCents);
  if (purchase.status !== "credited" || due === clawedBack) {
    await savePurchase(tx, purchase, at);
    return undefined;
  }
  const key = `clawback:${purchaseId}:${clawbacks + 1}`;
  const posting = { agentId, key, kind, purchaseId, credits: clawedBack - due, mayOverdraw: true, at };
  const balance = await insertPosting(tx, posting);
  await savePurchase(tx, { ...purchase, clawedBack: due, clawbacks: clawbacks + 1 }, at);
  return balance;
}

/** Ends a purchase that was not paid, or says that its money is on the way. False when it has ended already. */
export async function movePurchase(
  tx: Tx,
  id: PurchaseId,
  status: "settling" | "expired" | "failed",
  at: number,
): Promise<boolean> {
  const purchase = await lockPurchase(tx, id);
  if (purchase === undefined || (purchase.status !== "opened" && purchase.status !== "settling")) return false;
  await savePurchase(tx, { ...purchase, status }, at);
  return true;
}
