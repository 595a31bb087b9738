// The client of Stripe, or of its local substitute. It allows few concurrent calls, each with a deadline.
import type { Logger } from "pino";
import type { Database } from "../../platform/database/db.ts";
import type { Stripe } from "stripe";
import type { Config, StripeConfig } from "../../platform/config/config.ts";
import { UnavailableError, type AskOptions, type Dependencies, type Dependency } from "../../platform/dependency.ts";
import { isJsonObject } from "../../platform/json.ts";
import { ProviderError } from "../provider-error.ts";

/** Timeout that allows two tries within the deadline, because a human is waiting. */
const TIMEOUT_MS = 8_000;
const RETRIES = 1;
const LIMITS = { name: "card payment provider", concurrency: 8, queue: 16, deadlineMs: 20_000, isFault };

export interface StripeServices {
  readonly stripe: StripeApi;
  readonly config: StripeConfig & Pick<Config, "baseUrl">;
  readonly database: Database;
  readonly log: Logger;
}

export class StripeApi {
  readonly sdk: Stripe;
  readonly #dependency: Dependency;

  constructor(sdk: Stripe, dependency: Dependency) {
    this.sdk = sdk;
    this.#dependency = dependency;
  }

  /** Calls Stripe. Throws errors that contain only what may be logged. `purpose` completes "Stripe could not". */
  async request<Answer>(
    purpose: string,
    ask: (stripe: Stripe) => Promise<Answer>,
    options?: AskOptions,
  ): Promise<Answer> {
    try {
      return await this.call(ask, options);
    } catch (thrown) {
      const { code, type, requestId } = stripeError(thrown);
      const reason = thrown instanceof UnavailableError ? thrown.message : undefined;
      throw new ProviderError(`Stripe could not ${purpose}`, reason ?? code ?? type ?? "unknown", requestId);
    }
  }

  /** Returns undefined for an object that does not exist at Stripe. */
  async find<Answer>(purpose: string, ask: (stripe: Stripe) => Promise<Answer>): Promise<Answer | undefined> {
    try {
      return await this.request(purpose, ask);
    } catch (thrown) {
      if (thrown instanceof ProviderError && thrown.code === "resource_missing") return undefined;
      throw thrown;
    }
  }

  /** Throws the SDK's own errors, which must not be logged. */
  async call<Answer>(ask: (stripe: Stripe) => Promise<Answer>, options?: AskOptions): Promise<Answer> {
    return this.#dependency.ask(() => ask(this.sdk), options);
  }
}

/** Reads a Stripe error, which may come from another copy of the SDK and fail `instanceof`. */
export function stripeError(thrown: unknown) {
  const { statusCode, code, type, requestId } = isJsonObject(thrown) ? thrown : {};
  return {
    statusCode: typeof statusCode === "number" ? statusCode : 0,
    code: typeof code === "string" ? code : undefined,
    type: typeof type === "string" ? type : undefined,
    requestId: typeof requestId === "string" ? requestId : undefined,
  };
}

/** Returns true if an error means that Stripe is down. A declined card or an unknown id is a valid answer. */
function isFault(thrown: unknown): boolean {
  const { statusCode } = stripeError(thrown);
  return statusCode < 400 || statusCode >= 500 || statusCode === 429;
}

/** Loads the SDK on demand, because an installation without card payments does not need it. */
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
