// The states of a purchase: opened, credited once, possibly clawed back. What pays for it is claimed among all agents in a
// commit of its own, before it is opened or credited, so there is no credit without its claim. The credit is keyed by the
// purchase and not by the provider's event, since one payment is reported several times, in any order.
import type { RailName } from "../model/ledger/store/ledger.ts";
import {
  findDisputedCents,
  saveDispute,
  type Dispute,
  claimReference,
  findClaim,
  type PaymentReference,
} from "./store/payments.ts";
import type { Db, TransactionalDb, Tx } from "../platform/database/db.ts";
import { insertPosting, type PostingKind } from "../model/ledger/store/ledger.ts";
import {
  findPurchase,
  insertPurchase,
  lockPurchase,
  savePurchase,
  type Purchase,
  type PurchaseId,
} from "./store/purchases.ts";
import { faultPoint } from "./fault-points.ts";
import { CURRENCY, type Pack } from "../model/ledger/packs.ts";

export interface PurchaseOpening extends PurchaseId {
  readonly rail: RailName;
  readonly pack: Pack;
  readonly livemode: boolean;
  /** `settling` when the provider is told to move the money right after. */
  readonly status: "opened" | "settling";
  readonly details?: Readonly<Record<string, unknown>>;
}

/** Opens a purchase of which it is not known yet what will pay for it. Whether it was not there already. */
export async function openPurchase(db: Db, opening: PurchaseOpening, at: number): Promise<boolean> {
  return insertOpened(db, { ...opening, providerRef: null }, at);
}

async function insertOpened(
  db: Db,
  opening: PurchaseOpening & Pick<Purchase, "providerRef">,
  at: number,
): Promise<boolean> {
  const { pack, details = {} } = opening;
  const { credits, amountCents } = pack;
  return insertPurchase(db, { ...opening, pack: pack.id, credits, amountCents, currency: CURRENCY, details }, at);
}

/** The purchase that has a reference. None if a call of this agent claimed it and died before the purchase was open. */
export async function findClaimant(
  db: Db,
  { rail, ref }: PaymentReference,
  { agentId }: Pick<PurchaseId, "agentId">,
): Promise<PurchaseId | undefined> {
  const by = await findClaim(db, { rail, providerRef: ref });
  if (by?.agentId !== agentId) return by;
  return (await findPurchase(db, by)) === undefined ? undefined : by;
}

export interface PaidOpening extends PurchaseOpening {
  /** The reference that will pay for it. */
  readonly providerRef: string;
}

export type OpeningResult =
  | { readonly kind: "opened"; readonly purchase: PurchaseId }
  /** Nothing was written: the reference belongs to this purchase, of this agent or another. */
  | { readonly kind: "claimed"; readonly by: PurchaseId };

/**
 * Claims the reference and opens the purchase. An agent whose earlier call claimed it and died before the purchase was open
 * gets that purchase: no money has moved for it.
 */
export async function openClaimed(database: TransactionalDb, opening: PaidOpening, at: number): Promise<OpeningResult> {
  const { agentId, rail, providerRef } = opening;
  const by = await claimReference(database, { rail, ref: providerRef }, opening, at);
  faultPoint(`${rail}.claimed`);
  if (by.agentId !== agentId) return { kind: "claimed", by };
  const isNew = await insertOpened(database, { ...opening, ...by }, at);
  return isNew ? { kind: "opened", purchase: by } : { kind: "claimed", by };
}

/** Notes the checkout session of a purchase. Whether the session could be its own. */
export async function referPurchase(
  database: TransactionalDb,
  id: PurchaseId,
  providerRef: string,
  at: number,
): Promise<boolean> {
  const known = await findPurchase(database, id);
  if (known === undefined || !mayBeReferredTo(known, providerRef)) return false;
  const by = await claimReference(database, { rail: known.rail, ref: providerRef }, id, at);
  faultPoint("stripe.checkout.session_claimed");
  if (by.purchaseId !== id.purchaseId) return false;
  return database.withTransaction(async (tx) => {
    const purchase = await lockPurchase(tx, id);
    if (purchase === undefined || !mayBeReferredTo(purchase, providerRef)) return false;
    await savePurchase(tx, { ...purchase, providerRef }, at);
    return true;
  });
}

function mayBeReferredTo(purchase: Purchase, providerRef: string): boolean {
  return (purchase.providerRef ?? providerRef) === providerRef;
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

export type CreditResult =
  | { readonly kind: "credited"; readonly credits: number; readonly balance: number }
  | { readonly kind: "already_credited" }
  | { readonly kind: "unpaid" }
  | { readonly kind: "unknown_purchase" }
  /** The payment is not the one that was asked for. Nothing was credited, and somebody must look: raise the alarm. */
  | { readonly kind: "mismatch"; readonly faults: readonly string[] };

/**
 * Claims what a payment is known by, if it is one for the purchase. To be done before `creditPurchase`, which credits nothing
 * without it. Whoever dies in between is followed by another report of the payment, or by reconciliation.
 */
export async function claimPayment(
  database: TransactionalDb,
  id: PurchaseId,
  payment: Payment,
  at: number,
): Promise<void> {
  const purchase = await findPurchase(database, id);
  if (purchase === undefined || !payment.paid || faultsOf(purchase, payment).length > 0) return;
  for (const reference of referencesOf(purchase, payment)) await claimReference(database, reference, id, at);
}

/**
 * What a payment is known by. Refunds and disputes at Stripe refer to the payment itself. On a chain one transaction may hold
 * several payments, and is not claimed.
 */
function referencesOf({ rail }: Purchase, { providerRef, paymentRef }: Payment): readonly PaymentReference[] {
  const own = { rail, ref: providerRef };
  return rail === "x402" || paymentRef === null ? [own] : [own, { rail: "stripe", ref: paymentRef }];
}

/** What of a payment this purchase has not claimed. */
async function unclaimedOf(db: Db, purchase: Purchase, payment: Payment): Promise<readonly string[]> {
  const faults: string[] = [];
  for (const { rail, ref } of referencesOf(purchase, payment)) {
    const by = await findClaim(db, { rail, providerRef: ref });
    if (by?.purchaseId === purchase.purchaseId) continue;
    faults.push(by === undefined ? `${ref} was not claimed` : `${ref} pays for another purchase`);
  }
  return faults;
}

/** Credits a purchase that was paid, once, behind `claimPayment`. What was refunded before is taken back at once. */
export async function creditPurchase(tx: Tx, id: PurchaseId, payment: Payment, at: number): Promise<CreditResult> {
  const purchase = await lockPurchase(tx, id);
  if (purchase === undefined) return { kind: "unknown_purchase" };
  const faults = faultsOf(purchase, payment);
  if (faults.length > 0) return { kind: "mismatch", faults };
  if (purchase.status === "credited") return { kind: "already_credited" };
  if (!payment.paid) return { kind: "unpaid" };
  const unclaimed = await unclaimedOf(tx, purchase, payment);
  if (unclaimed.length > 0) return { kind: "mismatch", faults: unclaimed };
  const { providerRef, paymentRef } = payment;
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
