// Claims and credits a payment taken inline. Raises an alarm if the payment does not match the offer.
import type { Logger } from "pino";
import type { Database } from "../platform/database/db.ts";
import type { Purchase } from "./store/purchases.ts";
import { alarm } from "./alarm.ts";
import { faultPoint } from "./fault-points.ts";
import { claimPayment, creditPurchase, type Payment } from "./purchases.ts";

/** Returns once this call or an earlier one has credited the purchase. Throws if the payment does not match. */
export async function credit(
  { database, log }: { readonly database: Database; readonly log: Logger },
  { agentId, purchaseId, rail }: Pick<Purchase, "agentId" | "purchaseId" | "rail">,
  payment: Payment,
  at: number,
): Promise<void> {
  await claimPayment(database, { agentId, purchaseId }, payment, at);
  faultPoint(`${rail}.payment_claimed`);
  const result = await database.withTransaction(async (tx) => {
    const credited = await creditPurchase(tx, { agentId, purchaseId }, payment, at);
    faultPoint(`${rail}.crediting`);
    return credited;
  });
  faultPoint(`${rail}.credited`);
  if (result.kind === "credited") log.info({ rail, agentId, purchaseId }, "a payment was credited");
  if (result.kind === "credited" || result.kind === "already_credited") return;
  const faults = result.kind === "mismatch" ? result.faults : [result.kind];
  alarm(log, "a payment does not match its purchase", { rail, agentId, purchaseId, faults });
  throw new Error(`the payment does not match purchase ${purchaseId}`);
}
