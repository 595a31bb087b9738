// Puts endpoints, pages and the answer for everything else behind addresses, with the headers that every answer carries.
// Only this folder knows Hono.
import { randomUUID } from "node:crypto";
import type { HttpBindings } from "@hono/node-server";
import type { Context } from "hono";
import { Hono } from "hono";
import { stopwatch } from "../clock.ts";
import { countByAddress } from "./admit.ts";
import type { Endpoint } from "./call.ts";
import { addressCountedAs, clientAddress } from "./client-address.ts";
import type { Limit } from "./contract.ts";
import { Failure } from "./errors.ts";
import type { Exchange, Reply } from "./exchange.ts";
import { headerOf } from "./exchange.ts";
import { UNKNOWN_ROUTES, signpost } from "./not-found.ts";
import type { Page } from "./page.ts";
import type { Parts } from "./parts.ts";
import { rateHeaders } from "./rate-limit.ts";
import { failureReply, serve } from "./serve.ts";

type HonoContext = Context<{ Bindings: HttpBindings }>;
export type HonoApp = Hono<{ Bindings: HttpBindings }>;

const REQUEST_ID = /^[\w-]{8,64}$/;
/** A key that somebody put into a path must not get into the log. */
const KEYS = /dk_\w+/g;
const MAX_LOGGED_PATH = 200;

const SECURITY_HEADERS = {
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  "referrer-policy": "no-referrer",
  "strict-transport-security": "max-age=31536000",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
} as const;

export function mount(endpoints: readonly Endpoint[], pages: readonly Page[], parts: Parts): HonoApp {
  const app: HonoApp = new Hono({ strict: true });
  for (const endpoint of endpoints) {
    const { contract } = endpoint;
    const path = contract.path.replaceAll(/\{(\w+)\}/g, ":$1");
    app.on(contract.method, path, (context) =>
      exchanged(context, parts, contract, (exchange) => serve(endpoint, exchange, context.req.param(), parts)),
    );
  }
  for (const page of pages) {
    app.get(page.path, (context) => exchanged(context, parts, page, (exchange) => servePage(page, exchange, parts)));
  }
  app.notFound((context) =>
    exchanged(context, parts, { path: undefined, limit: UNKNOWN_ROUTES.limit }, (exchange) =>
      serveUnknown(exchange, pages, parts),
    ),
  );
  app.onError((error) => {
    parts.log.error({ err: error }, "a request failed outside of its endpoint");
    const { status, text, headers } = failureReply(new Failure(500, "Something went wrong"));
    return new Response(text, { status, headers: { ...SECURITY_HEADERS, ...headers } });
  });
  return app;
}

/** One request from its arrival to its answer and its line in the log. */
async function exchanged(
  context: HonoContext,
  parts: Parts,
  target: { readonly path: string | undefined; readonly limit: Limit },
  answer: (exchange: Exchange) => Promise<Reply>,
): Promise<Response> {
  const started = stopwatch();
  const exchange = exchangeOf(context, parts);
  const reply = await answer(exchange);
  const { id, method, agentId, standing = parts.limiter.uncounted(target.limit, exchange.now) } = exchange;
  const path = target.path ?? exchange.path.slice(0, MAX_LOGGED_PATH).replaceAll(KEYS, "dk_...");
  const ms = Math.round(10 * (stopwatch() - started)) / 10;
  parts.log.info({ requestId: id, method, path, status: reply.status, ms, agentId }, "request");
  const headers = { ...SECURITY_HEADERS, ...rateHeaders(standing), "x-request-id": id, ...reply.headers };
  const bodiless = reply.status === 204 || reply.status === 304;
  return new Response(bodiless ? null : reply.text, { status: reply.status, headers });
}

function exchangeOf(context: HonoContext, { config, now }: Parts): Exchange {
  const { incoming } = context.env;
  const { headers, url = "/", method = "GET" } = incoming;
  const queryAt = url.indexOf("?");
  const sentId = headers["x-request-id"];
  const exchange = {
    id: typeof sentId === "string" && REQUEST_ID.test(sentId) ? sentId : randomUUID(),
    method,
    path: queryAt < 0 ? url : url.slice(0, queryAt),
    search: queryAt < 0 ? "" : url.slice(queryAt),
    headers,
    incoming,
    address: "",
    now: now(),
  };
  const forwarded = headerOf(exchange, "x-forwarded-for");
  const address = clientAddress(incoming.socket.remoteAddress, forwarded, config.trustProxy);
  return { ...exchange, address: addressCountedAs(address) };
}

async function servePage(page: Page, exchange: Exchange, parts: Parts): Promise<Reply> {
  return guarded(exchange, parts, async () => {
    await countByAddress(page, exchange, parts);
    const headers = { "content-type": page.contentType, "cache-control": page.cacheControl };
    return { status: 200, text: page.render(parts), headers };
  });
}

async function serveUnknown(exchange: Exchange, pages: readonly Page[], parts: Parts): Promise<Reply> {
  return guarded(exchange, parts, async () => {
    await countByAddress(UNKNOWN_ROUTES, exchange, parts);
    return signpost(
      exchange,
      parts.contracts,
      pages.map(({ path }) => path),
    );
  });
}

async function guarded(exchange: Exchange, { log }: Parts, answer: () => Promise<Reply>): Promise<Reply> {
  try {
    return await answer();
  } catch (thrown) {
    if (thrown instanceof Failure) return failureReply(thrown);
    log.error({ requestId: exchange.id, err: thrown }, "a request failed");
    return failureReply(new Failure(500, "Something went wrong"));
  }
}
