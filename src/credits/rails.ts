// Opens the enabled payment rails, in the order in which they are offered.
import type { Logger } from "pino";
import type { Config } from "../platform/config/config.ts";
import { InvalidSettings } from "../platform/config/setting-faults.ts";
import { NETWORKS } from "../platform/config/x402.ts";
import { Dependencies } from "../platform/dependency.ts";
import type { Database } from "../platform/database/db.ts";
import type { Rail } from "../model/ledger/rail.ts";
import type { Reconciler } from "./reconcile.ts";

/** mppx is optional, because it and its dependencies are a third of an installation's size. */
const WITHOUT_MPPX =
  "needs the package mppx: npm install --no-save --save-prod --omit=dev --ignore-scripts mppx@0.11.0 in the service's folder, or build the image with --build-arg MPP=1";

export interface Payments {
  readonly rails: readonly Rail[];
  readonly reconcilers: readonly Reconciler[];
}

/** Returns true if any rail moves real money. The settings allow only such rails in production, and none elsewhere. */
export function takesRealMoney({ stripe, x402 }: Pick<Config, "stripe" | "x402">): boolean {
  return stripe?.livemode === true || (x402 !== undefined && NETWORKS[x402.network].live);
}

/** Loads only the libraries of the enabled rails, because loading them is slow. */
export async function paymentsFor(
  config: Config,
  database: Database,
  log: Logger,
  dependencies = new Dependencies(log),
): Promise<Payments> {
  const { baseUrl, stripe, mpp, x402 } = config;
  const rails: (Rail & { readonly reconciler: Reconciler })[] = [];
  if (stripe !== undefined) {
    const { stripeApi } = await import("./stripe/client.ts");
    const { StripeRail } = await import("./stripe/index.ts");
    const api = await stripeApi(stripe, dependencies);
    rails.push(new StripeRail({ stripe: api, config: { ...stripe, baseUrl }, database, log }));
    if (mpp !== undefined) {
      const MppRail = await mppRailClass();
      rails.push(new MppRail({ config: mpp, realm: new URL(baseUrl).host, stripe: api, database, log }));
    }
  }
  if (x402 !== undefined) {
    const { X402Rail } = await import("./x402/rail.ts");
    rails.push(new X402Rail({ config: x402, database, log, dependencies }));
  }
  return { rails, reconcilers: rails.map(({ reconciler }) => reconciler) };
}

async function mppRailClass() {
  const { MppRail } = await import("./mpp/rail.ts").catch((thrown: unknown) => {
    const isMissing = thrown instanceof Error && thrown.message.includes("Cannot find package 'mppx'");
    throw isMissing ? new InvalidSettings([{ variable: "MPP_ENABLED", message: WITHOUT_MPPX }]) : thrown;
  });
  return MppRail;
}
