// Stripe payment intents for MPP. Each intent's metadata names its purchase, so an answer, a webhook, or a list identifies it.
import type { Stripe } from "stripe";
import type { Purchase, PurchaseId } from "../store/purchases.ts";
import type { Payment } from "../purchases.ts";
import { UnavailableError } from "../../platform/dependency.ts";
import { stripeError, type StripeApi } from "../stripe/client.ts";
import { metadataFor, purchaseNamedBy } from "../stripe/purchase-names.ts";

/** Maximum time between the creation of a purchase and its intent: a request with its retries, and two different clocks. */
const APART_SECONDS = 300;
const PAGE = 100;
const MAX_INTENTS = 2_000;

export type ChargeResult =
  | { readonly kind: "made"; readonly intent: Stripe.PaymentIntent }
  /** Stripe declined the charge: no money moved. */
  | { readonly kind: "declined"; readonly error: Error }
  /** Stripe did not accept the request: no money moved. */
  | { readonly kind: "unreachable"; readonly code: string }
  /** Stripe did not answer: money may have moved. */
  | { readonly kind: "unknown"; readonly code: string };

export function chargeFailure(thrown: unknown): ChargeResult {
  if (thrown instanceof UnavailableError)
    return { kind: thrown.asked ? "unknown" : "unreachable", code: thrown.message };
  const { statusCode, code, type = "unknown" } = stripeError(thrown);
  if (statusCode === 401 || statusCode === 403 || statusCode === 429)
    return { kind: "unreachable", code: code ?? type };
  const isAnswer = statusCode >= 400 && statusCode < 500 && statusCode !== 409;
  return isAnswer && thrown instanceof Error
    ? { kind: "declined", error: thrown }
    : { kind: "unknown", code: code ?? type };
}

export function withPurchaseMetadata(
  params: Stripe.PaymentIntentCreateParams,
  purchase: PurchaseId,
): Stripe.PaymentIntentCreateParams {
  return { ...params, metadata: { ...params.metadata, ...metadataFor(purchase) } };
}

export function paymentBy(intent: Stripe.PaymentIntent, providerRef: string): Payment {
  const { id, amount_received: amountCents, currency, livemode, status } = intent;
  return { providerRef, paymentRef: id, amountCents, currency, livemode, paid: status === "succeeded" };
}

/** Finds the intent of a purchase by listing intents, because Stripe's search lags behind and could miss a new one. */
export async function findIntent(stripe: StripeApi, purchase: Purchase): Promise<Stripe.PaymentIntent | undefined> {
  const at = Math.floor(purchase.createdAt / 1000);
  const created = { gte: at - APART_SECONDS, lte: at + APART_SECONDS };
  let count = 0;
  for (let after: string | undefined; count < MAX_INTENTS;) {
    const paging = after === undefined ? {} : { starting_after: after };
    const { data, has_more: isMore } = await stripe.request("list payments", ({ paymentIntents }) =>
      paymentIntents.list({ created, limit: PAGE, ...paging }),
    );
    const found = data.find(({ metadata }) => purchaseNamedBy(metadata)?.purchaseId === purchase.purchaseId);
    if (found !== undefined || !isMore) return found;
    after = data.at(-1)?.id;
    count += data.length;
  }
  throw new Error(`found more than ${MAX_INTENTS} payments in the time window of one purchase`);
}
