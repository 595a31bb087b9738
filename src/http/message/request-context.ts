// One request and its reply, as far as the rest of src/http needs them.
import type { Millis, RealInstant } from "@denkeeper/rules/time/units.ts";
import { randomUUID } from "node:crypto";
import type { IncomingHttpHeaders, ServerResponse } from "node:http";

export type Body =
  | { readonly kind: "json"; readonly value: unknown }
  | { readonly kind: "none" }
  | { readonly kind: "malformed"; readonly rule: string }
  | { readonly kind: "tooLarge" };

/** Where a caller stands in a rate limit window. */
export interface LimitStatus {
  readonly limit: number;
  readonly remaining: number;
  readonly exceeded: boolean;
  /** When the window ends. */
  readonly resetsAt: RealInstant;
}

export interface RequestContext {
  readonly id: string;
  readonly method: string;
  /** The path as it was sent, without the query. */
  readonly path: string;
  /** The query as it was sent, with its question mark, or nothing. */
  readonly search: string;
  readonly headers: IncomingHttpHeaders;
  /** What was sent behind the headers. It is read when it is first asked for. */
  readonly body: () => Promise<Body>;
  /** The client's address, as it is counted. */
  readonly address: string;
  readonly now: RealInstant;
  /** Set when the call was made by a tool of the MCP server. */
  readonly via?: "mcp";
  /** What the host of that server may show its people beside the answer. No model reads it. */
  beside?: object;
  /** Where the caller stands in the window that the reply reports. */
  standing?: LimitStatus;
  /** Known once the key matched. */
  agentId?: string;
  /** Whose key it was until it was replaced. */
  oldKey?: { readonly agentId: string; readonly clockOffsetMs: Millis; readonly code: string };
  /** What creatures refused, in a call that succeeded otherwise. */
  refusals?: { readonly code: string; readonly creatureId: string }[];
}

export interface Reply {
  readonly status: number;
  /** Bytes where it is a picture, or compressed. */
  readonly text: string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array<ArrayBuffer>>;
  readonly headers: Readonly<Record<string, string>>;
  /** Writes to the connection as long as it lasts, instead of `text`. */
  readonly stream?: (connection: ServerResponse) => void;
}

export const JSON_TYPE = "application/json; charset=utf-8";

const REQUEST_ID = /^[\w-]{8,64}$/;

/** The id that the caller gave the request, when it is well-formed, or a fresh one. */
export function requestIdOf(headers: IncomingHttpHeaders): string {
  const sent = headers["x-request-id"];
  return typeof sent === "string" && REQUEST_ID.test(sent) ? sent : randomUUID();
}

/** The value of a header that may be sent only once. */
export function headerOf({ headers }: Pick<RequestContext, "headers">, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value.join(", ") : value;
}

/** Notes for the caller's trail that a creature refused. The call itself succeeds. */
export function noteRefusal(request: RequestContext, code: string, creatureId: string): void {
  (request.refusals ??= []).push({ code, creatureId });
}
