// Idempotency records, and claims of payments under their keys, whose day is over.
import type { Db, Statement } from "../db/db.ts";

const DELETE: Statement = {
  name: "delete-expired-records",
  text: `DELETE FROM idempotency WHERE (agent_id, key_hash) IN (
      SELECT agent_id, key_hash FROM idempotency WHERE created_at <= $1 LIMIT $2
    ) AND created_at <= $1 RETURNING true`,
};

/** Deletes at most `limit` records created at `expiredAt` or before; how many it were. */
export async function deleteExpiredIdempotencyRecords(db: Db, expiredAt: number, limit: number): Promise<number> {
  const rows = await db.queryOld(DELETE, [expiredAt, limit]);
  return rows.length;
}

const DELETE_CLAIMS: Statement = {
  name: "delete-expired-payment-claims",
  text: "DELETE FROM idempotent_payments WHERE created_at <= $1",
};

export async function deleteExpiredPaymentClaims(db: Db, expiredAt: number): Promise<void> {
  await db.queryOld(DELETE_CLAIMS, [expiredAt]);
}
