// What reconciliation asks Stripe: how a session ended, and which events could not be delivered.
import type { Logger } from "pino";
import { HOUR_MS } from "@denkeeper/rules/time/durations.ts";
import type { Database } from "../../platform/database/db.ts";
import type { Purchase } from "../store/purchases.ts";
import { faultPoint } from "../fault-points.ts";
import type { Reconciler, SettleResult } from "../reconcile.ts";
import { applyReport } from "./apply.ts";
import type { StripeApi } from "./client.ts";
import type { StripeEventHandler } from "./event-handler.ts";
import { EVENT_TYPES, reportOfSession, type PurchaseReport } from "./reports.ts";

/** A session lives for a day. Some time later it surely is no more. */
const SESSION_OVER_MS = 25 * HOUR_MS;
/** A debit of a bank account takes up to two weeks. */
const SLOWEST_PAYMENT_MS = 15 * 24 * HOUR_MS;
/** Stripe gives up on an event after three days. */
const EVENTS_SINCE_MS = 4 * 24 * HOUR_MS;
const MAX_EVENTS = 500;
/** Several pages, for which nobody waits. */
const LISTING_MS = 60_000;

export class StripeReconciler implements Reconciler {
  readonly rail = "stripe";
  readonly #stripe: StripeApi;
  readonly #eventHandler: StripeEventHandler;
  readonly #database: Database;
  readonly #log: Logger;

  constructor(stripe: StripeApi, eventHandler: StripeEventHandler, database: Database, log: Logger) {
    this.#stripe = stripe;
    this.#eventHandler = eventHandler;
    this.#database = database;
    this.#log = log;
  }

  async settle(purchase: Purchase, now: number): Promise<SettleResult> {
    const { providerRef } = purchase;
    const session =
      providerRef === null
        ? undefined
        : await this.#stripe.askedFor("look up a session", ({ checkout }) => checkout.sessions.retrieve(providerRef));
    const age = now - purchase.createdAt;
    const report = session === undefined ? overBy(purchase, age) : reportOfSession(session);
    faultPoint("stripe.reconciliation.asked");
    if (report === undefined) return "waiting";
    const isWaiting = report.about === "end" && report.status === "settling";
    if (isWaiting && purchase.status === "settling") return age > SLOWEST_PAYMENT_MS ? "stuck" : "waiting";
    const applied = await applyReport(this.#database, report, { by: "reconciliation" }, now, this.#log);
    if (applied === "credited") return "credited";
    return isWaiting ? "waiting" : "ended";
  }

  async catchUp(now: number): Promise<number> {
    const created = { gte: Math.floor((now - EVENTS_SINCE_MS) / 1000) };
    const types = [...EVENT_TYPES];
    const undelivered = await this.#stripe.asked(
      "list events",
      ({ events }) =>
        events.list({ types, created, delivery_success: false, limit: 100 }).autoPagingToArray({ limit: MAX_EVENTS }),
      { deadlineMs: LISTING_MS },
    );
    let done = 0;
    // The newest come first.
    for (const event of undelivered.toReversed()) {
      const outcome = await this.#eventHandler.handle(event, "reconciliation", now).catch((thrown: unknown) => {
        this.#log.error({ eventId: event.id, err: thrown }, "an event that was not delivered could not be taken");
        return "failed" as const;
      });
      if (outcome === "credited" || outcome === "noted" || outcome === "ended") done++;
    }
    return done;
  }
}

/** A purchase without a session has ended when no session of it can be open any more. */
function overBy(purchase: Purchase, ageMs: number): PurchaseReport | undefined {
  return ageMs > SESSION_OVER_MS ? { about: "end", purchase, status: "expired" } : undefined;
}
