// The service's MCP tools for clients that speak stdio: each message is sent on to the hosted server and its answers are
// written back as they come. Nothing is interpreted but what the transport needs, so every tool, prompt and resource of
// the service is available. The saved key is sent as a bearer token. A key from a registration is saved.
import { createInterface } from "node:readline";
import type { Context } from "../context.ts";
import { fieldsOf, type Fields } from "../json.ts";
import { loadProfile, saveProfile } from "../profile.ts";

interface Message {
  readonly id: unknown;
  readonly method: string | undefined;
  readonly params: Fields;
  readonly meta: Fields;
}

function messageIn(sent: unknown): Message {
  const { id, method, params } = fieldsOf(sent);
  const fields = fieldsOf(params);
  return {
    id,
    method: typeof method === "string" ? method : undefined,
    params: fields,
    meta: fieldsOf(fields["_meta"]),
  };
}

const PROTOCOL_VERSION = "io.modelcontextprotocol/protocolVersion";
/** Which field of a request the header Mcp-Name repeats. */
const NAMED_BY: Readonly<Record<string, string>> = {
  "tools/call": "name",
  "prompts/get": "name",
  "resources/read": "uri",
};
const HEADER_SAFE = /^[\u0021-\u007e]([\u0020-\u007e]*[\u0021-\u007e])?$/;

function headerValue(value: string): string {
  return HEADER_SAFE.test(value) ? value : `=?base64?${Buffer.from(value).toString("base64")}?=`;
}

class Bridge {
  readonly #context: Context;
  readonly #endpoint: string;
  readonly #running = new Map<unknown, AbortController>();
  #key: string | undefined;
  /** What a client of the 2025 revisions has agreed on at initialize. */
  #agreedVersion: string | undefined;
  #session: string | undefined;

  constructor(context: Context, tools: string | undefined) {
    this.#context = context;
    this.#endpoint = `${context.url}/mcp${tools === undefined ? "" : `?tools=${tools}`}`;
    this.#key = context.key;
  }

  #write(message: unknown): void {
    process.stdout.write(`${JSON.stringify(message)}\n`);
  }

  #headers({ method, params, meta, id }: Message): Record<string, string> {
    const claimed = meta[PROTOCOL_VERSION];
    const field = method === undefined ? undefined : NAMED_BY[method];
    const name = field === undefined ? undefined : params[field];
    const own: Record<string, string> =
      typeof claimed === "string" && id !== undefined && method !== undefined
        ? {
            "mcp-protocol-version": claimed,
            "mcp-method": method,
            ...(typeof name === "string" ? { "mcp-name": headerValue(name) } : {}),
          }
        : this.#agreedVersion === undefined
          ? {}
          : { "mcp-protocol-version": this.#agreedVersion };
    return {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      ...own,
      ...(this.#session === undefined ? {} : { "mcp-session-id": this.#session }),
      ...(this.#key === undefined ? {} : { authorization: `Bearer ${this.#key}` }),
    };
  }

  async forward(line: string): Promise<void> {
    let message: Message;
    try {
      message = messageIn(JSON.parse(line));
    } catch {
      this.#write({ jsonrpc: "2.0", id: null, error: { code: -32700, message: "Parse error" } });
      return;
    }
    if (message.method === "notifications/cancelled") this.#running.get(message.params["requestId"])?.abort();
    if (this.#refusesRegistration(message)) return;
    const control = new AbortController();
    if (message.id !== undefined) this.#running.set(message.id, control);
    try {
      await this.#exchange(message, line, control.signal);
    } catch (error) {
      if (control.signal.aborted || message.id === undefined || message.method === undefined) return;
      const why = error instanceof Error ? error.message : String(error);
      const text = `Cannot reach ${this.#endpoint}: ${why}. Check the address, and that the service is running.`;
      this.#write({ jsonrpc: "2.0", id: message.id, error: { code: -32603, message: text } });
    } finally {
      this.#running.delete(message.id);
    }
  }

  async #exchange(message: Message, line: string, signal: AbortSignal): Promise<void> {
    const headers = this.#headers(message);
    const response = await fetch(this.#endpoint, { method: "POST", headers, body: line, signal, redirect: "error" });
    this.#session = response.headers.get("mcp-session-id") ?? this.#session;
    const type = response.headers.get("content-type") ?? "";
    if (type.startsWith("text/event-stream") && response.body !== null) {
      for await (const data of eventsIn(response.body)) this.#answer(message, JSON.parse(data));
      return;
    }
    const text = await response.text();
    if (text === "" || message.id === undefined) return;
    if (type.startsWith("application/json")) {
      const answer: unknown = JSON.parse(text);
      if (Array.isArray(answer) || "jsonrpc" in fieldsOf(answer)) return this.#answer(message, answer);
      const { error, suggestion } = fieldsOf(answer);
      if (typeof error === "string" && typeof suggestion === "string") {
        throw new Error(`${response.status} ${error}. ${suggestion}`);
      }
    }
    throw new Error(`the service returned ${response.status} ${type}`);
  }

  #answer(asked: Message, answer: unknown): void {
    const result = fieldsOf(fieldsOf(answer)["result"]);
    const version = result["protocolVersion"];
    if (asked.method === "initialize" && typeof version === "string") this.#agreedVersion = version;
    if (asked.method === "tools/call" && asked.params["name"] === "register") this.#saveKey(result);
    this.#write(answer);
  }

  /** One account to a profile: a second registration needs another profile, as on the command line. */
  #refusesRegistration({ id, method, params, meta }: Message): boolean {
    const saved = loadProfile(this.#context.profileName);
    if (method !== "tools/call" || params["name"] !== "register" || saved === undefined) return false;
    const text = `You are already registered as ${saved.username} at ${saved.url}. Your key is sent with every call, so you do not need api_key. For a second account, start \`denkeeper mcp\` with another --profile.`;
    // Revisions from 2026 on want to know whether a result is all there is.
    const complete = meta[PROTOCOL_VERSION] === undefined ? {} : { resultType: "complete" };
    this.#write({ jsonrpc: "2.0", id, result: { ...complete, content: [{ type: "text", text }], isError: true } });
    return true;
  }

  #saveKey(result: Fields): void {
    const { your_token: key, agent } = fieldsOf(result["structuredContent"]);
    const { username } = fieldsOf(agent);
    if (typeof key !== "string" || typeof username !== "string" || this.#key !== undefined) return;
    saveProfile(this.#context.profileName, { url: this.#context.url, username, key });
    this.#key = key;
  }
}

/** The data of each server-sent event. */
async function* eventsIn(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of body) {
    const events = (rest + decoder.decode(chunk, { stream: true })).replaceAll("\r\n", "\n").split("\n\n");
    rest = events.pop() ?? "";
    for (const event of events) {
      const data = event.split("\n").filter((line) => line.startsWith("data:"));
      if (data.length > 0) yield data.map((line) => line.slice(5).trimStart()).join("\n");
    }
  }
}

export async function mcp(context: Context, { tools }: { readonly tools?: string }): Promise<void> {
  const bridge = new Bridge(context, tools);
  const exchanges = new Set<Promise<void>>();
  for await (const line of createInterface({ input: process.stdin, crlfDelay: Infinity })) {
    if (line.trim() === "") continue;
    const exchange = bridge.forward(line).finally(() => exchanges.delete(exchange));
    exchanges.add(exchange);
    // What a client agrees on at initialize decides the headers of all that follows.
    if (line.includes('"initialize"')) await exchange;
  }
  await Promise.all(exchanges);
}
