// Opens the hosted checkout for a pay link. A second click or a retry after a crash ends at the same purchase and
// session, because the purchase is the idempotency key at Stripe.
import type { Logger } from "pino";
import type { Stripe } from "stripe";
import type { Config, StripeConfig } from "../../platform/config/config.ts";
import type { Database } from "../../platform/database/db.ts";
import { lockPresent } from "../../model/agents/store/departures.ts";
import { findPurchase, type Purchase } from "../store/purchases.ts";
import { alarm } from "../alarm.ts";
import { faultPoint } from "../fault-points.ts";
import { countPayment } from "../metrics.ts";
import { PAY_PATH, type PayLink } from "../pay-link.ts";
import { openPurchase, referPurchase } from "../purchases.ts";
import type { StripeApi } from "./client.ts";
import { metadataFor } from "./purchase-names.ts";

export type CheckoutState =
  /** Where the human pays. */
  { readonly kind: "open"; readonly url: string } | { readonly kind: "paid" } | { readonly kind: "expired" };

export class Checkout {
  readonly #stripe: StripeApi;
  readonly #config: Pick<Config, "baseUrl"> & StripeConfig;
  readonly #database: Database;
  readonly #log: Logger;

  constructor(stripe: StripeApi, config: Pick<Config, "baseUrl"> & StripeConfig, database: Database, log: Logger) {
    this.#stripe = stripe;
    this.#config = config;
    this.#database = database;
    this.#log = log;
  }

  /** Where the checkout of a link stands. It is opened unless that has been done. */
  async open(link: PayLink, token: string, now: number): Promise<CheckoutState> {
    const known = await findPurchase(this.#database, link);
    if (known?.status === "credited") return { kind: "paid" };
    if (known === undefined ? link.expiresAt <= now : known.status === "expired" || known.status === "failed") {
      return { kind: "expired" };
    }
    const purchase = known ?? (await this.#purchase(link, now));
    if (purchase === undefined) return { kind: "expired" };
    faultPoint("stripe.checkout.purchase_opened");
    const state = stateOf(await this.#session(purchase, token, now));
    countPayment({ by: "checkout", rail: "stripe", outcome: state.kind });
    return state;
  }

  /** Undefined when the agent has left meanwhile. */
  async #purchase(link: PayLink, now: number): Promise<Purchase | undefined> {
    const { agentId, purchaseId, pack } = link;
    const { livemode } = this.#config;
    const opening = { agentId, purchaseId, rail: "stripe", pack, livemode, status: "opened" } as const;
    const isHere = await this.#database.withTransaction(async (tx) => {
      if (!(await lockPresent(tx, { agentId }))) return false;
      // It is there already if somebody has clicked twice.
      await openPurchase(tx, opening, now);
      return true;
    });
    if (!isHere) return undefined;
    const purchase = await findPurchase(this.#database, link);
    if (purchase === undefined) throw new Error("a purchase was opened and is not there");
    return purchase;
  }

  /** The session of a purchase; undefined when Stripe has forgotten it. */
  async #session(purchase: Purchase, token: string, now: number): Promise<Stripe.Checkout.Session | undefined> {
    const { providerRef } = purchase;
    if (providerRef !== null) {
      return this.#stripe.askedFor("look up a session", ({ checkout }) => checkout.sessions.retrieve(providerRef));
    }
    const idempotencyKey = `purchase:${purchase.purchaseId}`;
    const session = await this.#stripe.asked("open a session", ({ checkout }) =>
      checkout.sessions.create(this.#order(purchase, token), { idempotencyKey }),
    );
    faultPoint("stripe.checkout.session_created");
    if (!(await referPurchase(this.#database, purchase, session.id, now))) {
      alarm(this.#log, "a checkout session belongs to another purchase", { ...metadataFor(purchase) });
      throw new Error("the session is not the purchase's");
    }
    faultPoint("stripe.checkout.session_noted");
    return session;
  }

  /** The same for the same purchase, always, or Stripe refuses to answer a repeated request as before. */
  #order(purchase: Purchase, token: string): Stripe.Checkout.SessionCreateParams {
    const { credits, amountCents, currency } = purchase;
    const metadata = metadataFor(purchase);
    const back = `${this.#config.baseUrl}${PAY_PATH}/${token}`;
    return {
      mode: "payment",
      client_reference_id: purchase.agentId,
      metadata,
      // Refunds are reported by the charge, which has the metadata of the payment.
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
