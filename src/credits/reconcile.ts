// Reconciles purchases without progress, since a webhook may get lost and a process may die between any two steps. Each
// rail asks its provider, and what was paid is credited here at the latest.
import type { RailName } from "../model/ledger/store/ledger.ts";
import type { RealInstant } from "@denkeeper/rules/time/units.ts";
import type { Logger } from "pino";
import { MINUTE_MS } from "@denkeeper/rules/time/durations.ts";
import type { Database } from "../platform/database/db.ts";
import { listStalePurchases, takeStalePurchase, type Purchase } from "./store/purchases.ts";
import { alarm } from "./alarm.ts";
import { countPayment } from "./metrics.ts";

/** What became of a purchase that was looked into. `stuck` when only a human can tell. */
export type SettleResult = "credited" | "ended" | "waiting" | "stuck";

/** How a way to pay takes part. */
export interface Reconciler {
  readonly rail: RailName;
  /** Asks the provider what became of a purchase, and does what follows. */
  settle(purchase: Purchase, now: RealInstant): Promise<SettleResult>;
  /** Does what the provider could not tell us. How much that was. */
  catchUp?(now: RealInstant): Promise<number>;
}

/** How long nothing has happened in a purchase that is looked into. It is looked into again after as long. */
const STALE_AFTER_MS = { settling: 2 * MINUTE_MS, opened: 10 * MINUTE_MS } as const;
const PURCHASES_AT_A_TIME = 100;

export async function reconcile(
  database: Database,
  reconcilers: readonly Reconciler[],
  now: RealInstant,
  log: Logger,
): Promise<void> {
  for (const status of ["settling", "opened"] as const) {
    const before = now - STALE_AFTER_MS[status];
    for (let isMore = true; isMore;) {
      const stale = await listStalePurchases(database, { status, before, limit: PURCHASES_AT_A_TIME });
      for (const purchase of stale) {
        if (await takeStalePurchase(database, purchase, now)) await lookInto(purchase, reconcilers, now, log);
      }
      isMore = stale.length === PURCHASES_AT_A_TIME;
    }
  }
  for (const reconciler of reconcilers) await catchUp(reconciler, now, log);
}

async function catchUp(reconciler: Reconciler, now: RealInstant, log: Logger): Promise<void> {
  const { rail } = reconciler;
  try {
    const done = (await reconciler.catchUp?.(now)) ?? 0;
    if (done > 0) log.warn({ rail, events: done }, "events that were not delivered were asked for");
  } catch (thrown) {
    // The next round asks again.
    log.error({ rail, err: thrown }, "a provider could not be asked what it could not deliver");
  }
}

/** One purchase whose provider fails must not keep the others waiting. */
async function lookInto(
  purchase: Purchase,
  reconcilers: readonly Reconciler[],
  now: RealInstant,
  log: Logger,
): Promise<void> {
  const { agentId, purchaseId, rail, status } = purchase;
  const facts = { agentId, purchaseId, rail, status };
  const reconciler = reconcilers.find((each) => each.rail === rail);
  if (reconciler === undefined) {
    alarm(log, "a purchase waits for a payment method that is off", facts);
    return;
  }
  try {
    const settled = await reconciler.settle(purchase, now);
    countPayment({ by: "reconciliation", rail, outcome: settled });
    if (settled === "credited") log.warn(facts, "an unreported payment was credited");
    if (settled === "stuck") alarm(log, "a payment does not settle", facts);
  } catch (thrown) {
    countPayment({ by: "reconciliation", rail, outcome: "failed" });
    log.error({ ...facts, err: thrown }, "a purchase could not be reconciled");
  }
}
