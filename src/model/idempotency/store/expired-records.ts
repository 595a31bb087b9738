// Deletes idempotency records, and payment claims under their keys, after a day.
import { command } from "../../../platform/database/calls.ts";
import type { Db } from "../../../platform/database/db.ts";
import * as sql from "../../../platform/database/statement.ts";

const DELETE = sql.statement({
  name: "delete-expired-records",
  params: { expiredAt: sql.int8, limit: sql.int8 },
  row: sql.FOUND,
  text: `DELETE FROM idempotency WHERE (agent_id, key_hash) IN (
      SELECT agent_id, key_hash FROM idempotency WHERE created_at <= $expiredAt LIMIT $limit
    ) AND created_at <= $expiredAt RETURNING true`,
});

/** Deletes at most `limit` records created at or before `expiredAt`, and returns their number. */
export async function deleteExpiredIdempotencyRecords(db: Db, expiredAt: number, limit: number): Promise<number> {
  const rows = await db.query(DELETE, { expiredAt, limit });
  return rows.length;
}

export const deleteExpiredPaymentClaims = command({
  name: "delete-expired-payment-claims",
  params: { expiredAt: sql.int8 },
  text: "DELETE FROM idempotent_payments WHERE created_at <= $expiredAt",
});
