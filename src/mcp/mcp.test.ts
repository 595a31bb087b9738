// The MCP server with both generations of the SDK, given only the address, and with plain HTTP requests.
import { pino } from "pino";
import { describe, expect, test } from "vitest";
import { zoneAt } from "../../test/den.ts";
import type { Answer } from "../../test/harness.ts";
import { until } from "../../test/processes/own-redis.ts";
import { freshAddress, freshUsername, houseForFile, openHouse } from "../../test/harness.ts";
import { CLIENT_INFO, GENERATIONS, modernClient } from "../../test/mcp-clients.ts";
import { buildApp } from "../build-app.ts";
import { HOUR_MS } from "@denkeeper/rules/time/durations.ts";
import { ENDPOINTS } from "../endpoints/index.ts";
import { listen } from "../http/server/server.ts";
import { toolsFrom } from "./tools.ts";

const house = await houseForFile({ env: { RATE_LIMIT_FACTOR: "1000" } });
const MCP = new URL(`${house.url}/mcp`);

interface ToolStep {
  readonly tool?: string;
  readonly arguments?: Record<string, unknown>;
}

describe.each(GENERATIONS)("%s", (_, connectTo, revision) => {
  const connect = (headers?: Record<string, string>) => connectTo(MCP, headers);

  test("negotiates its own revision of the protocol", async () => {
    expect((await connect()).revision).toBe(revision);
  });

  test("raises a creature to adulthood through tools alone, given nothing but the address", async () => {
    const client = await connect();
    // The client holds every result against the tool's output schema, once it has seen the list.
    await client.tools();
    const call = async (name: string, args: Record<string, unknown>) => {
      const result = await client.call(name, args);
      expect(result.isError ?? false, JSON.stringify(result.content)).toBe(false);
      expect(JSON.parse(result.content[0]?.text ?? "")).toEqual(result.structuredContent);
      return result.structuredContent;
    };
    const registered = await call("register", { username: freshUsername("test"), timezone: zoneAt(9) });
    const api_key: string = registered.your_token;
    const [adoption] = registered.next_steps as readonly ToolStep[];
    expect(adoption?.tool).toBe("adopt");
    const adopted = await call("adopt", { ...adoption?.arguments, api_key });
    expect(adopted.creature.stage).toBe("egg");
    const stages = new Set<string>();
    for (let visits = 0; visits < 400; visits++) {
      const { creature, next_steps, recommended_checkin } = await call("check_status", { api_key });
      stages.add(creature.stage);
      expect(creature.alive).toBe(true);
      if (creature.stage === "adult") break;
      const advised = (next_steps as readonly ToolStep[]).find(({ tool }) => tool === "care");
      if (advised !== undefined) await call("care", { ...advised.arguments, api_key });
      else {
        const { house_time } = await call("clock", { api_key });
        const waitHours = (Date.parse(recommended_checkin.at) - Date.parse(house_time)) / HOUR_MS;
        await call("clock", { api_key, advance_hours: Math.max(0.01, waitHours) });
      }
    }
    expect([...stages]).toEqual(["baby", "child", "teen", "adult"]);
    const { evolution_history } = await call("history", { api_key });
    expect(evolution_history.evolution_path).toBe("high_care");
  });

  test("every step of an answer is a call of a tool that works as given", async () => {
    const client = await connect();
    await client.tools();
    const { structuredContent: registered } = await client.call("register", { username: freshUsername("test") });
    const api_key: string = registered.your_token;
    await client.call("adopt", { name: "Pip", api_key });
    for (const name of ["check_status", "history", "graveyard", "preferences", "hall", "species", "stats", "clock"]) {
      const { structuredContent } = await client.call(name, { api_key });
      for (const step of structuredContent.next_steps as readonly ToolStep[]) {
        if (step.tool === undefined || step.tool === "register") continue;
        const followed = await client.call(step.tool, { ...step.arguments, api_key });
        expect(followed.isError ?? false, `${name}: ${JSON.stringify([step, followed.content])}`).toBe(false);
      }
    }
  });

  test("a bearer token is as good as the argument, and the argument wins", async () => {
    const ada = await house.register();
    const ben = await house.register();
    const client = await connect({ authorization: `Bearer ${ada.key}` });
    await client.tools();
    expect((await client.call("adopt", { name: "Ada" })).isError ?? false).toBe(false);
    expect((await client.call("check_status")).structuredContent.creature.name).toBe("Ada");
    const other = await client.call("check_status", { api_key: ben.key });
    expect(other.isError).toBe(true);
    expect(other.content[0]?.text).toContain("No living creatures in your house");
    expect(JSON.parse(await client.read("denkeeper://house")).creature.name).toBe("Ada");
    const { id } = JSON.parse(await client.read("denkeeper://house")).creature;
    expect(await client.read(`denkeeper://creature/${id}`)).toContain("# Ada");
  });

  test("a bad key is an error of the tool with advice, never one of the connection", async () => {
    const client = await connect({ authorization: "Bearer dk_wrong" });
    for (const result of [
      await client.call("check_status"),
      await client.call("care", { action: "feed", api_key: "x" }),
    ]) {
      expect(result.isError).toBe(true);
      const body = JSON.parse(result.content[0]?.text ?? "");
      expect(body).toMatchObject({
        status: 401,
        error: "Invalid API key",
        next_steps: [{ tool: "account" }, { tool: "register" }],
      });
      expect(body.suggestion).toContain("api_key");
    }
    expect((await client.call("stats")).isError ?? false).toBe(false);
    await expect(client.read("denkeeper://house")).rejects.toThrow("Invalid API key");
  });

  test("wrong input is refused in the service's own words", async () => {
    const client = await connect();
    const { key } = await house.register();
    const result = await client.call("care", { action: "dance", api_key: key });
    expect(result.isError).toBe(true);
    expect(JSON.parse(result.content[0]?.text ?? "")).toMatchObject({ status: 400, error: "Invalid care action" });
    const missing = await client.call("register");
    expect(JSON.parse(missing.content[0]?.text ?? "").details).toContain("username: is required");
  });

  test("an idempotency_key makes a repeated call take effect once", async () => {
    const client = await connect();
    const { key } = await house.register();
    const args = { name: "Once", api_key: key, idempotency_key: "the-same-adoption" };
    const [first, second] = [await client.call("adopt", args), await client.call("adopt", args)];
    expect(second.structuredContent.creature.id).toBe(first.structuredContent.creature.id);
  });

  test("looks after its account through one tool, which only shows it unless told what to do", async () => {
    const client = await connect();
    await client.tools();
    const { key: api_key } = await house.register();
    await client.call("adopt", { name: "Pip", api_key });
    await client.call("check_status", { api_key });
    const account = async (args: object = {}) => {
      const result = await client.call("account", { api_key, ...args });
      expect(result.isError ?? false, JSON.stringify(result.content)).toBe(false);
      return result.structuredContent;
    };
    const added = await account({ sitter_name: "Ada", hours: 1 });
    const { sitters, recovery_code } = await account();
    expect([sitters.length, recovery_code.exists]).toEqual([1, true]);
    const { sitters: listed, next_steps } = await account({ what: "list_sitters" });
    expect(listed).toEqual([added.sitter]);
    const [sendHome] = next_steps as readonly ToolStep[];
    expect(sendHome?.tool).toBe("account");
    await account(sendHome?.arguments);
    expect((await account({ what: "list_sitters" })).sitters).toEqual([]);
    const { your_token } = await account({ what: "rotate_key" });
    expect((await client.call("account", { api_key })).isError).toBe(true);
    const { events } = (await client.call("account", { api_key: your_token })).structuredContent;
    expect(events.map(({ kind }: { kind: string }) => kind)).toEqual(["key_rotated", "sitter_revoked", "sitter_added"]);
  });

  test("takes a short life along, and is told where to fetch a long one", async () => {
    const client = await connect();
    const tools = await client.tools();
    const { key: api_key } = await house.register({ timezone: zoneAt(9) });
    await client.call("adopt", { name: "Pip", api_key });
    await client.call("check_status", { api_key });
    // Not even a caller who asks for it gets a whole file as an answer.
    const result = await client.call("history", { what: "export_life", format: "jsonl", api_key });
    expect(result.isError ?? false, JSON.stringify(result.content)).toBe(false);
    const { entries, lines, fetch: call, state } = result.structuredContent;
    expect([entries, lines.length, state.stage]).toEqual([2, 6, "baby"]);
    expect(call.url).toContain("/api/house/export?creature_id=");
    expect(JSON.stringify(result.structuredContent)).not.toContain(api_key);
    expect((await client.call("history", { api_key })).structuredContent).toHaveProperty("care_log");
    expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining(["account", "history", "home"]));
  });

  test("offers prompts and resources", async () => {
    const client = await connect();
    expect((await client.prompts()).map(({ name }) => name)).toEqual(["adopt", "daily_care", "emergency"]);
    expect(await client.prompt("emergency")).toContain("check_status");
    const uris = await client.resources();
    expect(uris).toEqual(
      expect.arrayContaining(["denkeeper://house", "denkeeper://rules", "denkeeper://creature/{creature_id}"]),
    );
    expect(await client.read("denkeeper://rules")).toContain("**FEED-1**");
  });
});

