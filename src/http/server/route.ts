// Defines addresses that return bytes: pages, pictures, documents, webhooks, and the MCP server. JSON for agents uses an endpoint
// with a contract instead.
import type { Limit } from "../contract/contract.ts";
import type { Reply, RequestContext } from "../message/request-context.ts";
import type { Services } from "../request/services.ts";
import type { Failure } from "../respond/errors.ts";

export interface RouteCall {
  readonly request: RequestContext;
  readonly params: Readonly<Record<string, string>>;
  /** Receives the raw body, or undefined if it is too large. Call only once. */
  readonly bytes: () => Promise<Buffer | undefined>;
}

export interface Route {
  /** Name of the route's counter, unless the limit names another. */
  readonly name: string;
  readonly method: "GET" | "POST" | "ALL";
  /** The path, with parameters in braces, such as /pay/{token}. */
  readonly path: `/${string}`;
  readonly limit: Limit;
  /** Set if the route counts requests itself, because some are exempt or it customizes the rejection. */
  readonly countsItself?: true;
  /** Set if pages of other sites may read the reply. */
  readonly crossOrigin?: true;
  answer(call: RouteCall, services: Services): Promise<Reply>;
  /** Replies to a failure. Defaults to a JSON error. */
  failed?(failure: Failure, call: RouteCall, services: Services): Promise<Reply>;
}
