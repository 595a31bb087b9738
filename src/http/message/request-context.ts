// One request and its reply, without Hono and Node.
import type { Millis, RealInstant } from "@denkeeper/rules/time/units.ts";
import { randomUUID } from "node:crypto";
import type { IncomingHttpHeaders, ServerResponse } from "node:http";

export type Body =
  | { readonly kind: "json"; readonly value: unknown }
  | { readonly kind: "none" }
  | { readonly kind: "malformed"; readonly rule: string }
  | { readonly kind: "tooLarge" };

/** The state of a caller's rate limit window. */
export interface LimitStatus {
  readonly limit: number;
  readonly remaining: number;
  readonly exceeded: boolean;
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
  /** Receives and parses the body, once. */
  readonly body: () => Promise<Body>;
  /** The client's address in the form that is counted. */
  readonly address: string;
  readonly now: RealInstant;
  /** Set when the call was made by a tool of the MCP server. */
  readonly via?: "mcp";
  /** Extra content that an MCP host may show to its user next to the answer. No model reads it. */
  hostContent?: object;
  /** The window that the reply reports. */
  limitStatus?: LimitStatus;
  /** Set once the key matched. */
  agentId?: string;
  /** Set when the call used a key that was replaced. */
  oldKey?: { readonly agentId: string; readonly clockOffsetMs: Millis; readonly code: string };
  /** Refusals by creatures in a call that otherwise succeeded. */
  refusals?: { readonly code: string; readonly creatureId: string }[];
}

export interface Reply {
  readonly status: number;
  readonly text: string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array<ArrayBuffer>>;
  readonly headers: Readonly<Record<string, string>>;
  /** Writes to the connection while it is open, instead of `text`. */
  readonly stream?: (connection: ServerResponse) => void;
}

export const JSON_TYPE = "application/json; charset=utf-8";

const REQUEST_ID = /^[\w-]{8,64}$/;

/** The caller's own id for the request, if well-formed, or a new one. */
export function requestIdOf(headers: IncomingHttpHeaders): string {
  const sent = headers["x-request-id"];
  return typeof sent === "string" && REQUEST_ID.test(sent) ? sent : randomUUID();
}

/** The value of a header; repeated headers are joined. */
export function headerOf({ headers }: Pick<RequestContext, "headers">, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value.join(", ") : value;
}

/** Adds a creature's refusal to the caller's trail. The call itself succeeds. */
export function noteRefusal(request: RequestContext, code: string, creatureId: string): void {
  (request.refusals ??= []).push({ code, creatureId });
}
