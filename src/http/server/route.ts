// An address that is no endpoint of the API for agents: a page that a human pays on, a provider that calls. It reads the
// request and writes the answer by itself; what all answers share is put around it.
import type { Limit } from "../contract/contract.ts";
import type { Exchange, Reply } from "../message/request-context.ts";
import type { Parts } from "../request/services.ts";

export interface RouteCall {
  readonly exchange: Exchange;
  readonly params: Readonly<Record<string, string>>;
  /** What was sent behind the headers as it is, or undefined when it is too much. To be called once. */
  readonly bytes: () => Promise<Buffer | undefined>;
}

export interface Route {
  /** Names its counter, unless the limit names another. */
  readonly name: string;
  readonly method: "GET" | "POST";
  /** With parameters in braces: /pay/{token}. */
  readonly path: `/${string}`;
  /** What its answers tell. The route counts by itself, since it knows who must not be counted. */
  readonly limit: Limit;
  answer(call: RouteCall, parts: Parts): Promise<Reply>;
}
