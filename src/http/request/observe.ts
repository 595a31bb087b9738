// Wraps a request in a trace, a log line, and metrics.
import { stopwatch } from "../../platform/clock.ts";
import { isTracing, traced } from "../../platform/observability/traces.ts";
import type { Limit } from "../contract/contract.ts";
import type { RequestContext, Reply } from "../message/request-context.ts";
import { goneIfDeparted } from "../respond/departed-agent.ts";
import { loggedPath } from "../message/logged-path.ts";
import type { Services } from "./services.ts";
import { rateHeaders } from "../guard/rate-limit.ts";

/** Route label of all unknown paths, so that callers cannot create new metric series. */
const UNKNOWN = "unknown";
const METHODS = new Set(["GET", "HEAD", "POST", "DELETE", "PUT", "PATCH", "OPTIONS"]);

export interface ObservedTarget {
  /** The path in the contract's form. Undefined for unknown paths, which are logged in redacted form. */
  readonly path: string | undefined;
  readonly limit: Limit;
}

/**
 * Answers a request, and logs, traces and measures it. Adds rate limit headers and the request id, and turns the 404 of a departed
 * agent into a 410.
 */
export async function observeRequest(
  request: RequestContext,
  services: Services,
  target: ObservedTarget,
  answer: (request: RequestContext) => Promise<Reply>,
): Promise<Reply> {
  const started = stopwatch();
  const { id, method, via } = request;
  const { path: route = UNKNOWN } = target;
  const first = await (isTracing() ? inSpan(request, route, answer) : answer(request));
  const reply = first.status === 404 ? await goneIfDeparted(first, request, services.database) : first;
  const { agentId, limitStatus = services.limiter.uncounted(target.limit, request.now) } = request;
  const ms = Math.round(10 * (stopwatch() - started)) / 10;
  const path = target.path === undefined ? loggedPath(request.path) : undefined;
  const address = agentId === undefined && services.config.logAddresses ? request.address : undefined;
  services.log.info({ requestId: id, method, route, path, status: reply.status, ms, agentId, address, via }, "request");
  services.metrics.answered(METHODS.has(method) ? method : "other", route, reply.status, ms);
  return { ...reply, headers: { ...rateHeaders(limitStatus), "x-request-id": id, ...reply.headers } };
}

async function inSpan(
  request: RequestContext,
  route: string,
  answer: (request: RequestContext) => Promise<Reply>,
): Promise<Reply> {
  const { method, headers, id } = request;
  const attributes = { "http.request.method": method, "http.route": route, "denkeeper.request_id": id };
  return traced(`${method} ${route}`, { kind: "server", headers, attributes }, () => answer(request), {
    describe: ({ status }) => ({ "http.response.status_code": status }),
    isFault: ({ status }) => status >= 500,
  });
}
