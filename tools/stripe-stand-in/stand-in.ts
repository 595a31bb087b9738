// A local stand-in for Stripe, in memory: the API that its SDK calls, the page on which a human pays, and the webhooks that follow.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { Hono } from "hono";
import { apiOf } from "./api.ts";
import { pagesOf } from "./pages.ts";
import { StripeLedger } from "./till.ts";
import { Webhooks, type WebhookOptions } from "./webhooks.ts";

const HOST = "127.0.0.1";

export interface StandIn {
  readonly url: string;
  readonly till: StripeLedger;
  readonly webhooks: Webhooks;
  /** Methods and paths of all requests, such as "POST /v1/checkout/sessions". */
  readonly calls: readonly string[];
  /** While true, requests are accepted but never answered. */
  hangs: boolean;
  stop(): Promise<void>;
}

export async function startStandIn(options: WebhookOptions, port = 0): Promise<StandIn> {
  const webhooks = new Webhooks(options);
  const till = new StripeLedger(webhooks);
  const calls: string[] = [];
  const app = new Hono();
  app.use(async (context, next) => {
    calls.push(`${context.req.method} ${context.req.path}`);
    if (standIn.hangs) await new Promise(() => {});
    await next();
  });
  const answer = getRequestListener(app.fetch);
  const server = createServer((incoming, outgoing) => void answer(incoming, outgoing));
  const { promise: listening, resolve, reject } = Promise.withResolvers<void>();
  server.once("error", reject).listen(port, HOST, resolve);
  await listening;
  const url = `http://${HOST}:${(server.address() as AddressInfo).port}`;
  app.route(
    "/",
    apiOf(till, webhooks, (id) => `${url}/c/pay/${id}`),
  );
  app.route("/", pagesOf(till));
  const standIn: StandIn = {
    url,
    till,
    webhooks,
    calls,
    hangs: false,
    async stop() {
      webhooks.stop();
      const { promise: closed, resolve: done } = Promise.withResolvers<void>();
      server.close(() => done());
      server.closeAllConnections();
      await closed;
    },
  };
  return standIn;
}
