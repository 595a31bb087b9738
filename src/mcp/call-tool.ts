// Runs an endpoint in-process for a tool call, with its limits, key check, validation, idempotency, and errors.
import { isJsonObject, type JsonObject } from "../platform/json.ts";
import type { IncomingHttpHeaders } from "node:http";
import { observeRequest } from "../http/request/observe.ts";
import type { Body, RequestContext, Reply } from "../http/message/request-context.ts";
import type { Endpoint } from "../http/request/endpoint.ts";
import { MOST_WARNINGS, unknownField } from "../http/contract/body-fields.ts";
import { addressOf, parseAnswer, type AnswerJson, type Contract } from "../http/contract/contract.ts";
import { carriesKey } from "../http/guard/key-check.ts";
import { lanesOf } from "../http/guard/lanes.ts";
import { Failure } from "../http/respond/errors.ts";
import type { Services } from "../http/request/services.ts";
import { serve } from "../http/request/pipeline.ts";
import { failureReply } from "../http/respond/failure-reply.ts";
import { currentSlot } from "../platform/slot.ts";
import { readAccount } from "../accounts/account/contract.ts";
import { CARD_FIELD } from "./card/card.ts";
import { retryLaterCall, completeCall, withFirst, withoutDiscovery, withoutOperation } from "./repair.ts";
import { inToolTerms } from "./steps.ts";
import { OWN_ARGUMENTS, type ToolOperation, type Tool } from "./tools.ts";

interface ToolResult {
  [field: string]: unknown;
  content: { type: "text"; text: string }[];
  structuredContent?: Record<string, unknown>;
  isError?: boolean;
  _meta?: Record<string, unknown>;
}

interface OperationResult {
  readonly ok: boolean;
  readonly status: number;
  readonly answer: AnswerJson;
  /** Data for the host's card. No model reads it. */
  readonly beside: object | undefined;
}

export interface ToolCallContext {
  /** The HTTP request. Limits count its address, and its key is used unless the arguments contain one. */
  readonly outer: RequestContext;
  readonly tools: readonly Tool[];
  readonly services: Services;
}

export async function callTool(tool: Tool, input: JsonObject, context: ToolCallContext): Promise<ToolResult> {
  const { outer, tools, services } = context;
  // Some models send null for every argument that they do not use.
  const args = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== null));
  const keyed = carriesKey(headersOf(args, outer.headers));
  const username = () => (keyed ? usernameOf(args, context) : undefined);
  const operation = operationFor(tool, args);
  if (operation === undefined) return failed(400, withoutOperation(tool, args["what"], await username()));
  const { ok, status, answer, beside } = await callOperation(operation, args, outer, services);
  const _meta = beside && { _meta: { [CARD_FIELD]: beside } };
  const hasKey = keyed || (ok && typeof answer["your_token"] === "string");
  const warned = withWarnings(status === 429 ? withoutDiscovery(answer) : answer, operation, args);
  const body = inToolTerms(withKeyAdvice(warned), { tools, hasKey, ...(ok ? { from: tool.name } : {}) });
  if (ok) return { content: [{ type: "text", text: JSON.stringify(body) }], structuredContent: body, ..._meta };
  const call = { tool, operation, args };
  if (status === 429)
    return failed(status, withFirst(body, retryLaterCall(call, Number(answer["retry_after_seconds"]))));
  return {
    ...failed(status, status === 400 ? withFirst(body, await completeCall(call, body, username)) : body),
    ..._meta,
  };
}

/** Returns the caller's username, so that an example call works unchanged. */
async function usernameOf({ api_key }: JsonObject, context: ToolCallContext): Promise<string | undefined> {
  const { outer, tools, services } = context;
  const operation = operationOf(readAccount, tools);
  if (operation === undefined) return undefined;
  const { answer } = await callOperation(operation, { api_key }, outer, services);
  const agent = isJsonObject(answer["agent"]) ? answer["agent"] : {};
  return typeof agent["username"] === "string" ? agent["username"] : undefined;
}

const KEY_ADVICE =
  "Give your key as the argument api_key, or configure this server with the header `Authorization: Bearer <key>`.";

export function operationOf({ name }: Contract, tools: readonly Tool[]): ToolOperation | undefined {
  return tools.flatMap(({ operations }) => operations).find(({ endpoint }) => endpoint.contract.name === name);
}

