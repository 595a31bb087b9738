// The SDK of Stripe, pointed at Stripe or at the stand-in on this machine. Either way the same code runs.
import type { Stripe } from "stripe";
import type { StripeConfig } from "../../config.ts";
import { ProviderError } from "../provider-error.ts";

/** A human waits for the answer. */
const TIMEOUT_MS = 10_000;
const RETRIES = 2;

/** Loaded when it is wanted: a house without checkout does not pay for it. */
export async function stripeClient({ secretKey, apiBase }: StripeConfig): Promise<Stripe> {
  const { Stripe: Sdk } = await import("stripe");
  const options = { timeout: TIMEOUT_MS, maxNetworkRetries: RETRIES, telemetry: false } as const;
  if (apiBase === undefined) return new Sdk(secretKey, options);
  const { hostname, port } = new URL(apiBase);
  const host = hostname.replaceAll(/[[\]]/g, "");
  return new Sdk(secretKey, { ...options, host, port: Number(port || 80), protocol: "http" });
}

/** What Stripe answers. An error of it comes out with nothing in it that must not be logged. */
export async function asked<Answer>(what: string, asking: Promise<Answer>): Promise<Answer> {
  try {
    return await asking;
  } catch (thrown) {
    const { code, type, requestId } = thrown as { code?: string; type?: string; requestId?: string };
    throw new ProviderError(`Stripe could not ${what}`, code ?? type ?? "unknown", requestId);
  }
}

/** What Stripe answers, or undefined when it knows nothing of what it was asked for. */
export async function askedFor<Answer>(what: string, asking: Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await asked(what, asking);
  } catch (thrown) {
    if (thrown instanceof ProviderError && thrown.code === "resource_missing") return undefined;
    throw thrown;
  }
}
