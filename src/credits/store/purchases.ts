// Rows of credit purchases. purchases.ts decides their states.
import type { RailName } from "../../model/ledger/store/ledger.ts";
import { finder, inTransaction, lister } from "../../platform/database/calls.ts";
import type { Db, Tx } from "../../platform/database/db.ts";
import * as sql from "../../platform/database/statement.ts";

type PurchaseStatus = "opened" | "settling" | "credited" | "expired" | "failed";

const PURCHASE_ID = { agentId: sql.uuid, purchaseId: sql.uuid };

export type PurchaseId = sql.ValuesOf<typeof PURCHASE_ID>;

/** Columns of a new purchase. */
const OPENED_PURCHASE = {
  ...PURCHASE_ID,
  rail: sql.textOf<RailName>(),
  pack: sql.text,
  credits: sql.int4,
  amountCents: sql.int4,
  currency: sql.text,
  livemode: sql.bool,
  status: sql.textOf<PurchaseStatus>(),
  /** Checkout session, challenge, or authorization that pays for the purchase. */
  providerRef: sql.nullable(sql.text),
  /** Data that the rail needs for settlement and reconciliation. */
  details: sql.jsonb<Readonly<Record<string, unknown>>>(),
};

type NewPurchase = sql.ValuesOf<typeof OPENED_PURCHASE>;

const PURCHASE_ROW = {
  ...OPENED_PURCHASE,
  paymentRef: sql.nullable(sql.text),
  refundedCents: sql.int4,
  clawedBack: sql.int4,
  clawbacks: sql.int4,
  createdAt: sql.int8,
  updatedAt: sql.int8,
};

export type Purchase = sql.RowOf<typeof PURCHASE_ROW>;

const COLUMNS = `agent_id AS "agentId", purchase_id AS "purchaseId", rail, pack, credits, amount_cents AS "amountCents",
  currency, livemode, status, provider_ref AS "providerRef", payment_ref AS "paymentRef", details,
  refunded_cents AS "refundedCents", clawed_back AS "clawedBack", clawbacks, created_at AS "createdAt",
  updated_at AS "updatedAt"`;

const INSERT = sql.statement({
  name: "insert-new-purchase",
  params: { ...OPENED_PURCHASE, at: sql.int8 },
  row: sql.FOUND,
  text: `INSERT INTO purchases (agent_id, purchase_id, rail, pack, credits, amount_cents, currency, livemode, status,
      provider_ref, details, created_at, updated_at)
    VALUES ($agentId, $purchaseId, $rail, $pack, $credits, $amountCents, $currency, $livemode, $status,
      $providerRef, $details, $at, $at)
    ON CONFLICT DO NOTHING RETURNING true`,
});

/** Returns false if the purchase already exists. */
export async function insertPurchase(db: Db, purchase: NewPurchase, at: number): Promise<boolean> {
  return (await db.query(INSERT, { ...purchase, at })).length === 1;
}

export const findPurchase = finder({
  name: "find-purchase",
  params: PURCHASE_ID,
  row: PURCHASE_ROW,
  text: `SELECT ${COLUMNS} FROM purchases WHERE agent_id = $agentId AND purchase_id = $purchaseId`,
});

/** Locks the purchase until the transaction ends. */
export const lockPurchase = inTransaction.finder({
  name: "lock-purchase",
  params: PURCHASE_ID,
  row: PURCHASE_ROW,
  text: `SELECT ${COLUMNS} FROM purchases WHERE agent_id = $agentId AND purchase_id = $purchaseId FOR UPDATE`,
});

const SAVE = sql.statement({
  name: "save-purchase",
  params: {
    ...PURCHASE_ID,
    status: PURCHASE_ROW.status,
    providerRef: PURCHASE_ROW.providerRef,
    paymentRef: PURCHASE_ROW.paymentRef,
    details: PURCHASE_ROW.details,
    refundedCents: sql.int4,
    clawedBack: sql.int4,
    clawbacks: sql.int4,
    at: sql.int8,
  },
  row: {},
  text: `UPDATE purchases SET status = $status, provider_ref = $providerRef, payment_ref = $paymentRef, details = $details,
      refunded_cents = $refundedCents, clawed_back = $clawedBack, clawbacks = $clawbacks, updated_at = $at
    WHERE agent_id = $agentId AND purchase_id = $purchaseId`,
});

/** Saves a purchase that this transaction has locked. */
export async function savePurchase(tx: Tx, purchase: Purchase, at: number): Promise<void> {
  await tx.query(SAVE, { ...purchase, at });
}

/** Lists purchases without progress since `before`, longest without progress first. */
export const listStalePurchases = lister({
  name: "list-stale-purchases",
  params: { status: sql.textOf<"opened" | "settling">(), before: sql.int8, limit: sql.int8 },
  row: PURCHASE_ROW,
  text: `SELECT ${COLUMNS} FROM purchases
    WHERE status = $status AND status IN ('opened', 'settling') AND updated_at < $before
    ORDER BY updated_at LIMIT $limit`,
});

const TAKE = sql.statement({
  name: "take-stale-purchase",
  params: { ...PURCHASE_ID, updatedAt: sql.int8, at: sql.int8 },
  row: sql.FOUND,
  text: `UPDATE purchases SET updated_at = $at
    WHERE agent_id = $agentId AND purchase_id = $purchaseId AND updated_at = $updatedAt
      AND status IN ('opened', 'settling')
    RETURNING true`,
});

/** Returns true if this worker claimed the stale purchase. The purchase is then no longer stale for other workers. */
export async function takeStalePurchase(db: Db, purchase: Purchase, at: number): Promise<boolean> {
  const rows = await db.query(TAKE, { ...purchase, at });
  return rows.length === 1;
}