/** Explains, in an error about the key, how to pass one to a tool. */
function withKeyAdvice(answer: AnswerJson): AnswerJson {
  if (answer["code"] === "missing_key") {
    const otherwise = "If you have none, call register, which needs no key. If you lost it, use your recovery code.";
    return { ...answer, suggestion: `${KEY_ADVICE} ${otherwise}` };
  }
  return answer["code"] === "invalid_key"
    ? { ...answer, suggestion: `${String(answer["suggestion"])} ${KEY_ADVICE}` }
    : answer;
}

/** Adds warnings about unknown arguments if the endpoint takes no body, because it then never receives them. */
function withWarnings(answer: AnswerJson, { endpoint, fields }: ToolOperation, args: JsonObject): AnswerJson {
  const known = Object.keys({ ...fields.params, ...fields.query });
  const unknown = Object.keys(args).filter((name) => ![...OWN_ARGUMENTS, ...known].includes(name));
  if (endpoint.contract.body !== undefined || unknown.length === 0) return answer;
  return { ...answer, warnings: unknown.slice(0, MOST_WARNINGS).map((name) => unknownField(name, name, known)) };
}

/** Returns the tool's only operation, or the one that `what` selects. Never guesses from other arguments. */
function operationFor({ operations }: Tool, args: JsonObject): ToolOperation | undefined {
  const [only, ...others] = operations;
  return others.length === 0 ? only : operations.find(({ what }) => what === args["what"]);
}

function failed(status: number, body: JsonObject): ToolResult {
  return { content: [{ type: "text", text: JSON.stringify({ status, ...body }) }], isError: true };
}

export async function callOperation(
  { endpoint, fields }: ToolOperation,
  args: JsonObject,
  outer: RequestContext,
  services: Services,
): Promise<OperationResult> {
  const params = textsOf(args, fields.params);
  const { defaults, query: fixed } = endpoint.contract.mcp ?? {};
  const query = { ...defaults, ...textsOf(args, fields.query), ...fixed };
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
  const reply = await observeRequest(request, services, endpoint.contract, () =>
    inOwnSlot(services, request, () => serve(endpoint, request, params, services)),
  );
  const { status, headers } = reply;
  const text = await new Response(reply.text).text();
  const isJson = headers["content-type"]?.startsWith("application/json") === true;
  return {
    ok: status < 300,
    status,
    answer: isJson ? parseAnswer(text) : { document: text },
    beside: request.hostContent,
  };
}

/** Waits for a slot like any request. The slot is released while the call waits for a slow dependency. */
async function inOwnSlot(
  { concurrency, suspectKeys }: Pick<Services, "concurrency" | "suspectKeys">,
  { headers, address }: RequestContext,
  answer: () => Promise<Reply>,
): Promise<Reply> {
  const outer = currentSlot();
  const lanes = lanesOf(headers, suspectKeys, () => address);
  try {
    return await concurrency.withSlot(() => outer?.isGone === true, answer, lanes);
  } catch (thrown) {
    if (thrown instanceof Failure) return failureReply(thrown);
    throw thrown;
  }
}

/** Returns the given arguments of these fields as text, for the address. */
function textsOf(args: JsonObject, fields: ToolOperation["fields"]["query"]): Record<string, string> {
  const names = Object.keys(fields).filter((name) => args[name] !== undefined && args[name] !== null);
  return Object.fromEntries(names.map((name) => [name, textOf(args[name])]));
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** Returns the arguments outside the address, known or not, so that the endpoint can warn about unknown ones. */
function bodyOf({ contract }: Endpoint, args: JsonObject, { params, query }: ToolOperation["fields"]): Body {
  if (contract.body === undefined) return { kind: "none" };
  const elsewhere = new Set([...OWN_ARGUMENTS, ...Object.keys(params), ...Object.keys(query)]);
  const fields = Object.entries(args).filter(([name]) => !elsewhere.has(name));
  return { kind: "json", value: Object.fromEntries(fields) };
}

/** Returns the headers of the equivalent HTTP call: only a key and an Idempotency-Key. */
function headersOf({ api_key, idempotency_key }: JsonObject, outer: IncomingHttpHeaders): IncomingHttpHeaders {
  const { authorization, "x-api-key": key } = outer;
  const outerKey = {
    ...(authorization === undefined ? {} : { authorization }),
    ...(key === undefined ? {} : { "x-api-key": key }),
  };
  return {
    ...(api_key === undefined || api_key === null ? outerKey : { authorization: `Bearer ${textOf(api_key).trim()}` }),
    ...(idempotency_key === undefined || idempotency_key === null
      ? {}
      : { "idempotency-key": textOf(idempotency_key) }),
  };
}
