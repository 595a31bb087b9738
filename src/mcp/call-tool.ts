// A tool call runs an endpoint within the process: the same limits by address and agent, key check, validation,
// idempotency and errors. None of it is repeated here.
import type { JsonObject } from "../platform/json.ts";
import type { IncomingHttpHeaders } from "node:http";
import { observed } from "../http/request/observe.ts";
import type { Body } from "../http/message/request-context.ts";
import type { Endpoint } from "../http/request/endpoint.ts";
import type { WrittenAnswer } from "../http/contract/contract.ts";
import { addressOf, answerIn, snakeCase } from "../http/contract/contract.ts";
import { Failure } from "../http/respond/errors.ts";
import type { RequestContext, Reply } from "../http/message/request-context.ts";
import type { Needs, Services } from "../http/request/services.ts";
import { serve } from "../http/request/pipeline.ts";
import { failureReply } from "../http/respond/failure-reply.ts";
import { currentSlot } from "../platform/slot.ts";
import { withToolSteps } from "./steps.ts";
import type { Operation, Tool } from "./tools.ts";

export interface ToolResult {
  [field: string]: unknown;
  content: { type: "text"; text: string }[];
  structuredContent?: Record<string, unknown>;
  isError?: boolean;
}

/** The answer of an endpoint. */
export interface OperationResult {
  readonly ok: boolean;
  readonly status: number;
  readonly answer: WrittenAnswer;
}

/** `outer` is the request that asks for the call: its address counts, and its key, unless the arguments bring one. */
export async function callTool(
  tool: Tool,
  args: JsonObject,
  outer: RequestContext,
  tools: readonly Tool[],
  services: Services,
): Promise<ToolResult> {
  // Models that fill in a schema send null for what they do not mean.
  const meant = Object.fromEntries(Object.entries(args).filter(([, value]) => value !== null));
  const { ok, status, answer } = await callOperation(operationFor(tool, meant), meant, outer, services);
  const body = withToolSteps(withKeyAdvice(answer), tools);
  if (ok) return { content: [{ type: "text", text: JSON.stringify(body) }], structuredContent: body };
  return { content: [{ type: "text", text: JSON.stringify({ status, ...body }) }], isError: true };
}

const KEY_ADVICE =
  "Give your key as the argument api_key, or configure this server with the header `Authorization: Bearer <key>`.";

/** An error about the key, with how a key is given to a tool. */
function withKeyAdvice(answer: JsonObject): JsonObject {
  if (answer["code"] === "missing_key") {
    const otherwise = "If you have none, call register, which needs no key. If you lost it, use your recovery code.";
    return { ...answer, suggestion: `${KEY_ADVICE} ${otherwise}` };
  }
  return answer["code"] === "invalid_key"
    ? { ...answer, suggestion: `${String(answer["suggestion"])} ${KEY_ADVICE}` }
    : answer;
}

/**
 * The operation of a tool that the arguments name, or else are for: the one that requires most of what is there, and of
 * several the one that knows most of it.
 */
function operationFor({ operations, byName }: Tool, args: JsonObject): Operation {
  const named = operations.find(({ endpoint }) => byName && snakeCase(endpoint.contract.name) === args["what"]);
  const [fitting] = operations
    .filter(({ required }) => required.every((name) => args[name] !== undefined))
    .toSorted((a, b) => b.required.length - a.required.length || knownOf(b, args) - knownOf(a, args));
  const found = named ?? fitting ?? operations.at(-1);
  if (found === undefined) throw new Error("a tool has no operation");
  return found;
}

/** How many of the arguments belong to the operation. */
function knownOf({ fields: { params, query, body } }: Operation, args: JsonObject): number {
  const known = { ...params, ...query, ...body };
  return Object.keys(args).filter((name) => Object.hasOwn(known, name)).length;
}

export async function callOperation(
  { endpoint, fields }: Operation,
  args: JsonObject,
  outer: RequestContext,
  services: Services,
): Promise<OperationResult> {
  const params = textsOf(args, fields.params);
  const query = { ...textsOf(args, fields.query), ...endpoint.contract.toolQuery };
  const address = addressOf(endpoint.contract, { params, query });
  const queryAt = address.indexOf("?");
  const body = bodyOf(endpoint, args, fields);
  const request: RequestContext = {
    id: outer.id,
    method: endpoint.contract.method,
    path: queryAt < 0 ? address : address.slice(0, queryAt),
    search: queryAt < 0 ? "" : address.slice(queryAt),
    headers: headersOf(args, outer.headers),
    body: async () => body,
    address: outer.address,
    now: services.now(),
    via: "mcp",
  };
  const {
    status,
    text: sent,
    headers,
  } = await observed(request, services, endpoint.contract, () =>
    inOwnSlot(services, () => serve(endpoint, request, params, services)),
  );
  const text = await new Response(sent).text();
  const isJson = headers["content-type"]?.startsWith("application/json") === true;
  return { ok: status < 300, status, answer: isJson ? answerIn(text) : { document: text } };
}

/** Each call is a request like any other: it waits for a slot, and gives that up while it waits for something slow. */
async function inOwnSlot({ concurrency }: Needs<"concurrency">, answer: () => Promise<Reply>): Promise<Reply> {
  const outer = currentSlot();
  try {
    return await concurrency.withSlot(() => outer?.isGone === true, answer);
  } catch (thrown) {
    if (thrown instanceof Failure) return failureReply(thrown);
    throw thrown;
  }
}

/** Arguments that go into an address. What is null there was not meant. */
function textsOf(args: JsonObject, fields: Operation["fields"]["query"]): Record<string, string> {
  const given = Object.keys(fields).filter((name) => args[name] !== undefined && args[name] !== null);
  return Object.fromEntries(given.map((name) => [name, textOf(args[name])]));
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** Arguments that are no fields of the body. */
const NOT_IN_BODIES = ["api_key", "idempotency_key", "what"];

/** All other arguments, so that the endpoint can say which of them it does not know. */
function bodyOf({ contract }: Endpoint, args: JsonObject, { params, query }: Operation["fields"]): Body {
  if (contract.body === undefined) return { kind: "none" };
  const elsewhere = new Set([...NOT_IN_BODIES, ...Object.keys(params), ...Object.keys(query)]);
  const given = Object.entries(args).filter(([name]) => !elsewhere.has(name));
  return { kind: "json", value: Object.fromEntries(given) };
}

/** The headers that the endpoint would have got: a key and an Idempotency-Key, and nothing else. */
function headersOf({ api_key, idempotency_key }: JsonObject, outer: IncomingHttpHeaders): IncomingHttpHeaders {
  const { authorization, "x-api-key": key } = outer;
  const shown = {
    ...(authorization === undefined ? {} : { authorization }),
    ...(key === undefined ? {} : { "x-api-key": key }),
  };
  return {
    ...(api_key === undefined || api_key === null ? shown : { authorization: `Bearer ${textOf(api_key).trim()}` }),
    ...(idempotency_key === undefined || idempotency_key === null
      ? {}
      : { "idempotency-key": textOf(idempotency_key) }),
  };
}
