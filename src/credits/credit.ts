// Credits a paid purchase for rails that take payments inline: claimed first, credited in one transaction, and an alarm if
// the payment does not match the offer.
import type { Logger } from "pino";
import type { Database } from "../platform/database/db.ts";
import type { Purchase } from "./store/purchases.ts";
import { alarm } from "./alarm.ts";
import { faultPoint } from "./fault-points.ts";
import { claimPayment, creditPurchase, type Payment } from "./purchases.ts";

/** Returns when the purchase is credited, by this call or an earlier one. Throws when the payment does not fit. */
export async function credit(
  { database, log }: { readonly database: Database; readonly log: Logger },
  { agentId, purchaseId, rail }: Pick<Purchase, "agentId" | "purchaseId" | "rail">,
  payment: Payment,
  at: number,
): Promise<void> {
  await claimPayment(database, { agentId, purchaseId }, payment, at);
  faultPoint(`${rail}.payment_claimed`);
  const credited = await database.withTransaction(async (tx) => {
    const done = await creditPurchase(tx, { agentId, purchaseId }, payment, at);
    faultPoint(`${rail}.crediting`);
    return done;
  });
  faultPoint(`${rail}.credited`);
  if (credited.kind === "credited") log.info({ rail, agentId, purchaseId }, "a payment was credited");
  if (credited.kind === "credited" || credited.kind === "already_credited") return;
  const faults = credited.kind === "mismatch" ? credited.faults : [credited.kind];
  alarm(log, "a payment does not match its purchase", { rail, agentId, purchaseId, faults });
  throw new Error(`the payment does not fit purchase ${purchaseId}`);
}
