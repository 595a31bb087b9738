// Creates the MCP server for one request. It stores nothing between requests, in particular no key.
import { isJsonObject, type JsonObject } from "../platform/json.ts";
import {
  McpServer,
  ProtocolError,
  ProtocolErrorCode,
  ResourceTemplate,
  type StandardSchemaWithJSON,
} from "@modelcontextprotocol/server";
import { history } from "../care/history.get/contract.ts";
import { status } from "../care/status.get/contract.ts";
import type { Contract } from "../http/contract/contract.ts";
import type { Services } from "../http/request/services.ts";
import { DOCUMENTS } from "../docs/documents.ts";
import { callOperation, callTool, operationOf, type ToolCallContext } from "./call-tool.ts";
import { addCard, cardOf } from "./card/card.ts";
import { PROMPTS, instructionsFor, promptFor } from "./instructions.ts";
import { inToolTerms } from "./steps.ts";

const TWO_MINUTES_MS = 120_000;
const HOUSE_URI = "denkeeper://house";

export function serverFor(context: ToolCallContext): McpServer {
  const { tools, services } = context;
  const { baseUrl, build } = services.config;
  const server = new McpServer(
    { name: "denkeeper", title: "Denkeeper", version: build.name, websiteUrl: baseUrl },
    {
      instructions: instructionsFor(tools),
      cacheHints: {
        "tools/list": { ttlMs: TWO_MINUTES_MS, cacheScope: "public" },
        "prompts/list": { ttlMs: TWO_MINUTES_MS, cacheScope: "public" },
        "resources/list": { ttlMs: TWO_MINUTES_MS, cacheScope: "public" },
      },
    },
  );
  for (const tool of tools) {
    if (tool.isElsewhere === true) continue;
    const { name, title, description, annotations } = tool;
    const inputSchema = unvalidated(tool.inputSchema);
    server.registerTool(name, { title, description, annotations, inputSchema, ...cardOf(tool) }, (args) =>
      callTool(tool, args, context),
    );
  }
  for (const prompt of PROMPTS) {
    const { name, title, description } = prompt;
    server.registerPrompt(name, { title, description }, () => ({
      description,
      messages: [{ role: "user", content: { type: "text", text: promptFor(prompt, tools) } }],
    }));
  }
  addDocuments(server, services);
  addCard(server, baseUrl);
  addHouse(server, context);
  return server;
}

/** Returns a schema for display only, because the endpoint validates with its own errors. */
function unvalidated(json: JsonObject): StandardSchemaWithJSON<JsonObject, JsonObject> {
  return {
    "~standard": {
      version: 1,
      vendor: "denkeeper",
      validate: (value) => ({ value: isJsonObject(value) ? value : {} }),
      jsonSchema: { input: () => ({ ...json }), output: () => ({ ...json }) },
    },
  };
}

function addDocuments(server: McpServer, services: Services): void {
  for (const { name, title, about, text } of DOCUMENTS) {
    const config = { title, description: about, mimeType: "text/markdown" };
    server.registerResource(name, `denkeeper://${name}`, config, (uri) => ({
      contents: [{ uri: uri.href, mimeType: "text/markdown", text: text(services) }],
    }));
  }
}

/** Adds the caller's house and creatures as resources. Resources accept no api_key, so a bearer token identifies the caller. */
function addHouse(server: McpServer, context: ToolCallContext): void {
  server.registerResource(
    "house",
    HOUSE_URI,
    {
      title: "Your house",
      description: "Your creatures as they are now, as check_status shows them. Needs a bearer token.",
      mimeType: "application/json",
    },
    async (uri) => {
      const answer = await read(status, {}, context);
      return { contents: [{ uri: uri.href, mimeType: "application/json", text: JSON.stringify(answer) }] };
    },
  );
  server.registerResource(
    "creature",
    new ResourceTemplate("denkeeper://creature/{creature_id}", { list: undefined }),
    {
      title: "A creature's life",
      description: "The whole life of one of your creatures as a document. Needs a bearer token.",
      mimeType: "text/markdown",
    },
    async (uri, { creature_id }) => {
      const { document } = await read(history, { creature_id, format: "markdown" }, context);
      return { contents: [{ uri: uri.href, mimeType: "text/markdown", text: String(document) }] };
    },
  );
}

async function read(contract: Contract, args: JsonObject, context: ToolCallContext): Promise<JsonObject> {
  const { outer, tools, services } = context;
  const operation = operationOf(contract, tools);
  if (operation === undefined) throw new Error(`no tool calls ${contract.name}`);
  const { ok, answer } = await callOperation(operation, args, outer, services);
  if (ok) return inToolTerms(answer, { tools, hasKey: true });
  throw new ProtocolError(
    ProtocolErrorCode.InvalidParams,
    `${String(answer["error"])}. ${String(answer["suggestion"])}`,
  );
}
