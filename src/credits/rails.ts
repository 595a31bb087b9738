// The payment rails that are turned on, in the order in which they are offered.
import type { Logger } from "pino";
import type { Config, MppConfig, StripeConfig, X402Config } from "../platform/config/config.ts";
import { InvalidSettings } from "../platform/config/setting-faults.ts";
import { NETWORKS } from "../platform/config/x402.ts";
import { Dependencies } from "../platform/dependency.ts";
import type { Database } from "../platform/database/db.ts";
import type { MppRail } from "./mpp/rail.ts";
import type { Rail } from "../model/ledger/rail.ts";
import type { Reconciler } from "./reconcile.ts";
import type { StripeApi } from "./stripe/client.ts";
import type { StripeRail } from "./stripe/index.ts";
import type { X402Rail } from "./x402/rail.ts";

/** With its own dependencies it is a third of an installation, so only those who want it install it. */
const WITHOUT_MPPX =
  "needs the package mppx: npm install --no-save --save-prod --omit=dev --ignore-scripts mppx@0.11.0 in the service's folder, or build the image with --build-arg MPP=1";

export interface Payments {
  readonly rails: readonly Rail[];
  readonly reconcilers: readonly Reconciler[];
}

/** Whether any way to pay moves real money. Production takes nothing else, and other houses never do. */
export function takesRealMoney({ stripe, x402 }: Pick<Config, "stripe" | "x402">): boolean {
  return stripe?.livemode === true || (x402 !== undefined && NETWORKS[x402.network].live);
}

export async function paymentsFor(
  config: Config,
  database: Database,
  log: Logger,
  dependencies = new Dependencies(log),
): Promise<Payments> {
  const api = config.stripe === undefined ? undefined : await apiOf(config.stripe, dependencies);
  const stripe =
    config.stripe === undefined || api === undefined
      ? undefined
      : await stripeRail(api, config.stripe, config, database, log);
  const mpp =
    config.mpp === undefined || api === undefined ? undefined : await mppRail(api, config.mpp, config, database, log);
  const x402 = config.x402 === undefined ? undefined : await x402Rail(config.x402, database, log, dependencies);
  const on = [stripe, mpp, x402].filter((rail) => rail !== undefined);
  return { rails: on, reconcilers: on.map(({ reconciler }) => reconciler) };
}

/** Each is loaded when it is on: the libraries take a while. */
async function apiOf(config: StripeConfig, dependencies: Dependencies): Promise<StripeApi> {
  const { stripeApi } = await import("./stripe/client.ts");
  return stripeApi(config, dependencies);
}

async function stripeRail(
  api: StripeApi,
  stripe: StripeConfig,
  config: Config,
  database: Database,
  log: Logger,
): Promise<StripeRail> {
  const { StripeRail: Rail } = await import("./stripe/index.ts");
  return new Rail(api, stripe, config, database, log);
}

async function mppRail(
  stripe: StripeApi,
  mpp: MppConfig,
  { baseUrl }: Config,
  database: Database,
  log: Logger,
): Promise<MppRail> {
  const { MppRail: Rail } = await import("./mpp/rail.ts").catch((thrown: unknown) => {
    const isMissing = thrown instanceof Error && thrown.message.includes("Cannot find package 'mppx'");
    throw isMissing ? new InvalidSettings([{ variable: "MPP_ENABLED", message: WITHOUT_MPPX }]) : thrown;
  });
  return new Rail({ config: mpp, realm: new URL(baseUrl).host, stripe, database, log });
}

async function x402Rail(
  config: X402Config,
  database: Database,
  log: Logger,
  dependencies: Dependencies,
): Promise<X402Rail> {
  const { X402Rail: Rail } = await import("./x402/rail.ts");
  return new Rail({ config, database, log, dependencies });
}