describe("the list of tools", () => {
  const tools = toolsFrom(ENDPOINTS);

  test("has at most 20, each with input and output", async () => {
    const listed = await (await modernClient(MCP)).tools();
    expect(listed.length).toBeLessThanOrEqual(20);
    expect(listed.map(({ name }) => name)).toEqual(tools.map(({ name }) => name));
    for (const { outputSchema } of listed) expect(outputSchema).toMatchObject({ type: "object" });
  });

  test("reaches every endpoint but the operator's and those that tell of HTTP", () => {
    const reached = new Set(
      tools.flatMap(({ operations }) => operations.map(({ endpoint }) => endpoint.contract.name)),
    );
    const missing = ENDPOINTS.map(({ contract }) => contract).filter(({ name }) => !reached.has(name));
    for (const { auth, tool } of missing) expect(auth === "admin" || tool === "none").toBe(true);
  });

  test("guesses nothing that takes something away where something else is as good", () => {
    for (const { name, operations } of tools) {
      const [least] = operations.toSorted((a, b) => a.required.length - b.required.length);
      const { method } = least?.endpoint.contract ?? {};
      if (operations.some(({ endpoint }) => endpoint.contract.method === "GET")) expect(method, name).toBe("GET");
    }
  });

  test("says what only reads and what cannot be undone", () => {
    const reading = tools.filter(({ annotations }) => annotations.readOnlyHint).map(({ name }) => name);
    expect(reading).toEqual(expect.arrayContaining(["history", "graveyard", "hall", "stats", "species"]));
    expect(reading).not.toContain("check_status");
    const destructive = tools.filter(({ annotations }) => annotations.destructiveHint).map(({ name }) => name);
    expect(destructive).toEqual(expect.arrayContaining(["account", "release"]));
    expect(destructive).not.toContain("care");
  });

  test("takes a key only where one is used", () => {
    for (const { name, inputSchema, operations } of tools) {
      const keyed = operations.some(({ endpoint }) => endpoint.contract.auth !== "none");
      expect("api_key" in (inputSchema["properties"] as object), name).toBe(keyed);
    }
  });
});

