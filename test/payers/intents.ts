// A local implementation of the part of Stripe that MPP needs: payment intents with a shared payment token, idempotency keys, and
// a list of intents. The real SDK calls it.
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

type Manner =
  | "honest"
  /** Answers every request with a 500. */
  | "down"
  /** Charges, then breaks the connection before the answer. */
  | "charges in silence"
  /** Charges, but the bank settles with a delay. */
  | "slow bank";

interface Intent {
  readonly id: string;
  readonly object: "payment_intent";
  status: string;
  readonly amount: number;
  readonly amount_received: number;
  readonly currency: string;
  readonly livemode: false;
  readonly created: number;
  readonly metadata: Readonly<Record<string, string>>;
}

export interface Intents {
  readonly url: string;
  manner: Manner;
  /** Every intent created, newest first. */
  readonly made: Intent[];
  /** Events that a request may retrieve, by id. */
  readonly events: Map<string, object>;
  stop(): Promise<void>;
}

export async function startIntents(): Promise<Intents> {
  const state = { manner: "honest" as Manner, made: [] as Intent[], events: new Map<string, object>() };
  const answered = new Map<string, { readonly status: number; readonly body: object }>();
  const tokens = new Set<string>();

  const create = (form: URLSearchParams): { status: number; body: object } => {
    const token = form.get("shared_payment_granted_token") ?? "";
    if (token.includes("declined")) return refusal(402, "card_error", "Your card was declined.");
    if (!token.startsWith("spt_") || tokens.has(token)) return refusal(400, "invalid_request_error", "No such token");
    tokens.add(token);
    const intent: Intent = {
      id: `pi_${randomBytes(12).toString("hex")}`,
      object: "payment_intent",
      status: state.manner === "slow bank" ? "processing" : "succeeded",
      amount: Number(form.get("amount")),
      amount_received: Number(form.get("amount")),
      currency: form.get("currency") ?? "",
      livemode: false,
      created: Math.floor(Date.now() / 1000),
      metadata: metadataIn(form),
    };
    state.made.unshift(intent);
    return { status: 200, body: intent };
  };

  const server = createServer(async (incoming, outgoing) => {
    const send = (status: number, body: object, headers = {}) =>
      outgoing.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));
    const form = new URLSearchParams(await text(incoming));
    const { pathname } = new URL(incoming.url ?? "/", "http://stripe");
    if (state.manner === "down") return send(500, refusal(500, "api_error", "Something broke").body);
    const event = state.events.get(pathname.replace("/v1/events/", ""));
    if (event !== undefined) return send(200, event);
    if (incoming.method === "GET") return send(200, { object: "list", data: state.made, has_more: false });
    const cancelled = state.made.find(({ id }) => pathname === `/v1/payment_intents/${id}/cancel`);
    if (cancelled !== undefined) return send(200, Object.assign(cancelled, { status: "canceled" }));
    const key = String(incoming.headers["idempotency-key"]);
    const before = answered.get(key);
    if (before !== undefined) return send(before.status, before.body, { "idempotent-replayed": "true" });
    const { status, body } = create(form);
    answered.set(key, { status, body });
    return state.manner === "charges in silence" ? incoming.socket.destroy() : send(status, body);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return Object.assign(state, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  });
}

function refusal(status: number, type: string, message: string): { status: number; body: object } {
  return { status, body: { error: { type, message } } };
}

function metadataIn(form: URLSearchParams): Record<string, string> {
  const entries = [...form].flatMap(([name, value]) => {
    const key = /^metadata\[(\w+)\]$/.exec(name)?.[1];
    return key === undefined ? [] : [[key, value] as const];
  });
  return Object.fromEntries(entries);
}
