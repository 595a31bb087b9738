// Purchases of credits, as they are stored. What may become of them is decided in payments/purchases.ts.
import { DatabaseError } from "pg";
import type { Db, Statement, Tx } from "../db/db.ts";

export type RailName = "stripe" | "mpp" | "x402";
type PurchaseStatus = "opened" | "settling" | "credited" | "expired" | "failed";

export interface PurchaseId {
  readonly agentId: string;
  readonly purchaseId: string;
}

export interface Purchase extends PurchaseId {
  readonly rail: RailName;
  readonly pack: string;
  readonly credits: number;
  readonly amountCents: number;
  readonly currency: string;
  readonly livemode: boolean;
  readonly status: PurchaseStatus;
  /** The checkout session, challenge or authorization that pays for it, once it is known. */
  readonly providerRef: string | null;
  readonly paymentRef: string | null;
  /** What the rail must remember to settle or to ask again. */
  readonly details: Readonly<Record<string, unknown>>;
  readonly refundedCents: number;
  readonly clawedBack: number;
  readonly clawbacks: number;
  readonly createdAt: number;
  readonly updatedAt: number;
}

const COLUMNS = `agent_id AS "agentId", purchase_id AS "purchaseId", rail, pack, credits, amount_cents AS "amountCents",
  currency, livemode, status, provider_ref AS "providerRef", payment_ref AS "paymentRef", details,
  refunded_cents AS "refundedCents", clawed_back AS "clawedBack", clawbacks, created_at AS "createdAt",
  updated_at AS "updatedAt"`;

const INSERT: Statement = {
  name: "insert-purchase",
  text: `INSERT INTO purchases (agent_id, purchase_id, rail, pack, credits, amount_cents, currency, livemode, status,
      provider_ref, details, created_at, updated_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $12)`,
};

export type NewPurchase = Omit<
  Purchase,
  "paymentRef" | "refundedCents" | "clawedBack" | "clawbacks" | "createdAt" | "updatedAt"
>;

export async function insertPurchase(tx: Tx, purchase: NewPurchase, at: number): Promise<void> {
  const { agentId, purchaseId, rail, pack, credits, amountCents, currency, livemode, status } = purchase;
  const { providerRef, details } = purchase;
  const what = [agentId, purchaseId, rail, pack, credits, amountCents, currency, livemode, status];
  await tx.queryOld(INSERT, [...what, providerRef, JSON.stringify(details), at]);
}

/** Whether a statement failed because the purchase is there already. */
export function isOpened(thrown: unknown): boolean {
  return thrown instanceof DatabaseError && thrown.code === "23505" && thrown.table === "purchases";
}

const FIND: Statement = {
  name: "find-purchase",
  text: `SELECT ${COLUMNS} FROM purchases WHERE agent_id = $1 AND purchase_id = $2`,
};

export async function findPurchase(db: Db, { agentId, purchaseId }: PurchaseId): Promise<Purchase | undefined> {
  const [row] = await db.queryOld<Purchase>(FIND, [agentId, purchaseId]);
  return row;
}

const LOCK: Statement = {
  name: "lock-purchase",
  text: `SELECT ${COLUMNS} FROM purchases WHERE agent_id = $1 AND purchase_id = $2 FOR UPDATE`,
};

/** The purchase, which nobody else can change until this transaction ends. */
export async function lockPurchase(tx: Tx, { agentId, purchaseId }: PurchaseId): Promise<Purchase | undefined> {
  const [row] = await tx.queryOld<Purchase>(LOCK, [agentId, purchaseId]);
  return row;
}

const SAVE: Statement = {
  name: "save-purchase",
  text: `UPDATE purchases SET status = $3, provider_ref = $4, payment_ref = $5, details = $6, refunded_cents = $7,
      clawed_back = $8, clawbacks = $9, updated_at = $10
    WHERE agent_id = $1 AND purchase_id = $2`,
};

/** Saves a purchase that this transaction has locked. */
export async function savePurchase(tx: Tx, purchase: Purchase, at: number): Promise<void> {
  const { agentId, purchaseId, status, providerRef, paymentRef, details } = purchase;
  const { refundedCents, clawedBack, clawbacks } = purchase;
  const known = [agentId, purchaseId, status, providerRef, paymentRef, JSON.stringify(details)];
  await tx.queryOld(SAVE, [...known, refundedCents, clawedBack, clawbacks, at]);
}

const STALE: Statement = {
  name: "list-stale-purchases",
  text: `SELECT ${COLUMNS} FROM purchases
    WHERE status = $1 AND status IN ('opened', 'settling') AND updated_at < $2 ORDER BY updated_at LIMIT $3`,
};

/** Purchases in which nothing has happened since `before`, the oldest first. */
export async function listStalePurchases(
  db: Db,
  status: "opened" | "settling",
  before: number,
  limit: number,
): Promise<readonly Purchase[]> {
  return db.queryOld<Purchase>(STALE, [status, before, limit]);
}

const TAKE: Statement = {
  name: "take-stale-purchase",
  text: `UPDATE purchases SET updated_at = $4
    WHERE agent_id = $1 AND purchase_id = $2 AND updated_at = $3 AND status IN ('opened', 'settling') RETURNING true`,
};

/** Whether this worker is the one to look into a stale purchase; for the others it is then no longer stale. */
export async function takeStalePurchase(db: Db, purchase: Purchase, at: number): Promise<boolean> {
  const rows = await db.queryOld(TAKE, [purchase.agentId, purchase.purchaseId, purchase.updatedAt, at]);
  return rows.length === 1;
}
