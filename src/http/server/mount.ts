// Puts endpoints, pages, pictures and the answer for everything else behind addresses, with the headers that every answer carries.
// Only this folder knows Hono.
import type { HttpBindings } from "@hono/node-server";
import type { Context } from "hono";
import { Hono } from "hono";
import { countByAddress } from "../guard/admit.ts";
import { answered } from "../request/answered.ts";
import { readBody, readBytes } from "../request/body.ts";
import { MCP_ROUTE, mcpHandler } from "../../mcp/handler.ts";
import { holding, outside } from "../../platform/slot.ts";
import type { Endpoint } from "../request/call-context.ts";
import { addressCountedAs, clientAddress } from "./client-address.ts";
import type { Limit } from "../contract/contract.ts";
import { Failure } from "../respond/errors.ts";
import type { Exchange, Reply } from "../message/request-context.ts";
import { headerOf, requestIdOf } from "../message/request-context.ts";
import { UNKNOWN_ROUTES, signpost } from "../respond/not-found.ts";
import type { Page } from "./page.ts";
import type { Parts } from "../request/services.ts";
import type { Picture } from "../respond/picture-reply.ts";
import type { Route } from "./route.ts";
import { securityHeaders } from "../respond/security-headers.ts";
import { servePage } from "./serve-page.ts";
import { failureIn, failureReply, serve } from "../request/serve.ts";
import { serveLost, serveWebPage, wantsHtml } from "../respond/serve-web.ts";
import type { Web } from "./web-page.ts";

type HonoContext = Context<{ Bindings: HttpBindings }>;
export type HonoApp = Hono<{ Bindings: HttpBindings }>;

/** Everything that has an address. */
export interface Addressed {
  readonly endpoints: readonly Endpoint[];
  readonly pages?: readonly Page[];
  readonly pictures?: readonly Picture[];
  readonly routes?: readonly Route[];
  readonly web?: Web;
}

export function mount({ endpoints, pages = [], pictures = [], routes = [], web }: Addressed, parts: Parts): HonoApp {
  const app: HonoApp = new Hono({ strict: true });
  for (const endpoint of endpoints) {
    const { contract } = endpoint;
    app.on(contract.method, routeOf(contract.path), (context) =>
      exchanged(context, parts, contract, (exchange) => serve(endpoint, exchange, context.req.param(), parts)),
    );
  }
  for (const route of routes) {
    app.on(route.method, routeOf(route.path), (context) => {
      const { incoming } = context.env;
      const bytes = (): Promise<Buffer | undefined> => outside(() => readBytes(incoming, parts.gate));
      return exchanged(context, parts, route, (exchange) =>
        guarded(exchange, parts, () => route.answer({ exchange, params: context.req.param(), bytes }, parts)),
      );
    });
  }
  for (const page of pages) {
    app.get(page.path, (context) =>
      exchanged(context, parts, page, (exchange) => guarded(exchange, parts, () => servePage(page, exchange, parts))),
    );
  }
  for (const picture of pictures) {
    app.get(routeOf(picture.path), (context) =>
      exchanged(context, parts, picture, (exchange) => servePicture(picture, exchange, context.req.param(), parts)),
    );
  }
  if (web !== undefined) mountWeb(app, web, parts);
  const handleMcp = mcpHandler(endpoints, parts);
  app.all(MCP_ROUTE.path, (context) =>
    exchanged(context, parts, MCP_ROUTE, (exchange) => guarded(exchange, parts, () => handleMcp(exchange))),
  );
  const known = [...pages, ...(web?.pages ?? [])].map(({ path }) => path);
  app.notFound((context) =>
    exchanged(context, parts, { path: undefined, limit: UNKNOWN_ROUTES.limit }, (exchange) =>
      web !== undefined && wantsHtml(exchange) && !exchange.path.startsWith("/api")
        ? serveLost(UNKNOWN_ROUTES, exchange, web, parts)
        : serveUnknown(exchange, known, parts),
    ),
  );
  app.onError((error, context) => {
    parts.log.error({ err: error }, "a request failed outside of its endpoint");
    const { status, text, headers } = failureReply(new Failure(500, "Something went wrong"));
    const id = requestIdOf(context.env.incoming.headers);
    return new Response(text, {
      status,
      headers: { ...securityHeaders(parts.config.baseUrl), "x-request-id": id, ...headers },
    });
  });
  return app;
}

function mountWeb(app: HonoApp, web: Web, parts: Parts): void {
  for (const page of web.pages) {
    app.get(routeOf(page.path), (context) =>
      exchanged(context, parts, page, (exchange) => serveWebPage(page, exchange, context.req.param(), web, parts)),
    );
  }
}

/** A path with parameters in braces, as Hono writes it. */
function routeOf(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ":$1");
}

/** One request from its arrival to its answer and its line in the log. */
async function exchanged(
  context: HonoContext,
  parts: Parts,
  target: { readonly path: string | undefined; readonly limit: Limit },
  answer: (exchange: Exchange) => Promise<Reply>,
): Promise<Response> {
  const { socket } = context.env.incoming;
  const slot = parts.gate.enter(() => socket.destroyed);
  const reply = await holding(slot, () => answered(exchangeOf(context, parts), parts, target, answer));
  const bodiless = reply.status === 204 || reply.status === 304;
  return new Response(bodiless ? null : reply.text, {
    status: reply.status,
    headers: { ...securityHeaders(parts.config.baseUrl), ...reply.headers },
  });
}

function exchangeOf(context: HonoContext, { config, gate, now }: Parts): Exchange {
  const { incoming } = context.env;
  const { headers, url = "/", method = "GET" } = incoming;
  const queryAt = url.indexOf("?");
  const exchange = {
    id: requestIdOf(headers),
    method,
    path: queryAt < 0 ? url : url.slice(0, queryAt),
    search: queryAt < 0 ? "" : url.slice(queryAt),
    headers,
    body: () => outside(() => readBody(incoming, gate)),
    address: "",
    now: now(),
  };
  const forwarded = headerOf(exchange, "x-forwarded-for");
  const address = clientAddress(incoming.socket.remoteAddress, forwarded, config.trustedProxies);
  return { ...exchange, address: addressCountedAs(address) };
}

async function servePicture(
  picture: Picture,
  exchange: Exchange,
  params: Readonly<Record<string, string>>,
  parts: Parts,
): Promise<Reply> {
  return guarded(exchange, parts, async () => {
    await countByAddress(picture, exchange, parts);
    return picture.answer({ params, exchange }, parts);
  });
}

async function serveUnknown(exchange: Exchange, known: readonly string[], parts: Parts): Promise<Reply> {
  return guarded(exchange, parts, async () => {
    await countByAddress(UNKNOWN_ROUTES, exchange, parts);
    return signpost(exchange, parts.contracts, known);
  });
}

async function guarded(exchange: Exchange, { log }: Parts, answer: () => Promise<Reply>): Promise<Reply> {
  try {
    return await answer();
  } catch (thrown) {
    const failure = failureIn(thrown);
    if (failure === undefined) log.error({ requestId: exchange.id, err: thrown }, "a request failed");
    return failureReply(failure ?? new Failure(500, "Something went wrong"));
  }
}
