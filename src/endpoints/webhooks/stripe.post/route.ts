// POST /api/webhooks/stripe: Stripe reports what became of a payment. The signature lets it in, and Stripe is asked to confirm
// it. What does not end with 200 is sent again for three days, and found by reconciliation.
import { countByAddress } from "../../../http/guard/count-address.ts";
import type { Reply } from "../../../http/message/request-context.ts";
import { JSON_TYPE, headerOf } from "../../../http/message/request-context.ts";
import { Failure } from "../../../http/respond/errors.ts";
import type { Needs } from "../../../http/request/services.ts";
import type { Route, RouteCall } from "../../../http/server/route.ts";
import { faultPoint } from "../../../payments/fault-points.ts";
import { ProviderError } from "../../../payments/provider-error.ts";

export const stripeWebhook: Route = {
  name: "stripeWebhook",
  method: "POST",
  path: "/api/webhooks/stripe",
  /** Counts only what is not signed: Stripe itself must get through, however much it has to say. */
  limit: { by: "ip", max: 60, windowSeconds: 60 },
  countsItself: true,
  answer,
};

async function answer({ request, bytes }: RouteCall, services: Needs<"limiter" | "log" | "stripe">): Promise<Reply> {
  const { stripe, log } = services;
  if (stripe === undefined) {
    throw new Failure(404, "Card checkout is turned off", { suggestion: "Set STRIPE_SECRET_KEY to turn it on." });
  }
  const body = await bytes();
  if (body === undefined) throw new Failure(413, "The body is too large", { suggestion: "Send one event at a time." });
  const event = stripe.events.verify(body, headerOf(request, "stripe-signature") ?? "", request.now);
  if (event === undefined) {
    await countByAddress(stripeWebhook, request, services);
    log.warn({ requestId: request.id, bytes: body.length }, "a webhook with a bad signature was refused");
    throw new Failure(400, "The signature does not match", {
      suggestion: "Sign the unchanged body with this endpoint's secret, and send it within five minutes.",
    });
  }
  faultPoint(`stripe.webhook.received.${event.type}`);
  const outcome = await stripe.events.handle(event, "webhook", request.now).catch((thrown: unknown) => {
    if (!(thrown instanceof ProviderError)) throw thrown;
    log.warn({ requestId: request.id, eventId: event.id, code: thrown.code }, "an event could not be confirmed");
    throw new Failure(503, "The event could not be confirmed with Stripe", { suggestion: "Send the event again." });
  });
  if (outcome === "unknown_event") {
    throw new Failure(400, "Stripe does not know this event", {
      suggestion: "Send events exactly as Stripe created them.",
    });
  }
  if (outcome === "wrong_mode") {
    throw new Failure(400, "This event is for the other mode, live or test", {
      suggestion: "Send live events to the production service, and test events to a test service.",
    });
  }
  const text = JSON.stringify({ received: true, outcome });
  return { status: 200, text, headers: { "content-type": JSON_TYPE, "cache-control": "no-store" } };
}
