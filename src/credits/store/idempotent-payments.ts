// Claims the one payment allowed under an Idempotency-Key, so that neither a second call nor a crash charges twice.
import type { Db } from "../../platform/database/db.ts";
import * as sql from "../../platform/database/statement.ts";

export interface PaymentClaim {
  readonly agentId: string;
  /** Hash of the Idempotency-Key, as stored in its record. */
  readonly keyHash: Buffer;
  readonly paymentHash: Buffer;
}

const CLAIM_ONCE = sql.statement({
  name: "claim-idempotent-payment",
  params: { agentId: sql.uuid, keyHash: sql.bytea, paymentHash: sql.bytea, at: sql.int8, expiredAt: sql.int8 },
  row: sql.FOUND,
  text: `INSERT INTO idempotent_payments AS p (agent_id, key_hash, payment_hash, calls, created_at)
    VALUES ($agentId, $keyHash, $paymentHash, 1, $at)
    ON CONFLICT (agent_id, key_hash) DO UPDATE SET
      calls = CASE WHEN p.payment_hash = $paymentHash THEN p.calls + 1 ELSE 1 END, payment_hash = $paymentHash,
      created_at = $at
    WHERE p.payment_hash = $paymentHash OR p.created_at <= $expiredAt
    RETURNING true`,
});

/** Returns true if the payment holds the claim on its Idempotency-Key. A claim from `expiredAt` or earlier has expired. */
export async function claimPayment(db: Db, claim: PaymentClaim, at: number, expiredAt: number): Promise<boolean> {
  const { agentId, keyHash, paymentHash } = claim;
  return (await db.query(CLAIM_ONCE, { agentId, keyHash, paymentHash, at, expiredAt })).length === 1;
}

const GIVE_UP = sql.statement({
  name: "give-up-idempotent-payment",
  params: { agentId: sql.uuid, keyHash: sql.bytea, paymentHash: sql.bytea },
  row: {},
  text: `UPDATE idempotent_payments SET calls = calls - 1
    WHERE agent_id = $agentId AND key_hash = $keyHash AND payment_hash = $paymentHash`,
});

const DELETE_GIVEN_UP = sql.statement({
  name: "delete-given-up-payment",
  params: { agentId: sql.uuid, keyHash: sql.bytea, paymentHash: sql.bytea },
  row: {},
  text: `DELETE FROM idempotent_payments
    WHERE agent_id = $agentId AND key_hash = $keyHash AND payment_hash = $paymentHash AND calls <= 0`,
});

/** Releases the claim of a call that moved no money, unless another call is using the same payment. */
export async function releasePayment(db: Db, { agentId, keyHash, paymentHash }: PaymentClaim): Promise<void> {
  await db.query(GIVE_UP, { agentId, keyHash, paymentHash });
  await db.query(DELETE_GIVEN_UP, { agentId, keyHash, paymentHash });
}
