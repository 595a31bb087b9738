// A request and its reply, independent of Hono and Node.
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
  /** The path as sent, without the query. */
  readonly path: string;
  /** The query as sent, including its question mark, or an empty string. */
  readonly search: string;
  readonly headers: IncomingHttpHeaders;
  /** Receives and parses the body. Call only once. */
  readonly body: () => Promise<Body>;
  /** The client's address, in the form used for counting. */
  readonly address: string;
  readonly now: RealInstant;
  /** Set if a tool of the MCP server made the call. */
  readonly via?: "mcp";
  /** Extra content that an MCP host may show to its user. No model reads it. */
  hostContent?: object;
  /** The window that the reply reports. */
  limitStatus?: LimitStatus;
  /** Set after the key matched. */
  agentId?: string;
  /** Set if the call presented a replaced key. */
  oldKey?: { readonly agentId: string; readonly clockOffsetMs: Millis; readonly code: string };
  /** Refusals by creatures in a call that succeeded as a whole. */
  refusals?: { readonly code: string; readonly creatureId: string }[];
}

export interface Reply {
  readonly status: number;
  readonly text: string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array<ArrayBuffer>>;
  readonly headers: Readonly<Record<string, string>>;
  /** Writes to the open connection, instead of sending `text`. */
  readonly stream?: (connection: ServerResponse) => void;
}

export const JSON_TYPE = "application/json; charset=utf-8";

const REQUEST_ID = /^[\w-]{8,64}$/;

/** Returns the caller's own request id if well-formed, or a new id. */
export function requestIdOf(headers: IncomingHttpHeaders): string {
  const sent = headers["x-request-id"];
  return typeof sent === "string" && REQUEST_ID.test(sent) ? sent : randomUUID();
}

/** Returns the value of a header. Repeated headers are joined. */
export function headerOf({ headers }: Pick<RequestContext, "headers">, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value.join(", ") : value;
}

/** Adds a creature's refusal to the caller's trail, once per call. The call as a whole still succeeds. */
export function noteRefusal(request: RequestContext, code: string, creatureId: string): void {
  const refusals = (request.refusals ??= []);
  if (!refusals.some((each) => each.code === code && each.creatureId === creatureId))
    refusals.push({ code, creatureId });
}
