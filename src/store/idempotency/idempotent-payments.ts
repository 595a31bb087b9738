// The one payment that may be taken under an Idempotency-Key. It is claimed before money moves and given up only by a call
// that moved none, so neither a second call nor a crash leads to a second charge.
import type { Db, Statement } from "../db/db.ts";

export interface PaymentClaim {
  readonly agentId: string;
  /** The hash of the Idempotency-Key, as in its record. */
  readonly keyHash: Buffer;
  readonly paymentHash: Buffer;
}

const CLAIM: Statement = {
  name: "claim-idempotent-payment",
  text: `INSERT INTO idempotent_payments AS p (agent_id, key_hash, payment_hash, calls, created_at)
    VALUES ($1, $2, $3, 1, $4)
    ON CONFLICT (agent_id, key_hash) DO UPDATE SET
      calls = CASE WHEN p.payment_hash = $3 THEN p.calls + 1 ELSE 1 END, payment_hash = $3, created_at = $4
    WHERE p.payment_hash = $3 OR p.created_at <= $5
    RETURNING true`,
};

/** Whether the payment is the one of its Idempotency-Key. Claims made at `expiredAt` or before no longer count. */
export async function claimPayment(db: Db, claim: PaymentClaim, at: number, expiredAt: number): Promise<boolean> {
  const { agentId, keyHash, paymentHash } = claim;
  return (await db.queryOld(CLAIM, [agentId, keyHash, paymentHash, at, expiredAt])).length === 1;
}

const GIVE_UP: Statement = {
  name: "give-up-idempotent-payment",
  text: `UPDATE idempotent_payments SET calls = calls - 1 WHERE agent_id = $1 AND key_hash = $2 AND payment_hash = $3`,
};

const DELETE_GIVEN_UP: Statement = {
  name: "delete-given-up-payment",
  text: `DELETE FROM idempotent_payments
    WHERE agent_id = $1 AND key_hash = $2 AND payment_hash = $3 AND calls <= 0`,
};

/** For a call that moved no money: when no other shows the same payment, another one may be shown. */
export async function releasePayment(db: Db, { agentId, keyHash, paymentHash }: PaymentClaim): Promise<void> {
  await db.queryOld(GIVE_UP, [agentId, keyHash, paymentHash]);
  await db.queryOld(DELETE_GIVEN_UP, [agentId, keyHash, paymentHash]);
}
