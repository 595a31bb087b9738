// The ways to pay that the configuration turns on, in the order in which they are offered.
import type { Logger } from "pino";
import type { Config, MppConfig, X402Config } from "../config.ts";
import type { Database } from "../store/db.ts";
import type { MppRail } from "./mpp/rail.ts";
import type { Rail } from "./rail.ts";
import type { Reconciler } from "./reconcile.ts";
import type { StripeRail } from "./stripe/index.ts";
import type { X402Rail } from "./x402/rail.ts";

export interface Payments {
  readonly rails: readonly Rail[];
  readonly reconcilers: readonly Reconciler[];
  /** Behind the pay links and the webhook; undefined when card checkout is off. */
  readonly stripe: StripeRail | undefined;
}

export async function paymentsFor(config: Config, database: Database, log: Logger): Promise<Payments> {
  const stripe = config.stripe === undefined ? undefined : await stripeRail(config, database, log);
  const mpp = config.mpp === undefined ? undefined : await mppRail(config.mpp, config, database, log);
  const x402 = config.x402 === undefined ? undefined : await x402Rail(config.x402, database, log);
  const on = [stripe, mpp, x402].filter((rail) => rail !== undefined);
  return { rails: on, reconcilers: on.map(({ reconciler }) => reconciler), stripe };
}

/** Each is loaded when it is on: the libraries take a while. */
async function stripeRail(config: Config, database: Database, log: Logger): Promise<StripeRail> {
  if (config.stripe === undefined) throw new Error("Stripe is off");
  const [{ StripeRail: Rail }, { stripeClient }] = await Promise.all([
    import("./stripe/index.ts"),
    import("./stripe/client.ts"),
  ]);
  return new Rail(await stripeClient(config.stripe), config.stripe, config, database, log);
}

async function mppRail(mpp: MppConfig, { baseUrl }: Config, database: Database, log: Logger): Promise<MppRail> {
  const [{ MppRail: Rail }, { stripeClient }] = await Promise.all([
    import("./mpp/rail.ts"),
    import("./stripe/client.ts"),
  ]);
  return new Rail({ config: mpp, realm: new URL(baseUrl).host, stripe: await stripeClient(mpp.stripe), database, log });
}

async function x402Rail(config: X402Config, database: Database, log: Logger): Promise<X402Rail> {
  const { X402Rail: Rail } = await import("./x402/rail.ts");
  return new Rail({ config, database, log });
}
