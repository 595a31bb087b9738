// One request and its answer, as far as the rest of this folder has to know them.
import { randomUUID } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import type { Body } from "../request/body.ts";
import type { Standing } from "../guard/rate-limit.ts";

export interface Exchange {
  readonly id: string;
  readonly method: string;
  /** The path as it was sent, without the query. */
  readonly path: string;
  /** The query as it was sent, with its question mark, or nothing. */
  readonly search: string;
  readonly headers: IncomingHttpHeaders;
  /** Reads what was sent behind the headers. To be called once. */
  readonly body: () => Promise<Body>;
  /** The client's address, as it is counted. */
  readonly address: string;
  readonly now: number;
  /** The door it came through, when that was not its own address. */
  readonly via?: "mcp";
  /** Where the caller stands in the window that the answer tells of. */
  standing?: Standing;
  /** Known once the key matched. */
  agentId?: string;
}

export interface Reply {
  readonly status: number;
  /** Bytes where it is a picture, or compressed. */
  readonly text: string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array<ArrayBuffer>>;
  readonly headers: Readonly<Record<string, string>>;
}

export const JSON_TYPE = "application/json; charset=utf-8";

const REQUEST_ID = /^[\w-]{8,64}$/;

/** The id that the caller gave the request, when it is well-formed, or a fresh one. */
export function requestIdOf(headers: IncomingHttpHeaders): string {
  const sent = headers["x-request-id"];
  return typeof sent === "string" && REQUEST_ID.test(sent) ? sent : randomUUID();
}

/** The value of a header that may be sent only once. */
export function headerOf(exchange: Exchange, name: string): string | undefined {
  const value = exchange.headers[name];
  return Array.isArray(value) ? value.join(", ") : value;
}
