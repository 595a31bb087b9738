// The Stripe client, or the local stand-in, shared by checkout, MPP and reconciliation: few calls at a time, each with
// a deadline.
import type { Stripe } from "stripe";
import type { StripeConfig } from "../../platform/config/config.ts";
import { UnavailableError, type AskOptions, type Dependencies, type Dependency } from "../../platform/dependency.ts";
import { isJsonObject } from "../../platform/json.ts";
import { ProviderError } from "../provider-error.ts";

/** A human waits for the answer: two tries, and no longer than the deadline. */
const TIMEOUT_MS = 8_000;
const RETRIES = 1;
const LIMITS = { name: "card payment provider", concurrency: 8, queue: 16, deadlineMs: 20_000, isFault };

export class StripeApi {
  readonly sdk: Stripe;
  readonly #dependency: Dependency;

  constructor(sdk: Stripe, dependency: Dependency) {
    this.sdk = sdk;
    this.#dependency = dependency;
  }

  /** What Stripe answers. An error of it comes out with nothing in it that must not be logged. */
  async asked<Answer>(what: string, ask: (stripe: Stripe) => Promise<Answer>, options?: AskOptions): Promise<Answer> {
    try {
      return await this.call(ask, options);
    } catch (thrown) {
      const { code, type, requestId } = stripeError(thrown);
      const own = thrown instanceof UnavailableError ? thrown.message : undefined;
      throw new ProviderError(`Stripe could not ${what}`, own ?? code ?? type ?? "unknown", requestId);
    }
  }

  /** What Stripe answers, or undefined when it knows nothing of what it was asked for. */
  async askedFor<Answer>(what: string, ask: (stripe: Stripe) => Promise<Answer>): Promise<Answer | undefined> {
    try {
      return await this.asked(what, ask);
    } catch (thrown) {
      if (thrown instanceof ProviderError && thrown.code === "resource_missing") return undefined;
      throw thrown;
    }
  }

  /** What Stripe answers, or the error as it is. */
  async call<Answer>(ask: (stripe: Stripe) => Promise<Answer>, options?: AskOptions): Promise<Answer> {
    return this.#dependency.ask(() => ask(this.sdk), options);
  }
}

/** What an error says if it is one of Stripe's, which may come from another copy of its SDK. */
export function stripeError(thrown: unknown) {
  const { statusCode, code, type, requestId } = isJsonObject(thrown) ? thrown : {};
  return {
    statusCode: typeof statusCode === "number" ? statusCode : 0,
    code: typeof code === "string" ? code : undefined,
    type: typeof type === "string" ? type : undefined,
    requestId: typeof requestId === "string" ? requestId : undefined,
  };
}

/** Whether Stripe is not well. A declined card or an unknown id is an answer. */
function isFault(thrown: unknown): boolean {
  const { statusCode } = stripeError(thrown);
  return statusCode < 400 || statusCode >= 500 || statusCode === 429;
}

/** Loaded when it is wanted: a house without checkout does not pay for it. */
export async function stripeApi({ secretKey, apiBase }: StripeConfig, dependencies: Dependencies): Promise<StripeApi> {
  const { Stripe: Sdk } = await import("stripe");
  const options = { timeout: TIMEOUT_MS, maxNetworkRetries: RETRIES, telemetry: false } as const;
  const dependency = dependencies.add(LIMITS);
  if (apiBase === undefined) return new StripeApi(new Sdk(secretKey, options), dependency);
  const { hostname, port } = new URL(apiBase);
  const host = hostname.replaceAll(/[[\]]/g, "");
  return new StripeApi(
    new Sdk(secretKey, { ...options, host, port: Number(port || 80), protocol: "http" }),
    dependency,
  );
}
