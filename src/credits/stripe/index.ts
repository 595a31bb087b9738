// The rail for cards. Offers a payment link, which opens a checkout at Stripe.
import { PAY_PATH, PayLinks } from "../pay-link.ts";
import type { ChargeRequest, PaymentOffer, Rail } from "../../model/ledger/rail.ts";
import { Checkout } from "./checkout.ts";
import type { StripeServices } from "./client.ts";
import { StripeEventHandler } from "./event-handler.ts";
import { StripeReconciler } from "./reconciler.ts";

export class StripeRail implements Rail {
  readonly name = "stripe";
  readonly links: PayLinks;
  readonly checkout: Checkout;
  readonly events: StripeEventHandler;
  readonly reconciler: StripeReconciler;
  /** Origin of the hosted page for the content security policy: any https address, or the local substitute. */
  readonly pageSource: string;
  readonly #baseUrl: string;

  constructor(services: StripeServices) {
    const { secretKey, apiBase, baseUrl } = services.config;
    this.links = new PayLinks(secretKey);
    this.checkout = new Checkout(services);
    this.events = new StripeEventHandler(services);
    this.reconciler = new StripeReconciler(services, this.events);
    this.pageSource = apiBase === undefined ? "https:" : new URL(apiBase).origin;
    this.#baseUrl = baseUrl;
  }

  async offer({ agent, pack, now }: ChargeRequest): Promise<PaymentOffer> {
    const token = this.links.issue(agent.id, pack, now);
    return { fields: { checkout_url: `${this.#baseUrl}${PAY_PATH}/${token}` }, headers: {} };
  }
}

/** Returns undefined if card payments are off. */
export function cardCheckout(rails: readonly Rail[]): StripeRail | undefined {
  return rails.find((rail) => rail instanceof StripeRail);
}
