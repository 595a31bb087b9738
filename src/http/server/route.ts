// An address that returns bytes: a page, a picture, a document, a webhook, the MCP server. JSON for agents is an
// endpoint with a contract instead.
import type { Limit } from "../contract/contract.ts";
import type { Reply, RequestContext } from "../message/request-context.ts";
import type { Services } from "../request/services.ts";
import type { Failure } from "../respond/errors.ts";

export interface RouteCall {
  readonly request: RequestContext;
  readonly params: Readonly<Record<string, string>>;
  /** What was sent behind the headers as it is, or undefined when it is too much. To be called once. */
  readonly bytes: () => Promise<Buffer | undefined>;
}

export interface Route {
  /** Names its counter, unless the limit names another. */
  readonly name: string;
  readonly method: "GET" | "POST" | "ALL";
  /** With parameters in braces: /pay/{token}. */
  readonly path: `/${string}`;
  /** Requests are counted by address before `answer` is asked. */
  readonly limit: Limit;
  /** Set when the route counts its own requests, because it knows who must not be counted or answers the refusal itself. */
  readonly countsItself?: true;
  /** Whether pages of other sites may read it. */
  readonly crossOrigin?: true;
  answer(call: RouteCall, services: Services): Promise<Reply>;
  /** How a failure is answered. Without it: as JSON. */
  failed?(failure: Failure, call: RouteCall, services: Services): Promise<Reply>;
}
