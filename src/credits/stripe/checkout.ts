// Opens the hosted checkout of a payment link once, because the purchase is the idempotency key at Stripe.
import type { Stripe } from "stripe";
import { lockPresent } from "../../model/agents/store/departures.ts";
import { findPurchase, type Purchase } from "../store/purchases.ts";
import { alarm } from "../alarm.ts";
import { faultPoint } from "../fault-points.ts";
import { countPayment } from "../metrics.ts";
import { PAY_PATH, type PayLink } from "../pay-link.ts";
import { openPurchase, referPurchase } from "../purchases.ts";
import type { StripeServices } from "./client.ts";
import { metadataFor } from "./purchase-names.ts";

type CheckoutState = { readonly kind: "open"; readonly url: string } | { readonly kind: "paid" | "expired" };

export class Checkout {
  readonly #services: StripeServices;

  constructor(services: StripeServices) {
    this.#services = services;
  }

  /** Opens the checkout of a link unless it is already open, and returns its state. */
  async open(link: PayLink, token: string, now: number): Promise<CheckoutState> {
    const existing = await findPurchase(this.#services.database, link);
    if (existing === undefined && link.expiresAt <= now) return { kind: "expired" };
    if (existing?.status === "credited") return { kind: "paid" };
    if (existing?.status === "expired" || existing?.status === "failed") return { kind: "expired" };
    const purchase = existing ?? (await this.#purchase(link, now));
    if (purchase === undefined) return { kind: "expired" };
    faultPoint("stripe.checkout.purchase_opened");
    const state = stateOf(await this.#session(purchase, token, now));
    countPayment({ by: "checkout", rail: "stripe", outcome: state.kind });
    return state;
  }

  /** Opens the purchase of a link. Returns undefined if the agent has left. */
  async #purchase(link: PayLink, now: number): Promise<Purchase | undefined> {
    const { database, config } = this.#services;
    const { agentId, purchaseId, pack } = link;
    const { livemode } = config;
    const order = { agentId, purchaseId, rail: "stripe", pack, livemode, status: "opened" } as const;
    const isPresent = await database.withTransaction(async (tx) => {
      if (!(await lockPresent(tx, { agentId }))) return false;
      // A second click finds the purchase already open, so the result is ignored.
      await openPurchase(tx, order, now);
      return true;
    });
    if (!isPresent) return undefined;
    const purchase = await findPurchase(database, link);
    if (purchase === undefined) throw new Error(`purchase ${purchaseId} was opened but does not exist`);
    return purchase;
  }

  /** Finds or creates the session of a purchase. Returns undefined if the session no longer exists at Stripe. */
  async #session(purchase: Purchase, token: string, now: number): Promise<Stripe.Checkout.Session | undefined> {
    const { stripe, database, log } = this.#services;
    const { providerRef } = purchase;
    if (providerRef !== null) {
      return stripe.find("look up a session", ({ checkout }) => checkout.sessions.retrieve(providerRef));
    }
    const idempotencyKey = `purchase:${purchase.purchaseId}`;
    const session = await stripe.request("open a session", ({ checkout }) =>
      checkout.sessions.create(this.#order(purchase, token), { idempotencyKey }),
    );
    faultPoint("stripe.checkout.session_created");
    if (!(await referPurchase(database, purchase, session.id, now))) {
      alarm(log, "a checkout session belongs to another purchase", { ...metadataFor(purchase) });
      throw new Error(`session ${session.id} does not belong to purchase ${purchase.purchaseId}`);
    }
    faultPoint("stripe.checkout.session_noted");
    return session;
  }

  /** Builds the order from the purchase alone, because Stripe rejects a repeated request with other parameters. */
  #order(purchase: Purchase, token: string): Stripe.Checkout.SessionCreateParams {
    const { credits, amountCents, currency } = purchase;
    const metadata = metadataFor(purchase);
    const back = `${this.#services.config.baseUrl}${PAY_PATH}/${token}`;
    return {
      mode: "payment",
      client_reference_id: purchase.agentId,
      metadata,
      // Stripe copies this metadata to the charge, whose events report refunds.
      payment_intent_data: { metadata },
      line_items: [
        {
          quantity: 1,
          price_data: { currency, unit_amount: amountCents, product_data: { name: `${credits} Denkeeper credits` } },
        },
      ],
      success_url: `${back}?paid`,
      cancel_url: `${back}?cancelled`,
    };
  }
}

function stateOf(session: Stripe.Checkout.Session | undefined): CheckoutState {
  if (session?.status === "complete") return { kind: "paid" };
  const url = session?.status === "open" ? session.url : null;
  return url === null ? { kind: "expired" } : { kind: "open", url };
}
