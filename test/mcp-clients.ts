// Wraps both generations of MCP clients in one interface, so that one test can use either.
import { Client as ModernClient, StreamableHTTPClientTransport as ModernTransport } from "@modelcontextprotocol/client";
import { Client as OlderClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as OlderTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { onTestFinished } from "vitest";

interface Result {
  readonly isError?: boolean;
  // Untyped, because assertions check the fields they read.
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly structuredContent?: any;
  readonly content: readonly { readonly type: string; readonly text?: string }[];
}

interface Listed {
  readonly name: string;
  readonly inputSchema: { readonly properties?: object };
  readonly annotations?: { readonly readOnlyHint?: boolean; readonly destructiveHint?: boolean };
}

/** Operations that both generations of clients support. */
export interface AnyClient {
  readonly revision: string | undefined;
  tools(): Promise<readonly Listed[]>;
  call(name: string, args?: Record<string, unknown>): Promise<Result>;
  prompts(): Promise<readonly { readonly name: string }[]>;
  prompt(name: string): Promise<string>;
  resources(): Promise<readonly string[]>;
  read(uri: string): Promise<string>;
}

export const CLIENT_INFO = { name: "test", version: "1.0.0" };

export async function modernClient(address: URL, headers: Record<string, string> = {}): Promise<AnyClient> {
  const client = new ModernClient(CLIENT_INFO, { versionNegotiation: { mode: "auto" } });
  await client.connect(new ModernTransport(address, { requestInit: { headers } }));
  onTestFinished(() => client.close());
  return {
    revision: client.getNegotiatedProtocolVersion(),
    tools: async () => (await client.listTools()).tools as readonly Listed[],
    call: async (name, args = {}) => (await client.callTool({ name, arguments: args })) as Result,
    prompts: async () => (await client.listPrompts()).prompts,
    prompt: async (name) => JSON.stringify((await client.getPrompt({ name })).messages),
    resources: async () => [
      ...(await client.listResources()).resources.map(({ uri }) => uri),
      ...(await client.listResourceTemplates()).resourceTemplates.map(({ uriTemplate }) => uriTemplate),
    ],
    read: async (uri) => textOf((await client.readResource({ uri })).contents),
  };
}

async function olderClient(address: URL, headers: Record<string, string> = {}): Promise<AnyClient> {
  const client = new OlderClient(CLIENT_INFO);
  const transport = new OlderTransport(address, { requestInit: { headers } });
  await client.connect(transport);
  onTestFinished(() => client.close());
  return {
    revision: transport.protocolVersion,
    tools: async () => (await client.listTools()).tools as readonly Listed[],
    call: async (name, args = {}) => (await client.callTool({ name, arguments: args })) as Result,
    prompts: async () => (await client.listPrompts()).prompts,
    prompt: async (name) => JSON.stringify((await client.getPrompt({ name })).messages),
    resources: async () => [
      ...(await client.listResources()).resources.map(({ uri }) => uri),
      ...(await client.listResourceTemplates()).resourceTemplates.map(({ uriTemplate }) => uriTemplate),
    ],
    read: async (uri) => textOf((await client.readResource({ uri })).contents),
  };
}

function textOf(contents: readonly object[]): string {
  return (contents[0] as { text: string }).text;
}

/** Each client with the newest protocol revision that it supports. */
export const GENERATIONS = [
  ["client 2.x", modernClient, "2026-07-28"],
  ["client 1.x", olderClient, "2025-11-25"],
] as const;