describe("by hand", () => {
  const LIST = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "stats", arguments: {} } };
  const post = (body: unknown, headers: Record<string, string> = {}): Promise<Answer> =>
    house.call("POST", "/mcp", body, headers, freshAddress());

  test.each([["application/json"], ["*/*"], ["application/json, text/event-stream"], ["text/html"]])(
    "Accept: %s is answered in JSON",
    async (accept) => {
      const answer = await post(LIST, { accept });
      expect(answer.status).toBe(200);
      expect(answer.headers["content-type"]).toContain("application/json");
      expect(answer.json.result.structuredContent).toHaveProperty("creatures_alive");
    },
  );

  test("Accept: text/event-stream alone is answered as a stream", async () => {
    const answer = await post(LIST, { accept: "text/event-stream" });
    expect(answer.status).toBe(200);
    expect(answer.headers["content-type"]).toContain("text/event-stream");
    expect(answer.text).toMatch(/^event: message\ndata: \{.*creatures_alive/m);
  });

  test("without a key no answer asks for one in the way of HTTP", async () => {
    const params = { name: "check_status", arguments: {} };
    const answer = await post({ ...LIST, params });
    expect(answer.status).toBe(200);
    expect(answer.headers["www-authenticate"]).toBeUndefined();
    expect(answer.json.result.isError).toBe(true);
  });

  test("GET is refused as clients expect it, with a word on what this is", async () => {
    const answer = await house.call("GET", "/mcp", undefined, { accept: "text/event-stream" }, freshAddress());
    expect([answer.status, answer.headers["allow"]]).toEqual([405, "POST"]);
    expect(answer.json.suggestion).toContain("Model Context Protocol");
  });

  test("pages of other sites are refused, this machine's are not", async () => {
    for (const origin of ["https://evil.example", "null", "http://localhost.evil.example"]) {
      const refused = await send(origin);
      expect(refused.status, origin).toBe(403);
    }
    for (const origin of ["http://localhost:6274", house.url]) expect((await send(origin)).status, origin).toBe(200);
  });

  /** Outside of the harness, since this refusal speaks JSON-RPC. */
  function send(origin: string, body: unknown = LIST): Promise<Response> {
    const headers = { "content-type": "application/json", origin };
    return fetch(MCP, { method: "POST", headers, body: JSON.stringify(body) });
  }

  test("what is no message is refused without a stack", async () => {
    for (const body of ["{", "[]", "5", "null", '"x"', "{}", '{"jsonrpc":"2.0"}']) {
      const answer = await fetch(MCP, { method: "POST", headers: { "content-type": "application/json" }, body });
      expect(answer.status, body).toBeLessThan(500);
      expect(await answer.text(), body).not.toContain("node_modules");
    }
    const many = Array.from({ length: 11 }, () => LIST);
    expect((await send("http://localhost", many)).status).toBe(400);
    expect((await post({ pad: "x".repeat(200_000) })).status).toBe(413);
  });

  test("nobody can keep a stream open", async () => {
    const _meta = {
      "io.modelcontextprotocol/protocolVersion": "2026-07-28",
      "io.modelcontextprotocol/clientInfo": CLIENT_INFO,
      "io.modelcontextprotocol/clientCapabilities": {},
    };
    const body = { jsonrpc: "2.0", id: 1, method: "subscriptions/listen", params: { _meta, notifications: {} } };
    const headers = {
      "content-type": "application/json",
      "mcp-protocol-version": "2026-07-28",
      "mcp-method": "subscriptions/listen",
    };
    const answer = await fetch(MCP, { method: "POST", headers, body: JSON.stringify(body) });
    expect(await answer.text()).toContain("error");
  });
});

