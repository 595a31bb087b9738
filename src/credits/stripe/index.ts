// Card checkout by Stripe: the offer in a 402, and its pay link.
import type { Logger } from "pino";
import type { Config, StripeConfig } from "../../platform/config/config.ts";
import type { Database } from "../../platform/database/db.ts";
import { PAY_PATH, PayLinks } from "../pay-link.ts";
import type { ChargeRequest, PaymentOffer, Rail } from "../../model/ledger/rail.ts";
import { Checkout } from "./checkout.ts";
import type { StripeApi } from "./client.ts";
import { StripeEventHandler } from "./event-handler.ts";
import { StripeReconciler } from "./reconciler.ts";

export class StripeRail implements Rail {
  readonly name = "stripe";
  readonly links: PayLinks;
  readonly checkout: Checkout;
  readonly events: StripeEventHandler;
  readonly reconciler: StripeReconciler;
  /** Where the hosted page may be, for the browser's rules: any https address, or the stand-in. */
  readonly pageSource: string;
  readonly #baseUrl: string;

  constructor(
    stripe: StripeApi,
    config: StripeConfig,
    { baseUrl }: Pick<Config, "baseUrl">,
    database: Database,
    log: Logger,
  ) {
    this.links = new PayLinks(config.secretKey);
    this.checkout = new Checkout(stripe, { ...config, baseUrl }, database, log);
    this.events = new StripeEventHandler(stripe, config, database, log);
    this.reconciler = new StripeReconciler(stripe, this.events, database, log);
    this.pageSource = config.apiBase === undefined ? "https:" : new URL(config.apiBase).origin;
    this.#baseUrl = baseUrl;
  }

  async offer({ agent, pack, now }: ChargeRequest): Promise<PaymentOffer> {
    const token = this.links.issue(agent.id, pack, now);
    return { fields: { checkout_url: `${this.#baseUrl}${PAY_PATH}/${token}` }, headers: {} };
  }
}

/** Card checkout; undefined when it is off. */
export function cardCheckout(rails: readonly Rail[]): StripeRail | undefined {
  return rails.find((rail) => rail instanceof StripeRail);
}
