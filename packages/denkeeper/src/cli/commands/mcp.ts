// `mcp`: forwards MCP messages from stdio to the hosted server with the saved key, and saves the key of a registration.
import { createInterface } from "node:readline";
import type { CommandContext } from "../context.ts";
import { fieldsOf, parseJson, type Fields } from "../json.ts";
import { loadProfile, saveProfile } from "../profile.ts";

const PROTOCOL_VERSION = "io.modelcontextprotocol/protocolVersion";
/** The parameter whose value the Mcp-Name header repeats, by method. */
const NAMED_BY: Readonly<Record<string, string>> = {
  "tools/call": "name",
  "prompts/get": "name",
  "resources/read": "uri",
};
const HEADER_SAFE = /^[\u0021-\u007e]([\u0020-\u007e]*[\u0021-\u007e])?$/;

type Message = ReturnType<typeof messageIn>;

function messageIn(sent: unknown) {
  const { id, method, params } = fieldsOf(sent);
  const fields = fieldsOf(params);
  // Clients of the 2026 revisions declare their version in each request.
  const claims = id === undefined ? undefined : fieldsOf(fields["_meta"])[PROTOCOL_VERSION];
  // A client's response has an id but expects no answer.
  return { id: method === undefined ? undefined : id, method: String(method), params: fields, claims };
}

function ownHeaders({ method, params, claims }: Message): Record<string, string> {
  const name = params[NAMED_BY[method] ?? ""];
  if (typeof claims !== "string") return {};
  const headers = { "mcp-protocol-version": claims, "mcp-method": method };
  if (typeof name !== "string") return headers;
  const encoded = HEADER_SAFE.test(name) ? name : `=?base64?${Buffer.from(name).toString("base64")}?=`;
  return { ...headers, "mcp-name": encoded };
}

class Bridge {
  readonly #context: CommandContext;
  readonly #endpoint: string;
  readonly #running = new Map<unknown, AbortController>();
  #key: string | undefined;
  /** The header with the protocol version that a client of a 2025 revision negotiated at initialize. */
  #agreed: Record<string, string> = {};

  constructor(context: CommandContext, tools: string | undefined) {
    this.#context = context;
    this.#endpoint = `${context.url}/mcp${tools === undefined ? "" : `?tools=${tools}`}`;
    this.#key = context.key;
  }

  #write(message: object): void {
    process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  }

  async forward(line: string): Promise<void> {
    const sent = parseJson(line);
    if (sent === undefined) return this.#write({ id: null, error: { code: -32700, message: "Parse error" } });
    const message = messageIn(sent);
    if (message.method === "notifications/cancelled") this.#running.get(message.params["requestId"])?.abort();
    if (this.#refusesRegistration(message)) return;
    const control = new AbortController();
    if (message.id !== undefined) this.#running.set(message.id, control);
    try {
      await this.#exchange(message, line, control.signal);
    } catch (error) {
      if (control.signal.aborted || message.id === undefined) return;
      const why = error instanceof Error ? error.message : String(error);
      const text = `Cannot reach ${this.#endpoint}: ${why}. Check the address, and that the service is running.`;
      this.#write({ id: message.id, error: { code: -32603, message: text } });
    } finally {
      this.#running.delete(message.id);
    }
  }

  async #exchange(message: Message, body: string, signal: AbortSignal): Promise<void> {
    const headers = {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      ...this.#agreed,
      ...ownHeaders(message),
      ...(this.#key === undefined ? {} : { authorization: `Bearer ${this.#key}` }),
    };
    const response = await fetch(this.#endpoint, { method: "POST", headers, body, signal, redirect: "error" });
    const text = await response.text();
    if (text === "" || message.id === undefined) return;
    const answer = parseJson(text);
    const { jsonrpc, result, error, suggestion } = fieldsOf(answer);
    if (jsonrpc === undefined && !Array.isArray(answer)) {
      const refused =
        typeof error === "string" ? `${error}. ${String(suggestion)}` : "the response is not from an MCP server";
      throw new Error(`the service returned ${response.status}: ${refused}`);
    }
    const { protocolVersion: version, structuredContent: content } = fieldsOf(result);
    if (message.method === "initialize" && typeof version === "string")
      this.#agreed = { "mcp-protocol-version": version };
    if (message.method === "tools/call" && message.params["name"] === "register") this.#saveKey(fieldsOf(content));
    process.stdout.write(`${JSON.stringify(answer)}\n`);
  }

  /** Rejects a registration if the profile already holds an account, as the command `register` does. */
  #refusesRegistration({ id, method, params, claims }: Message): boolean {
    const saved = loadProfile(this.#context.profileName);
    if (method !== "tools/call" || params["name"] !== "register" || saved === undefined) return false;
    const text = `You are already registered as ${saved.username} at ${saved.url}. Your key is sent with every call, so you do not need api_key. For a second account, start \`denkeeper mcp\` with another --profile.`;
    // The 2026 revisions require a type in each result.
    const complete = claims === undefined ? {} : { resultType: "complete" };
    this.#write({ id, result: { ...complete, content: [{ type: "text", text }], isError: true } });
    return true;
  }

  #saveKey({ your_token: key, agent }: Fields): void {
    const { username } = fieldsOf(agent);
    if (typeof key !== "string" || typeof username !== "string" || this.#key !== undefined) return;
    saveProfile(this.#context.profileName, { url: this.#context.url, username, key });
    this.#key = key;
  }
}

export async function mcp(context: CommandContext, { tools }: { readonly tools?: string }): Promise<void> {
  const bridge = new Bridge(context, tools);
  const exchanges = new Set<Promise<void>>();
  for await (const line of createInterface({ input: process.stdin, crlfDelay: Infinity })) {
    if (line.trim() === "") continue;
    const exchange = bridge.forward(line).finally(() => exchanges.delete(exchange));
    exchanges.add(exchange);
    // The negotiated version determines the headers of all later messages.
    if (line.includes('"initialize"')) await exchange;
  }
  await Promise.all(exchanges);
}
