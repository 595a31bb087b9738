// Obtains credits for tests through a paid purchase, which is the only way.
import { randomUUIDv7 } from "node:crypto";
import { CURRENCY, PACKS, type Pack } from "../../src/model/ledger/packs.ts";
import { claimPayment, creditPurchase, openPurchase, type Payment } from "../../src/credits/purchases.ts";
import type { Database, Db } from "../../src/platform/database/db.ts";
import type { PurchaseId } from "../../src/credits/store/purchases.ts";

export function packOf(id: Pack["id"]): Pack {
  const pack = PACKS.find((each) => each.id === id);
  if (pack === undefined) throw new Error(`there is no pack ${id}`);
  return pack;
}

/** A checkout awaiting its payment, with that payment. */
export interface Checkout {
  readonly purchase: PurchaseId;
  readonly payment: Payment;
}

export function checkoutOf(agentId: string, { amountCents }: Pack): Checkout {
  const purchase = { agentId, purchaseId: randomUUIDv7() };
  const providerRef = `cs_test_${purchase.purchaseId}`;
  const paymentRef = `pi_${purchase.purchaseId}`;
  const payment = { providerRef, paymentRef, amountCents, currency: CURRENCY, paid: true, livemode: false };
  return { purchase, payment };
}

export async function openCheckout(db: Db, { purchase, payment }: Checkout, pack: Pack, at: number): Promise<void> {
  const { livemode } = payment;
  await openPurchase(db, { ...purchase, rail: "stripe", pack, livemode, status: "opened" }, at);
}

/** Buys a pack and pays for it. */
export async function buyCredits(database: Database, agentId: string, packId: Pack["id"]): Promise<Checkout> {
  const pack = packOf(packId);
  const checkout = checkoutOf(agentId, pack);
  const { purchase, payment } = checkout;
  await openCheckout(database, checkout, pack, Date.now());
  await claimPayment(database, purchase, payment, Date.now());
  await database.withTransaction((tx) => creditPurchase(tx, purchase, payment, Date.now()));
  return checkout;
}
