// Serves the Model Context Protocol at POST /mcp over streamable HTTP, for current clients and those of 2025. Requests are
// independent, so any process can answer them. A missing or bad key fails the tool call, not the HTTP request.
import { isJsonObject } from "../platform/json.ts";
import {
  WebStandardStreamableHTTPServerTransport,
  createMcpHandler,
  isLegacyRequest,
  localhostAllowedOrigins,
  originValidationResponse,
} from "@modelcontextprotocol/server";
import { countByAddress } from "../http/guard/count-address.ts";
import type { Endpoint } from "../http/request/endpoint.ts";
import type { Limit } from "../http/contract/contract.ts";
import { Failure } from "../http/respond/errors.ts";
import { JSON_TYPE, type RequestContext, type Reply } from "../http/message/request-context.ts";
import { tooLarge } from "../http/request/validate.ts";
import type { Needs } from "../model/services.ts";
import type { Services } from "../http/request/services.ts";
import type { Route } from "../http/server/route.ts";
import { aside } from "../platform/slot.ts";
import { insteadOfTool } from "./repair.ts";
import { serverFor } from "./server.ts";
import { ToolsList } from "./tools-list.ts";
import { careTools, toolsFrom, type Tool } from "./tools.ts";

/** Counts every message, because some, such as tools/list, fall under no tool's limit. */
const LIMIT: Limit = { by: "ip", max: 600, windowSeconds: 60 };
const MCP = { name: "mcp", path: "/mcp", limit: LIMIT } as const;

/** MCP clients of 2025 may send several messages in one request. */
const MAX_BATCH = 10;
/** Methods with large answers. A batch may contain one, because several would only serve to flood the service. */
const LARGE: ReadonlySet<string> = new Set([
  "tools/list",
  "prompts/list",
  "resources/list",
  "resources/templates/list",
  "resources/read",
]);
const NO_SUCH_LIST = "There is no such list of tools: /mcp?tools=care has ten that keep a house, /mcp has all.";
const PARSE_ERROR = -32_700;
const INVALID_REQUEST = -32_600;

export function mcpRoute(endpoints: readonly Endpoint[]): Route {
  const all = toolsFrom(endpoints);
  const lists = new Map<string | null, { readonly tools: readonly Tool[]; readonly written: ToolsList }>([
    [null, { tools: all, written: new ToolsList() }],
    ["care", { tools: careTools(all), written: new ToolsList() }],
  ]);
  return {
    ...MCP,
    method: "ALL",
    async answer({ request: context }, services) {
      if (context.method !== "POST") throw onlyPost(context.method);
      const body = await context.body();
      if (body.kind === "tooLarge") throw tooLarge();
      if (body.kind !== "json") return rpcError(PARSE_ERROR, "The body must be one JSON-RPC message in UTF-8.");
      const list = lists.get(new URLSearchParams(context.search).get("tools"));
      if (list === undefined) return rpcError(INVALID_REQUEST, NO_SUCH_LIST);
      const { tools, written } = list;
      const fault = faultIn(body.value);
      if (fault !== undefined) return rpcError(INVALID_REQUEST, fault);
      await countMessages(body.value, context, services);
      const request = requestOf(context, services);
      const rejection = foreignOrigin(request, services);
      if (rejection !== undefined) return replyOf(rejection);
      // Each message waits for its own slot, and the request releases its slot until all are answered.
      const ask = async (message: unknown) =>
        withHint(
          await replyOf(await aside(() => answer(request.clone(), message, { context, tools, services }))),
          message,
          tools,
        );
      return (await written.answer(body.value, kindOf(context), ask)) ?? ask(body.value);
    },
  };
}

/** Returns what is wrong with a batch, if anything. */
function faultIn(value: unknown): string | undefined {
  if (!Array.isArray(value)) return undefined;
  if (value.length > MAX_BATCH) return `A request can have at most ${MAX_BATCH} messages. Split the batch.`;
  const large = value.filter((message: unknown) => isJsonObject(message) && LARGE.has(String(message["method"])));
  return large.length > 1 ? "At most one message of a batch can ask for a list or a document." : undefined;
}

