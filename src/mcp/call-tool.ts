// A tool call runs an endpoint within the process: the same limits by address and agent, key check, validation,
// idempotency and errors. None of it is repeated here.
import { isJsonObject, type JsonObject } from "../platform/json.ts";
import type { IncomingHttpHeaders } from "node:http";
import { observeRequest } from "../http/request/observe.ts";
import type { Body, RequestContext, Reply } from "../http/message/request-context.ts";
import type { Endpoint } from "../http/request/endpoint.ts";
import { MOST_WARNINGS, unknownField } from "../http/contract/body-fields.ts";
import { addressOf, parseAnswer, type AnswerJson } from "../http/contract/contract.ts";
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

export interface ToolResult {
  [field: string]: unknown;
  content: { type: "text"; text: string }[];
  structuredContent?: Record<string, unknown>;
  isError?: boolean;
  _meta?: Record<string, unknown>;
}

/** The answer of an endpoint. */
export interface OperationResult {
  readonly ok: boolean;
  readonly status: number;
  readonly answer: AnswerJson;
  /** What a host may show its people beside it. */
  readonly beside: object | undefined;
}

export interface ToolCallContext {
  /** The request that asks for the call: its address counts, and its key, unless the arguments bring one. */
  readonly outer: RequestContext;
  readonly tools: readonly Tool[];
  readonly services: Services;
}

export async function callTool(tool: Tool, args: JsonObject, around: ToolCallContext): Promise<ToolResult> {
  const { outer, tools, services } = around;
  // Models that fill in a schema send null for what they do not mean.
  const meant = Object.fromEntries(Object.entries(args).filter(([, value]) => value !== null));
  const keyed = carriesKey(headersOf(meant, outer.headers));
  const username = () => (keyed ? usernameOf(meant, around) : undefined);
  const operation = operationFor(tool, meant);
  if (operation === undefined) return failed(400, withoutOperation(tool, meant["what"], await username()));
  const { ok, status, answer, beside } = await callOperation(operation, meant, outer, services);
  const _meta = beside && { _meta: { [CARD_FIELD]: beside } };
  const hasKey = keyed || (ok && typeof answer["your_token"] === "string");
  const said = withWarnings(status === 429 ? withoutDiscovery(answer) : answer, operation, meant);
  const body = inToolTerms(withKeyAdvice(said), { tools, hasKey, ...(ok ? { from: tool.name } : {}) });
  if (ok) return { content: [{ type: "text", text: JSON.stringify(body) }], structuredContent: body, ..._meta };
  const call = { tool, operation, given: meant };
  if (status === 429)
    return failed(status, withFirst(body, retryLaterCall(call, Number(answer["retry_after_seconds"]))));
  return {
    ...failed(status, status === 400 ? withFirst(body, await completeCall(call, body, username)) : body),
    ..._meta,
  };
}

/** The caller's own username, for an example that works. */
async function usernameOf({ api_key }: JsonObject, around: ToolCallContext): Promise<string | undefined> {
  const { outer, tools, services } = around;
  const operations = tools.flatMap((each) => each.operations);
  const operation = operations.find(({ endpoint }) => endpoint.contract.name === readAccount.name);
  if (operation === undefined) return undefined;
  const { answer } = await callOperation(operation, { api_key }, outer, services);
  const agent = isJsonObject(answer["agent"]) ? answer["agent"] : {};
  return typeof agent["username"] === "string" ? agent["username"] : undefined;
}

const KEY_ADVICE =
  "Give your key as the argument api_key, or configure this server with the header `Authorization: Bearer <key>`.";

/** An error about the key, with how a key is given to a tool. */
function withKeyAdvice(answer: AnswerJson): AnswerJson {
  if (answer["code"] === "missing_key") {
    const otherwise = "If you have none, call register, which needs no key. If you lost it, use your recovery code.";
    return { ...answer, suggestion: `${KEY_ADVICE} ${otherwise}` };
  }
  return answer["code"] === "invalid_key"
    ? { ...answer, suggestion: `${String(answer["suggestion"])} ${KEY_ADVICE}` }
    : answer;
}

/** An endpoint with a body names what it does not know itself. Of the others' arguments only what they know is sent. */
function withWarnings(answer: AnswerJson, { endpoint, fields }: ToolOperation, args: JsonObject): AnswerJson {
  const known = Object.keys({ ...fields.params, ...fields.query });
  const unknown = Object.keys(args).filter((name) => ![...OWN_ARGUMENTS, ...known].includes(name));
  if (endpoint.contract.body !== undefined || unknown.length === 0) return answer;
  return { ...answer, warnings: unknown.slice(0, MOST_WARNINGS).map((name) => unknownField(name, name, known)) };
}

/** The operation of a tool that `what` names. Nothing is guessed from the other arguments. */
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
  const {
    status,
    text: sent,
    headers,
  } = await observeRequest(request, services, endpoint.contract, () =>
    inOwnSlot(services, request, () => serve(endpoint, request, params, services)),
  );
  const text = await new Response(sent).text();
  const isJson = headers["content-type"]?.startsWith("application/json") === true;
  return {
    ok: status < 300,
    status,
    answer: isJson ? parseAnswer(text) : { document: text },
    beside: request.hostContent,
  };
}

/** Each call is a request like any other: it waits for a slot, and gives that up while it waits for something slow. */
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

/** Arguments that go into an address. What is null there was not meant. */
function textsOf(args: JsonObject, fields: ToolOperation["fields"]["query"]): Record<string, string> {
  const given = Object.keys(fields).filter((name) => args[name] !== undefined && args[name] !== null);
  return Object.fromEntries(given.map((name) => [name, textOf(args[name])]));
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** All other arguments, so that the endpoint can say which of them it does not know. */
function bodyOf({ contract }: Endpoint, args: JsonObject, { params, query }: ToolOperation["fields"]): Body {
  if (contract.body === undefined) return { kind: "none" };
  const elsewhere = new Set([...OWN_ARGUMENTS, ...Object.keys(params), ...Object.keys(query)]);
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
