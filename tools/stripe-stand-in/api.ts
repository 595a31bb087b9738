// Implements the part of Stripe's /v1 API that the service and MPP use: form-encoded requests, JSON answers, an API key and
// idempotency keys.
import { Hono, type Context } from "hono";
import { parseForm, textAt, textsAt, type Fields } from "./form.ts";
import type { StripeLedger } from "./till.ts";
import { freshId, type Webhooks } from "./webhooks.ts";

interface Answer {
  readonly status: 200 | 400 | 402 | 404;
  readonly body: object;
}

const KEY = /^Bearer [sr]k_test_/;

function refused(message: string, more: object = {}, status: Answer["status"] = 400): Answer {
  return { status, body: { error: { type: "invalid_request_error", message, ...more } } };
}

function missing(what: string): Answer {
  return refused(`No such ${what}`, { code: "resource_missing" }, 404);
}

export function apiOf(till: StripeLedger, webhooks: Webhooks, pageUrl: (sessionId: string) => string): Hono {
  const answered = new Map<string, { readonly sent: string; readonly answer: Promise<Answer> }>();

  /** Runs a POST only once per idempotency key. */
  async function once(context: Context, run: (fields: Fields) => Promise<Answer>): Promise<Response> {
    const sent = await context.req.text();
    const key = context.req.header("idempotency-key");
    const before = key === undefined ? undefined : answered.get(`${context.req.path} ${key}`);
    if (before !== undefined && before.sent !== sent) {
      const message =
        "Keys for idempotent requests can only be used with the same parameters they were first used with.";
      return respond(context, { status: 400, body: { error: { type: "idempotency_error", message } } });
    }
    const answer = before?.answer ?? run(parseForm(sent));
    if (key !== undefined) answered.set(`${context.req.path} ${key}`, { sent, answer });
    if (before !== undefined) context.header("idempotent-replayed", "true");
    return respond(context, await answer);
  }

  const api = new Hono();
  api.use("/v1/*", async (context, next) => {
    if (KEY.test(context.req.header("authorization") ?? "")) return next();
    return context.json({ error: { type: "invalid_request_error", message: "This is no test key." } }, 401);
  });
  api.post("/v1/checkout/sessions", (context) =>
    once(context, async (fields) => {
      const amount = Number(textAt(fields, "line_items", "0", "price_data", "unit_amount"));
      const quantity = Number(textAt(fields, "line_items", "0", "quantity"));
      if (!(amount * quantity > 0)) return refused("A line item needs a price and a quantity.");
      const session = till.openSession(
        {
          mode: textAt(fields, "mode") ?? "payment",
          clientReferenceId: textAt(fields, "client_reference_id") ?? null,
          metadata: textsAt(fields, "metadata"),
          intentMetadata: textsAt(fields, "payment_intent_data", "metadata"),
          product: textAt(fields, "line_items", "0", "price_data", "product_data", "name") ?? "",
          amountCents: amount * quantity,
          currency: textAt(fields, "line_items", "0", "price_data", "currency") ?? "usd",
          successUrl: textAt(fields, "success_url") ?? "",
          cancelUrl: textAt(fields, "cancel_url") ?? "",
        },
        pageUrl,
      );
      return { status: 200, body: structuredClone(session) };
    }),
  );
  api.get("/v1/checkout/sessions/:id", (context) => {
    const kept = till.sessions.get(context.req.param("id"));
    return respond(context, kept === undefined ? missing("checkout.session") : { status: 200, body: kept.shown });
  });
  api.post("/v1/checkout/sessions/:id/expire", (context) =>
    once(context, async () => {
      const session = await till.expire(context.req.param("id"));
      return session === undefined ? refused("Only open sessions can be expired.") : { status: 200, body: session };
    }),
  );
  api.post("/v1/payment_intents", (context) =>
    once(context, async (fields) => {
      const token = textAt(fields, "shared_payment_granted_token") ?? "";
      const amount = Number(textAt(fields, "amount"));
      const charged = await till.chargeToken(
        token,
        amount,
        textAt(fields, "currency") ?? "usd",
        textsAt(fields, "metadata"),
      );
      if (typeof charged !== "string") return { status: 200, body: structuredClone(charged) };
      if (!charged.includes("declined")) return refused(charged);
      return { status: 402, body: { error: { type: "card_error", code: "card_declined", message: charged } } };
    }),
  );
  api.get("/v1/payment_intents/:id", (context) => {
    const intent = till.intents.get(context.req.param("id"));
    return respond(context, intent === undefined ? missing("payment_intent") : { status: 200, body: intent });
  });
  api.post("/v1/refunds", (context) =>
    once(context, async (fields) => {
      const intent = textAt(fields, "payment_intent") ?? "";
      const amount = textAt(fields, "amount");
      const done = await till.refund(intent, amount === undefined ? undefined : Number(amount));
      if (!done) return refused("The refund exceeds the rest of the payment.");
      return {
        status: 200,
        body: { id: freshId("re"), object: "refund", payment_intent: intent, status: "succeeded" },
      };
    }),
  );
  api.get("/v1/events/:id", (context) => {
    const event = webhooks.known.get(context.req.param("id"));
    return respond(context, event === undefined ? missing("event") : { status: 200, body: event });
  });
  api.get("/v1/events", (context) => {
    const query = parseForm(new URL(context.req.url).search);
    const types = Object.values(textsAt(query, "types"));
    const since = Number(textAt(query, "created", "gte") ?? 0);
    const wanted = textAt(query, "delivery_success");
    const found = webhooks.events.filter(
      ({ type, created, pending_webhooks: pending }) =>
        (types.length === 0 || types.includes(type)) &&
        created >= since &&
        (wanted === undefined || (wanted === "true") === (pending === 0)),
    );
    const newestFirst = found.toReversed();
    const from = 1 + newestFirst.findIndex(({ id }) => id === textAt(query, "starting_after"));
    const limit = Number(textAt(query, "limit") ?? 10);
    const data = newestFirst.slice(from, from + limit);
    const body = { object: "list", url: "/v1/events", has_more: from + limit < newestFirst.length, data };
    return respond(context, { status: 200, body });
  });
  api.all("/v1/*", (context) => respond(context, refused(`Unrecognized request URL (${context.req.path})`, {}, 404)));
  return api;
}

function respond(context: Context, { status, body }: Answer): Response {
  context.header("request-id", freshId("req"));
  return context.json(body, status);
}
