// POST /api/webhooks/stripe: Stripe reports a payment. After any status but 200, Stripe retries for three days.
import { countByAddress } from "../../../http/guard/count-address.ts";
import { JSON_TYPE, headerOf, type Reply } from "../../../http/message/request-context.ts";
import { Failure } from "../../../http/respond/errors.ts";
import type { Services } from "../../../http/request/services.ts";
import type { Route, RouteCall } from "../../../http/server/route.ts";
import { faultPoint } from "../../fault-points.ts";
import { ProviderError } from "../../provider-error.ts";
import { cardCheckout } from "../index.ts";

export const stripeWebhook: Route = {
  name: "stripeWebhook",
  method: "POST",
  path: "/api/webhooks/stripe",
  /** Counts only unsigned requests, so that Stripe itself is never limited. */
  limit: { by: "ip", max: 60, windowSeconds: 60 },
  countsItself: true,
  answer,
};

async function answer(
  { request, bytes }: RouteCall,
  services: Pick<Services, "limiter" | "log" | "rails">,
): Promise<Reply> {
  const { rails, log } = services;
  const stripe = cardCheckout(rails);
  if (stripe === undefined) throw Failure.general("card_checkout_off");
  const body = await bytes();
  if (body === undefined) throw Failure.general("too_large", { suggestion: "Send one event per request." });
  const event = stripe.events.verify(body, headerOf(request, "stripe-signature") ?? "", request.now);
  if (event === undefined) {
    await countByAddress(stripeWebhook, request, services);
    log.warn({ requestId: request.id, bytes: body.length }, "rejected a webhook with an invalid signature");
    throw Failure.general("wrong_signature");
  }
  faultPoint(`stripe.webhook.received.${event.type}`);
  const outcome = await stripe.events.handle(event, "webhook", request.now).catch((thrown: unknown) => {
    if (!(thrown instanceof ProviderError)) throw thrown;
    log.warn({ requestId: request.id, eventId: event.id, code: thrown.code }, "confirming an event with Stripe failed");
    throw Failure.general("event_not_confirmed");
  });
  if (outcome === "unknown_event" || outcome === "wrong_mode") throw Failure.general(outcome);
  const text = JSON.stringify({ received: true, outcome });
  return { status: 200, text, headers: { "content-type": JSON_TYPE, "cache-control": "no-store" } };
}
