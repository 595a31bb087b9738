// Mounts endpoints and routes at their addresses, and adds the headers of every reply. Only this folder routes with Hono.
import type { HttpBindings } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import { Hono, type Context } from "hono";
import { holding, outside } from "../../platform/slot.ts";
import { countByAddress } from "../guard/count-address.ts";
import { requestIdOf, type Body, type Reply, type RequestContext } from "../message/request-context.ts";
import type { Endpoint } from "../request/endpoint.ts";
import { observeRequest, type ObservedTarget } from "../request/observe.ts";
import { serve } from "../request/pipeline.ts";
import { readBody, readBytes } from "../request/read-body.ts";
import type { Services } from "../request/services.ts";
import { anyOrigin, crossOriginHeaders } from "../respond/cross-origin.ts";
import { Failure } from "../respond/errors.ts";
import { failureIn, failureReply } from "../respond/failure-reply.ts";
import { AnswerCache } from "../respond/answer-cache.ts";
import { PREFLIGHTS, UNKNOWN_ROUTES, signpost } from "../respond/not-found.ts";
import { securityHeaders } from "../respond/security-headers.ts";
import { addressOf } from "./client-address.ts";
import type { Route, RouteCall } from "./route.ts";

type HonoContext = Context<{ Bindings: HttpBindings }>;
export type HonoApp = Hono<{ Bindings: HttpBindings }>;

export interface MountedRoutes {
  readonly endpoints: readonly Endpoint[];
  readonly routes?: readonly Route[];
  /** Pages for unknown addresses. The first page that matches the request is used. */
  readonly notFoundPages?: readonly NotFoundPage[];
}

export interface NotFoundPage {
  isFor(request: RequestContext): boolean;
  readonly route: Pick<Route, "answer" | "failed">;
}

export function mount({ endpoints, routes = [], notFoundPages = [] }: MountedRoutes, services: Services): HonoApp {
  const app: HonoApp = new Hono({ strict: true });
  const common = securityHeaders(services.config.baseUrl);
  const open = { ...common, ...anyOrigin() };
  const answers = new AnswerCache();
  for (const endpoint of endpoints) {
    const { contract } = endpoint;
    const headers = { ...common, ...crossOriginHeaders(contract) };
    app.on(contract.method, honoPath(contract.path), (context) => {
      const answer = (request: RequestContext) => serve(endpoint, request, context.req.param(), services);
      return respondTo(context, services, headers, contract, answers.wrap(contract, answer));
    });
  }
  for (const route of routes) {
    const headers = route.crossOrigin === true ? open : common;
    const answer = (context: HonoContext) => {
      const serving = (request: RequestContext) => served(route, callOf(context, request, services), services);
      return respondTo(context, services, headers, route, answers.wrap(route, serving));
    };
    if (route.method === "ALL") app.all(honoPath(route.path), answer);
    else app.on(route.method, honoPath(route.path), answer);
  }
  const listed = routes.filter(({ method, countsItself }) => method === "GET" && countsItself !== true);
  const known = listed.map(({ path }) => path);
  const readable = listed.filter(({ crossOrigin }) => crossOrigin === true).map(({ path }) => path);
  app.notFound((context) => {
    const isPreflight = context.env.incoming.method === "OPTIONS";
    const counted = isPreflight ? PREFLIGHTS : UNKNOWN_ROUTES;
    const headers = isPreflight ? common : open;
    return respondTo(context, services, headers, { path: undefined, limit: counted.limit }, (request) => {
      const answer = async () => signpost(request, services.contracts, known, readable);
      const page = notFoundPages.find((candidate) => candidate.isFor(request))?.route ?? { answer };
      const route: Route = { ...counted, method: "ALL", path: "/", ...page };
      return served(route, callOf(context, request, services), services);
    });
  });
  app.onError((error, context) => {
    services.log.error({ err: error }, "a request failed outside its endpoint");
    const { status, text, headers } = failureReply(Failure.general("fault"));
    const id = requestIdOf(context.env.incoming.headers);
    return new Response(text, {
      status,
      headers: { ...open, "x-request-id": id, ...headers },
    });
  });
  return app;
}

/** Converts parameters in braces to Hono's syntax. */
function honoPath(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ":$1");
}

/** Handles one request from its arrival to its reply and log line. */
async function respondTo(
  context: HonoContext,
  services: Services,
  common: Readonly<Record<string, string>>,
  target: ObservedTarget,
  answer: (request: RequestContext) => Promise<Reply>,
): Promise<Response> {
  const { incoming } = context.env;
  const slot = services.concurrency.acquire(() => incoming.socket.destroyed, incoming);
  const reply = await holding(slot, () => observeRequest(requestOf(context, services), services, target, answer));
  if (reply.stream !== undefined) {
    const { outgoing } = context.env;
    outgoing.writeHead(reply.status, { ...common, ...reply.headers });
    // Flushing the headers separately reduces the memory of an open stream to a third.
    outgoing.flushHeaders();
    reply.stream(outgoing);
    return RESPONSE_ALREADY_SENT;
  }
  const { status, text, headers } = reply;
  if (status !== 204 && status !== 304) return new Response(text, { status, headers: { ...common, ...headers } });
  const { "content-type": _, ...bare } = headers;
  return new Response(null, { status, headers: { ...common, ...bare } });
}

function requestOf(context: HonoContext, { config, concurrency, now }: Services): RequestContext {
  const { incoming } = context.env;
  const { headers, url = "/", method = "GET" } = incoming;
  const queryAt = url.indexOf("?");
  let body: Promise<Body> | undefined;
  return {
    id: requestIdOf(headers),
    method,
    path: queryAt < 0 ? url : url.slice(0, queryAt),
    search: queryAt < 0 ? "" : url.slice(queryAt),
    headers,
    body: () => (body ??= outside(() => readBody(incoming, concurrency))),
    address: addressOf(incoming, config.trustedProxies),
    now: now(),
  };
}

function callOf(context: HonoContext, request: RequestContext, { concurrency }: Services): RouteCall {
  const bytes = (): Promise<Buffer | undefined> => outside(() => readBytes(context.env.incoming, concurrency));
  return { request, params: context.req.param(), bytes };
}

async function served(route: Route, call: RouteCall, services: Services): Promise<Reply> {
  try {
    if (route.countsItself !== true) await countByAddress(route, call.request, services);
    return await route.answer(call, services);
  } catch (thrown) {
    const known = failureIn(thrown);
    if (known === undefined) services.log.error({ requestId: call.request.id, err: thrown }, "a request failed");
    const failure = known ?? Failure.general("fault");
    return route.failed === undefined ? failureReply(failure) : route.failed(failure, call, services);
  }
}
