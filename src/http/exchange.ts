// One request and its answer, as far as the rest of this folder has to know them.
import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import type { Standing } from "./rate-limit.ts";

export interface Exchange {
  readonly id: string;
  readonly method: string;
  /** The path as it was sent, without the query. */
  readonly path: string;
  /** The query as it was sent, with its question mark, or nothing. */
  readonly search: string;
  readonly headers: IncomingHttpHeaders;
  readonly incoming: IncomingMessage;
  /** The client's address, as it is counted. */
  readonly address: string;
  readonly now: number;
  /** Where the caller stands in the window that the answer tells of. */
  standing?: Standing;
  /** Known once the key matched. */
  agentId?: string;
}

export interface Reply {
  readonly status: number;
  readonly text: string;
  readonly headers: Readonly<Record<string, string>>;
}

export const JSON_TYPE = "application/json; charset=utf-8";

/** The value of a header that may be sent only once. */
export function headerOf(exchange: Exchange, name: string): string | undefined {
  const value = exchange.headers[name];
  return Array.isArray(value) ? value.join(", ") : value;
}
