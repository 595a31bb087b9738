// The states of a purchase: opened, credited once, possibly clawed back. A payment is claimed across all agents in a separate
// commit before its purchase is opened or credited, so no credit lacks a claim. The purchase, not the provider's event, is the
// key of the credit, because a payment is reported several times in any order.
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

export interface PurchaseOrder extends PurchaseId {
  readonly rail: RailName;
  readonly pack: Pack;
  readonly livemode: boolean;
  /** `settling` if the provider is about to be asked for the money. */
  readonly status: "opened" | "settling";
  readonly providerRef?: string;
  readonly details?: Readonly<Record<string, unknown>>;
}

/** Returns false if the purchase already exists. */
export async function openPurchase(db: Db, order: PurchaseOrder, at: number): Promise<boolean> {
  const { pack, details = {}, providerRef = null } = order;
  const { credits, amountCents } = pack;
  const terms = { pack: pack.id, credits, amountCents, currency: CURRENCY };
  return insertPurchase(db, { ...order, ...terms, providerRef, details }, at);
}

/** Finds the purchase that has claimed a reference. Ignores this agent's own claim if its purchase was never opened. */
export async function findClaimant(
  db: Db,
  { rail, ref }: PaymentReference,
  { agentId }: Pick<PurchaseId, "agentId">,
): Promise<PurchaseId | undefined> {
  const by = await findClaim(db, { rail, providerRef: ref });
  if (by?.agentId !== agentId) return by;
  return (await findPurchase(db, by)) === undefined ? undefined : by;
}

type OpenResult =
  | { readonly kind: "opened"; readonly purchase: PurchaseId }
  /** Another purchase has already claimed the reference, and nothing was written. */
  | { readonly kind: "claimed"; readonly by: PurchaseId };

/** Claims the reference, then opens the purchase, or that of an earlier call that crashed between the two steps. */
export async function openClaimed(
  database: TransactionalDb,
  order: PurchaseOrder & { readonly providerRef: string },
  at: number,
): Promise<OpenResult> {
  const { agentId, rail, providerRef } = order;
  const by = await claimReference(database, { rail, ref: providerRef }, order, at);
  faultPoint(`${rail}.claimed`);
  if (by.agentId !== agentId) return { kind: "claimed", by };
  const isNew = await openPurchase(database, { ...order, ...by }, at);
  return isNew ? { kind: "opened", purchase: by } : { kind: "claimed", by };
}

/** Records the checkout session of a purchase. Returns false if the session or the purchase is already bound to another. */
export async function referPurchase(
  database: TransactionalDb,
  id: PurchaseId,
  providerRef: string,
  at: number,
): Promise<boolean> {
  const existing = await findPurchase(database, id);
  if (existing === undefined || !mayBeReferredTo(existing, providerRef)) return false;
  const by = await claimReference(database, { rail: existing.rail, ref: providerRef }, id, at);
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

/** A payment as reported by the provider. */
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
  /** The payment does not match the purchase. Nothing was credited, and the caller must raise an alarm. */
  | { readonly kind: "mismatch"; readonly faults: readonly string[] };

/** Claims the references of a matching payment, which `creditPurchase` requires. After a crash, the next report credits it. */
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

/** Refunds and disputes name Stripe's payment, so it is claimed too. A chain transaction may contain several payments. */
function referencesOf({ rail }: Purchase, { providerRef, paymentRef }: Payment): readonly PaymentReference[] {
  const own = { rail, ref: providerRef };
  return rail === "x402" || paymentRef === null ? [own] : [own, { rail: "stripe", ref: paymentRef }];
}

/** Returns a fault for each reference of the payment that this purchase has not claimed. */
async function unclaimedOf(db: Db, purchase: Purchase, payment: Payment): Promise<readonly string[]> {
  const faults: string[] = [];
  for (const { rail, ref } of referencesOf(purchase, payment)) {
    const by = await findClaim(db, { rail, providerRef: ref });
    if (by?.purchaseId === purchase.purchaseId) continue;
    faults.push(by === undefined ? `${ref} was not claimed` : `${ref} pays for another purchase`);
  }
  return faults;
}

/** Credits a paid purchase once, after `claimPayment`. Deducts what was refunded before the credit. */
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
  if (balance === undefined) throw new Error(`purchase ${purchaseId} has no agent`);
  const credited: Purchase = { ...purchase, status: "credited", providerRef, paymentRef };
  const balanceAfterClawback = await settleClawback(tx, credited, "refund", at);
  return { kind: "credited", credits, balance: balanceAfterClawback ?? balance };
}

function faultsOf(purchase: Purchase, payment: Payment): readonly string[] {
  const { providerRef, amountCents, currency, livemode } = purchase;
  const expected = { providerRef: providerRef ?? payment.providerRef, amountCents, currency, livemode };
  const fields = ["providerRef", "amountCents", "currency", "livemode"] as const;
  return fields
    .filter((field) => payment[field] !== expected[field])
    .map((field) => `${field} is ${payment[field]} and should be ${expected[field]}`);
}

/** Records the total refunded, whose report may arrive early, twice, or out of order. Returns false without a purchase. */
export async function refundPurchase(tx: Tx, id: PurchaseId, refundedCents: number, at: number): Promise<boolean> {
  const purchase = await lockPurchase(tx, id);
  if (purchase === undefined) return false;
  const refunded = { ...purchase, refundedCents: Math.max(purchase.refundedCents, refundedCents) };
  await settleClawback(tx, refunded, "refund", at);
  return true;
}

/** Records a dispute: open or lost, it deducts credits; won, it restores them. Returns false without a purchase. */
export async function disputePurchase(tx: Tx, id: PurchaseId, dispute: Dispute, at: number): Promise<boolean> {
  const purchase = await lockPurchase(tx, id);
  if (purchase === undefined) return false;
  await saveDispute(tx, id, dispute, at);
  await settleClawback(tx, purchase, dispute.status === "won" ? "dispute_won" : "dispute", at);
  return true;
}

/** Saves the purchase and posts the clawback still due. Returns the new balance, or undefined if none was due. */
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

/** Ends an unpaid purchase or marks it as settling. Returns false if it is credited, has already ended, or does not exist. */
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
