// The type of addresses that return bytes: pages, pictures, documents, webhooks, the MCP server. JSON for agents is an
// endpoint with a contract instead.
import type { Limit } from "../contract/contract.ts";
import type { Reply, RequestContext } from "../message/request-context.ts";
import type { Services } from "../request/services.ts";
import type { Failure } from "../respond/errors.ts";

export interface RouteCall {
  readonly request: RequestContext;
  readonly params: Readonly<Record<string, string>>;
  /** Receives the raw body; undefined when it is too large. Call it once. */
  readonly bytes: () => Promise<Buffer | undefined>;
}

export interface Route {
  /** The name of its counter, unless the limit names another. */
  readonly name: string;
  readonly method: "GET" | "POST" | "ALL";
  /** With parameters in braces: /pay/{token}. */
  readonly path: `/${string}`;
  readonly limit: Limit;
  /** Set when the route counts requests by itself, because some are exempt or because it answers the refusal. */
  readonly countsItself?: true;
  /** Whether pages of other sites may read it. */
  readonly crossOrigin?: true;
  answer(call: RouteCall, services: Services): Promise<Reply>;
  /** Replies to a failure. Defaults to JSON. */
  failed?(failure: Failure, call: RouteCall, services: Services): Promise<Reply>;
}
