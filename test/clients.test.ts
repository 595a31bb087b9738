// Runs the commands from /join in the real agent command lines. A stand-in for the model's vendor calls the tools it is offered,
// as the prompt says, and the test checks what arrives at the service. With `RECORD_ANSWERS=1`, a passing run records the version
// and date that /join shows.
import { execFile, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { accountLines } from "../src/site/join/paste.ts";
import { clientsFor, linesOf } from "../src/site/join/tools.ts";
import { freshUsername, houseForFile, type House } from "./harness.ts";

const CLIENTS = {
  "claude-code": { module: "@anthropic-ai/claude-code", version: "2.1.328", program: "claude" },
  codex: { module: "@openai/codex", version: "0.169.0", program: "codex" },
} as const;
type ClientKey = keyof typeof CLIENTS;

const CHECKED = join(import.meta.dirname, "..", "src", "site", "join", "checked.json");
const TIMEOUT_MS = 600_000;
/** Attempts per prompt. A client may fail to load its tools only occasionally, so one attempt proves little. */
const TRIES = 3;
/** Longer than the second after which Codex starts without an optional server. */
const SLOW_MS = 1_500;
const run = promisify(execFile);
const house = await houseForFile({ env: { RATE_LIMIT_FACTOR: "1000" } });
// Installed once for all attempts. CLIENTS_FOLDER names a folder with installed clients.
const folder = process.env["CLIENTS_FOLDER"] ?? mkdtempSync(join(tmpdir(), "denkeeper-real-clients-"));
afterAll(() => {
  if (process.env["CLIENTS_FOLDER"] === undefined) rmSync(folder, { recursive: true });
});

beforeAll(async () => {
  if (process.env["CLIENTS_FOLDER"] !== undefined) return;
  const modules = Object.values(CLIENTS).map(({ module, version }) => `${module}@${version}`);
  await run("npm", ["install", "--no-save", "--no-audit", "--no-fund", "--prefix", folder, ...modules]);
}, TIMEOUT_MS);

/** Untyped, because each assertion checks the fields it needs. */
// oxlint-disable-next-line typescript/no-explicit-any
type Loose = any;

interface Turn {
  /** True if the request offered our tools, or a search that finds them. */
  readonly hasTools: boolean;
}

/** Finds the due step in one of our answers, wherever the client put that answer in its request. */
function dueStep(text: string): { readonly arguments: object } | undefined {
  for (const match of text.matchAll(/\{"success":|\{"creature":|\{"report":/g)) {
    for (let end = text.length; end > match.index; end = text.lastIndexOf("}", end - 1)) {
      try {
        const answer: Loose = JSON.parse(text.slice(match.index, end + 1));
        return answer.next_steps?.find((step: Loose) => step.due === true);
      } catch {}
    }
  }
  return undefined;
}

/** Acts as the model: checks the status, sends the step that is due, then stops. */
function nextCall(results: readonly string[]): { readonly tool: string; readonly args: object } | undefined {
  if (results.length === 0) return { tool: "check_status", args: {} };
  const step = results.length === 1 ? dueStep(results[0] ?? "") : undefined;
  return step === undefined ? undefined : { tool: "visit", args: step.arguments };
}

type Sender = (event: string, data: object) => void;

function claude(body: Loose, send: Sender): Turn {
  const tools: Loose[] = body.tools ?? [];
  const search = tools.find(({ name }) => name === "ToolSearch");
  const isListed = (name: string) => tools.some((tool) => tool.name === `mcp__denkeeper__${name}`);
  const blocks: Loose[] = body.messages.flatMap(({ content }: Loose) => (Array.isArray(content) ? content : []));
  const names = new Map(blocks.filter(({ type }) => type === "tool_use").map(({ id, name }) => [id, name]));
  const results = blocks.filter(
    ({ type, tool_use_id }) => type === "tool_result" && String(names.get(tool_use_id)).startsWith("mcp__denkeeper__"),
  );
  const call = nextCall(results.map(({ content }) => (typeof content === "string" ? content : content[0].text)));
  const hasSearched = blocks.some(({ name }) => name === "ToolSearch");
  const usage = { input_tokens: 1, output_tokens: 1 };
  const message = { id: "msg_1", type: "message", role: "assistant", model: body.model, content: [], usage };
  send("message_start", { message: { ...message, stop_reason: null, stop_sequence: null } });
  const isMain = tools.length > 0;
  const useOf = ({ tool, args }: NonNullable<typeof call>) => {
    if (isListed(tool) || hasSearched) return { name: `mcp__denkeeper__${tool}`, input: args };
    if (search === undefined) return undefined;
    const query = "select:mcp__denkeeper__check_status,mcp__denkeeper__visit";
    return { name: "ToolSearch", input: { query, max_results: 5 } };
  };
  const use = isMain && call !== undefined ? useOf(call) : undefined;
  const id = `toolu_${blocks.length}`;
  const block = use === undefined ? { type: "text", text: "" } : { type: "tool_use", id, name: use.name, input: {} };
  const delta =
    use === undefined
      ? { type: "text_delta", text: "HEARTBEAT_OK" }
      : { type: "input_json_delta", partial_json: JSON.stringify(use.input) };
  send("content_block_start", { index: 0, content_block: block });
  send("content_block_delta", { index: 0, delta });
  send("content_block_stop", { index: 0 });
  send("message_delta", {
    delta: { stop_reason: use === undefined ? "end_turn" : "tool_use", stop_sequence: null },
    usage,
  });
  send("message_stop", {});
  return { hasTools: !isMain || isListed("check_status") || search !== undefined };
}

function codex(body: Loose, send: Sender): Turn {
  const tools: Loose[] = body.tools ?? [];
  const ours = tools.filter(({ name }) => String(name).startsWith("mcp__denkeeper"));
  const outputs: Loose[] = body.input.filter(({ type }: Loose) => type === "function_call_output");
  const call = nextCall(outputs.map(({ output }) => (typeof output === "string" ? output : JSON.stringify(output))));
  const id = `resp_${body.input.length}`;
  send("response.created", { response: { id } });
  const isSpace = ours.some(({ type }) => type === "namespace");
  const item =
    call === undefined || ours.length === 0
      ? { type: "message", role: "assistant", content: [{ type: "output_text", text: "HEARTBEAT_OK" }] }
      : {
          type: "function_call",
          call_id: `call_${body.input.length}`,
          ...(isSpace ? { namespace: ours[0].name, name: call.tool } : { name: `mcp__denkeeper__${call.tool}` }),
          arguments: JSON.stringify(call.args),
        };
  send("response.output_item.done", { output_index: 0, item });
  const usage = { input_tokens: 1, output_tokens: 1, total_tokens: 2 };
  send("response.completed", { response: { id, usage } });
  return { hasTools: ours.length > 0 };
}

/** Starts a vendor's API on loopback that records each request to its model. */
async function openVendor(answer: (body: Loose, send: Sender) => Turn) {
  const turns: Turn[] = [];
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      if (request.method !== "POST" || !/\/(?:messages|responses)(?:\?|$)/.test(request.url ?? "")) {
        response.writeHead(404, { "content-type": "application/json" }).end("{}");
        return;
      }
      response.writeHead(200, { "content-type": "text/event-stream" });
      const send: Sender = (type, data) =>
        response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`);
      turns.push(answer(JSON.parse(Buffer.concat(chunks).toString()), send));
      response.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, turns, close: () => server.close() };
}

/** Delays the service, so that a client that does not wait starts without the tools. */
async function openSlowLine() {
  const server = createServer((request, response) => {
    setTimeout(() => {
      const { method, headers } = request;
      const onward = httpRequest(`${house.url}${request.url}`, { method, headers }, (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      });
      onward.on("error", () => response.destroy());
      request.pipe(onward);
    }, SLOW_MS);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, close: () => server.close() };
}

const VENDORS = { "claude-code": claude, codex } as const;

/** An empty home folder and its shell. Codex offers all tools to a model that it does not know, such as the stand-in. */
class Home {
  readonly at = mkdtempSync(join(tmpdir(), "denkeeper-client-home-"));
  readonly #env: Readonly<Record<string, string>>;

  constructor(vendor: string) {
    mkdirSync(join(this.at, ".codex"));
    const provider = `model = "standin"\nmodel_provider = "standin"\n[model_providers.standin]\nname = "standin"\nbase_url = "${vendor}/v1"\nwire_api = "responses"\n`;
    writeFileSync(join(this.at, ".codex", "config.toml"), provider);
    this.#env = {
      HOME: this.at,
      PATH: `${join(folder, "node_modules", ".bin")}:${process.env["PATH"]}`,
      ANTHROPIC_BASE_URL: vendor,
      ANTHROPIC_API_KEY: "sk-ant-standin",
      DISABLE_AUTOUPDATER: "1",
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
    };
  }

  /** Runs a typed command in a shell. */
  async typed(text: string): Promise<string> {
    const child = spawn("bash", ["-c", text], { cwd: this.at, env: this.#env, stdio: ["ignore", "pipe", "pipe"] });
    let said = "";
    child.stdout.on("data", (chunk: Buffer) => (said += chunk.toString()));
    child.stderr.on("data", (chunk: Buffer) => (said += chunk.toString()));
    const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
    expect(code, said).toBe(0);
    return said;
  }

  close(): void {
    rmSync(this.at, { recursive: true, force: true });
  }
}

/** Extracts the agent command from a cron line, without the leading check that needs the denkeeper command line. */
function promptOf(line = ""): string {
  return /(?:claude -p|codex exec) [^]*?(?= >> )/.exec(line)?.[0] ?? "";
}

async function bringToTheMeal({ url }: House, key: string): Promise<void> {
  const call = async (method: string, path: string, body?: object): Promise<Loose> => {
    const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
    const answer = await fetch(`${url}${path}`, { method, headers, body: JSON.stringify(body) });
    return answer.json();
  };
  const { recommended_checkin } = await call("GET", "/api/house/status");
  await call("POST", "/api/house/clock", { advance_hours: recommended_checkin.hours_from_now });
}

async function fedTimes(key: string): Promise<number> {
  const answer = await fetch(`${house.url}/api/house/history`, { headers: { authorization: `Bearer ${key}` } });
  const { care_log }: Loose = await answer.json();
  return care_log.filter(({ action }: Loose) => action === "feed").length;
}

describe.each(Object.keys(CLIENTS) as ClientKey[])("%s", (key) => {
  test("the documented commands offer the tools and feed the creature", { timeout: TIMEOUT_MS }, async () => {
    const vendor = await openVendor(VENDORS[key]);
    const home = new Home(vendor.url);
    const username = freshUsername("test");
    const line = await openSlowLine();
    const client = clientsFor({ baseUrl: line.url }).find((other) => other.key === key);
    await home.typed(`${accountLines(house.url, username)}\n${client?.connect.paste}`);
    const account = readFileSync(join(home.at, `denkeeper-${username}.json`), "utf8");
    const { your_token } = JSON.parse(account) as { your_token: string };
    const headers = { authorization: `Bearer ${your_token}` };
    expect((await house.call("POST", "/api/house/adopt", { name: "Pip" }, headers)).status).toBe(201);
    for (let meal = 1; meal <= TRIES; meal++) {
      await bringToTheMeal(house, your_token);
      vendor.turns.length = 0;
      expect(await home.typed(promptOf(client?.comeBack.paste))).toContain("HEARTBEAT_OK");
      expect(vendor.turns.map(({ hasTools }) => hasTools)).toEqual(vendor.turns.map(() => true));
      expect(vendor.turns.length).toBeLessThanOrEqual(5);
      expect(await fedTimes(your_token)).toBe(meal);
    }
    line.close();
    vendor.close();
    home.close();
    if (process.env["RECORD_ANSWERS"] !== undefined) {
      const checked = JSON.parse(readFileSync(CHECKED, "utf8")) as object;
      const on = new Date().toISOString().slice(0, 10);
      const entry = { version: CLIENTS[key].version, on, lines: linesOf(key) };
      writeFileSync(CHECKED, `${JSON.stringify({ ...checked, [key]: entry }, null, 2)}\n`);
    }
  });
});
