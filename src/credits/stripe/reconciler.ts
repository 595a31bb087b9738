// Reconciles with Stripe by asking how a session ended and which events were not delivered.
import type { Stripe } from "stripe";
import { HOUR_MS } from "@denkeeper/rules/time/durations.ts";
import type { Purchase } from "../store/purchases.ts";
import { faultPoint } from "../fault-points.ts";
import type { Reconciler, SettleResult } from "../reconcile.ts";
import { applyReport } from "./apply.ts";
import type { StripeServices } from "./client.ts";
import type { StripeEventHandler } from "./event-handler.ts";
import { EVENT_TYPES, reportOfSession, type PurchaseReport } from "./reports.ts";

/** Age after which a session has surely expired. Stripe expires it after a day. */
const SESSION_OVER_MS = 25 * HOUR_MS;
/** Maximum duration of a payment: debiting a bank account takes up to two weeks. */
const SLOWEST_PAYMENT_MS = 15 * 24 * HOUR_MS;
/** Age of events to request, which covers Stripe's redelivery period of three days. */
const EVENTS_SINCE_MS = 4 * 24 * HOUR_MS;
const MAX_EVENTS = 500;
/** Deadline for listing events, which takes several pages. No caller waits for it. */
const LISTING_MS = 60_000;

export class StripeReconciler implements Reconciler {
  readonly rail = "stripe";
  readonly #services: StripeServices;
  readonly #eventHandler: StripeEventHandler;

  constructor(services: StripeServices, eventHandler: StripeEventHandler) {
    this.#services = services;
    this.#eventHandler = eventHandler;
  }

  async settle(purchase: Purchase, now: number): Promise<SettleResult> {
    const { providerRef } = purchase;
    const session = providerRef === null ? undefined : await this.#sessionOf(providerRef);
    const age = now - purchase.createdAt;
    const report = session === undefined ? expiryReport(purchase, age) : reportOfSession(session);
    faultPoint("stripe.reconciliation.asked");
    if (report === undefined) return "waiting";
    const isWaiting = report.about === "end" && report.status === "settling";
    if (isWaiting && purchase.status === "settling") return age > SLOWEST_PAYMENT_MS ? "stuck" : "waiting";
    const outcome = await applyReport(this.#services, report, { by: "reconciliation" }, now);
    if (outcome === "credited") return "credited";
    return isWaiting ? "waiting" : "ended";
  }

  async #sessionOf(providerRef: string): Promise<Stripe.Checkout.Session | undefined> {
    return this.#services.stripe.find("look up a session", ({ checkout }) => checkout.sessions.retrieve(providerRef));
  }

  async catchUp(now: number): Promise<number> {
    const created = { gte: Math.floor((now - EVENTS_SINCE_MS) / 1000) };
    const types = [...EVENT_TYPES];
    const undelivered = await this.#services.stripe.request(
      "list events",
      ({ events }) =>
        events.list({ types, created, delivery_success: false, limit: 100 }).autoPagingToArray({ limit: MAX_EVENTS }),
      { deadlineMs: LISTING_MS },
    );
    let applied = 0;
    // Stripe lists newest first, so the order is reversed.
    for (const event of undelivered.toReversed()) {
      const outcome = await this.#eventHandler.handle(event, "reconciliation", now).catch((thrown: unknown) => {
        this.#services.log.error({ eventId: event.id, err: thrown }, "handling an undelivered event failed");
        return "failed" as const;
      });
      if (outcome === "credited" || outcome === "noted" || outcome === "ended") applied++;
    }
    return applied;
  }
}

/** Expires a purchase without a recorded session once any unrecorded session must have expired. */
function expiryReport(purchase: Purchase, ageMs: number): PurchaseReport | undefined {
  return ageMs > SESSION_OVER_MS ? { about: "end", purchase, status: "expired" } : undefined;
}