describe("a batch", () => {
  const listTools = (id: number) => ({ jsonrpc: "2.0", id, method: "tools/list" });
  const events = (id: number, key: string) => ({
    jsonrpc: "2.0",
    id,
    method: "tools/call",
    params: { name: "home", arguments: { what: "events", wait: 1, api_key: key } },
  });

  test("counts once for each of its messages", async () => {
    const from = freshAddress();
    const ping = (id: number) => ({ jsonrpc: "2.0", id, method: "ping" });
    const left = async (body: unknown) =>
      Number((await house.call("POST", "/mcp", body, {}, from)).headers["x-ratelimit-remaining"]);
    const before = await left(ping(0));
    expect(await left(Array.from({ length: 10 }, (_, id) => ping(id)))).toBe(before - 10);
  });

  test("brings one list at most", async () => {
    const send = (body: unknown) =>
      fetch(MCP, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      });
    const refused = await send([1, 2].map(listTools));
    expect(refused.status).toBe(400);
    expect(await refused.text()).toContain("At most one message of a batch can ask for a list or a document.");
    expect((await send([listTools(1)])).status).toBe(200);
  });

  test("that waits for events takes no slot, and gives none up twice", async () => {
    const { key } = await house.register();
    const { concurrency } = house.app.services;
    let least = 0;
    const looking = setInterval(() => (least = Math.min(least, concurrency.running)), 1);
    const batches = Array.from({ length: 4 }, () =>
      house.call(
        "POST",
        "/mcp",
        Array.from({ length: 10 }, (_, id) => events(id, key)),
        {},
        freshAddress(),
      ),
    );
    await until(() => house.app.services.longPollHub.count > 0 && concurrency.running === 0);
    for (const { status } of await Promise.all(batches)) expect(status).toBe(200);
    clearInterval(looking);
    expect([least, concurrency.running]).toEqual([0, 0]);
  });
});

test("the list of tools is written once, and comes with the id of each message", async () => {
  const ask = async (id: string | number) =>
    house.call("POST", "/mcp", { jsonrpc: "2.0", id, method: "tools/list" }, {}, freshAddress());
  const [first, second] = [await ask(1), await ask('a "quoted" id')];
  expect([first.json.id, second.json.id]).toEqual([1, 'a "quoted" id']);
  expect(second.json.result).toEqual(first.json.result);
  const before = process.cpuUsage();
  for (let asked = 0; asked < 20; asked++) await ask(asked);
  const { user } = process.cpuUsage(before);
  // Client and server together; written anew each time, the list alone takes about as long.
  expect(user / 1000 / 20).toBeLessThan(25);
});

test("calls of tools count in the windows of their endpoints", async () => {
  const strict = await openHouse();
  try {
    const { key } = await strict.register();
    const call = (action: string) => ({
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name: "care", arguments: { action, api_key: key } },
    });
    const statuses: number[] = [];
    for (let count = 0; count < 3; count++) {
      const { json } = await strict.call("POST", "/mcp", call("feed"));
      statuses.push(JSON.parse(json.result.content[0].text).status);
    }
    expect(statuses).toEqual([404, 404, 429]);
  } finally {
    await strict.close();
  }
});

test("a key that comes as an argument is in no line of the log", async () => {
  const lines: string[] = [];
  const log = pino({ level: "trace", base: null }, { write: (line: string) => void lines.push(line) });
  const app = await buildApp(house.app.services.config, log);
  const listening = await listen(app, 0);
  try {
    const { key } = await house.register();
    const client = await modernClient(new URL(`http://127.0.0.1:${listening.port}/mcp`));
    await client.call("adopt", { name: "Pip", api_key: key });
    await client.call("check_status", { api_key: `${key}x` });
    await client.call("no_such_tool", { api_key: key }).catch(() => {});
  } finally {
    await listening.stop();
  }
  const logged = lines.join("");
  expect(logged).toContain('"route":"/api/house/adopt","status":201');
  expect(logged).toContain('"via":"mcp"');
  expect(logged).not.toContain("dk_");
});
