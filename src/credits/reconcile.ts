// Reconciles purchases without progress with their providers, because webhooks get lost and processes crash.
import type { RailName } from "../model/ledger/store/ledger.ts";
import type { RealInstant } from "@denkeeper/rules/time/units.ts";
import type { Logger } from "pino";
import { MINUTE_MS } from "@denkeeper/rules/time/durations.ts";
import type { Database } from "../platform/database/db.ts";
import { listStalePurchases, takeStalePurchase, type Purchase } from "./store/purchases.ts";
import { alarm } from "./alarm.ts";
import { countPayment } from "./metrics.ts";

/** `stuck` means that a human must check the purchase. */
export type SettleResult = "credited" | "ended" | "waiting" | "stuck";

export interface Reconciler {
  readonly rail: RailName;
  /** Asks the provider for the state of a purchase, then credits or ends the purchase. */
  settle(purchase: Purchase, now: RealInstant): Promise<SettleResult>;
  /** Handles events that the provider could not deliver and returns their number. */
  catchUp?(now: RealInstant): Promise<number>;
}

/** Time without progress after which a purchase is reconciled, and the interval between further attempts. */
const STALE_AFTER_MS = { settling: 2 * MINUTE_MS, opened: 10 * MINUTE_MS } as const;
const BATCH_SIZE = 100;

export async function reconcile(
  database: Database,
  reconcilers: readonly Reconciler[],
  now: RealInstant,
  log: Logger,
): Promise<void> {
  for (const status of ["settling", "opened"] as const) {
    const before = now - STALE_AFTER_MS[status];
    for (let isMore = true; isMore;) {
      const stale = await listStalePurchases(database, { status, before, limit: BATCH_SIZE });
      for (const purchase of stale) {
        if (await takeStalePurchase(database, purchase, now)) await reconcilePurchase(purchase, reconcilers, now, log);
      }
      isMore = stale.length === BATCH_SIZE;
    }
  }
  for (const reconciler of reconcilers) await catchUp(reconciler, now, log);
}

async function catchUp(reconciler: Reconciler, now: RealInstant, log: Logger): Promise<void> {
  const { rail } = reconciler;
  try {
    const events = (await reconciler.catchUp?.(now)) ?? 0;
    if (events > 0) log.warn({ rail, events }, "requested undelivered events from the provider");
  } catch (thrown) {
    log.error({ rail, err: thrown }, "requesting undelivered events from the provider failed");
  }
}

/** Catches failures, so that they do not stop the reconciliation of other purchases. */
async function reconcilePurchase(
  purchase: Purchase,
  reconcilers: readonly Reconciler[],
  now: RealInstant,
  log: Logger,
): Promise<void> {
  const { agentId, purchaseId, rail, status } = purchase;
  const facts = { agentId, purchaseId, rail, status };
  const reconciler = reconcilers.find((candidate) => candidate.rail === rail);
  if (reconciler === undefined) {
    alarm(log, "a purchase waits for a payment method that is off", facts);
    return;
  }
  try {
    const result = await reconciler.settle(purchase, now);
    countPayment({ by: "reconciliation", rail, outcome: result });
    if (result === "credited") log.warn(facts, "an unreported payment was credited");
    if (result === "stuck") alarm(log, "a payment does not settle", facts);
  } catch (thrown) {
    countPayment({ by: "reconciliation", rail, outcome: "failed" });
    log.error({ ...facts, err: thrown }, "reconciling a purchase failed");
  }
}