/** Counts every message of a batch except the first, which was counted with the request. */
async function countMessages(
  value: unknown,
  context: RequestContext,
  services: Pick<Services, "limiter">,
): Promise<void> {
  const count = Array.isArray(value) ? value.length : 1;
  for (let counted = 1; counted < count; counted++) await countByAddress(MCP, context, services);
}

/** Returns the properties of a request that change the list of tools, as a cache key. */
function kindOf(context: RequestContext): string {
  const { "mcp-protocol-version": version, "mcp-method": method } = context.headers;
  return JSON.stringify([wantsOnlyStream(context), version, method]);
}

interface McpRequest {
  readonly context: RequestContext;
  readonly tools: readonly Tool[];
  readonly services: Services;
}

async function answer(
  request: Request,
  parsedBody: unknown,
  { context, tools, services }: McpRequest,
): Promise<Response> {
  const streamed = wantsOnlyStream(context);
  const factory = () => serverFor({ outer: context, tools, services });
  if (!(await isLegacyRequest(request, parsedBody))) {
    // Rejects subscriptions, because the lists of tools, prompts, and resources never change while the server runs.
    const handler = createMcpHandler(factory, {
      legacy: "reject",
      responseMode: streamed ? "sse" : "auto",
      maxSubscriptions: 0,
    });
    return handler.fetch(request, { parsedBody });
  }
  const server = factory();
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: !streamed });
  await server.connect(transport);
  return transport.handleRequest(request, { parsedBody });
}

/**
 * Returns whether the client accepts only event streams. The SDK always receives an Accept header that lists both JSON and event
 * streams, because it rejects requests without both.
 */
function wantsOnlyStream({ headers: { accept = "" } }: RequestContext): boolean {
  return accept.includes("text/event-stream") && !/application\/json|application\/\*|\*\/\*/.test(accept);
}

/** Converts the request to the SDK's form, without the caller's key. */
function requestOf({ headers }: RequestContext, { config }: Needs<"config">): Request {
  const forwarded = Object.entries(headers).filter(
    (entry): entry is [string, string] =>
      /^(?:mcp-|content-type$|origin$)/.test(entry[0]) && typeof entry[1] === "string",
  );
  return new Request(`${config.baseUrl}${MCP.path}`, {
    method: "POST",
    headers: [...forwarded, ["accept", "application/json, text/event-stream"]],
  });
}

/** Returns the rejection of a request from another site's page, which could otherwise reach a local server by browser. */
function foreignOrigin(request: Request, { config }: Needs<"config">): Response | undefined {
  return originValidationResponse(request, [new URL(config.baseUrl).hostname, ...localhostAllowedOrigins()]);
}

async function replyOf(response: Response): Promise<Reply> {
  const type = response.headers.get("content-type");
  return {
    status: response.status,
    text: await response.text(),
    headers: { "cache-control": "no-store", ...(type === null ? {} : { "content-type": type }) },
  };
}

/** Adds a suggestion to the SDK's error about an unknown tool. */
function withHint(reply: Reply, message: unknown, tools: readonly Tool[]): Reply {
  const params = isJsonObject(message) && message["method"] === "tools/call" ? message["params"] : undefined;
  const name = isJsonObject(params) ? params["name"] : undefined;
  const hint = typeof name === "string" ? insteadOfTool(name, tools) : undefined;
  if (hint === undefined || typeof reply.text !== "string") return reply;
  const error = `Tool ${String(name)} not found`;
  return { ...reply, text: reply.text.replace(JSON.stringify(error), () => JSON.stringify(`${error}. ${hint}`)) };
}

function rpcError(code: number, message: string): Reply {
  const text = JSON.stringify({ jsonrpc: "2.0", error: { code, message }, id: null });
  return { status: 400, text, headers: { "content-type": JSON_TYPE, "cache-control": "no-store" } };
}

function onlyPost(method: string): Failure {
  return Failure.general("mcp_needs_post", { error: `/mcp does not accept ${method}`, headers: { allow: "POST" } });
}
