// Tests the MCP server with both generations of the SDK, which receive only the address, and with plain HTTP requests.
import { pino } from "pino";
import { describe, expect, test } from "vitest";
import { zoneAt } from "../../test/den.ts";
import { freshAddress, freshUsername, houseForFile, openHouse, type Answer } from "../../test/harness.ts";
import { until } from "../../test/processes/own-redis.ts";
import { CLIENT_INFO, GENERATIONS, modernClient, type AnyClient } from "../../test/mcp-clients.ts";
import { buildApp } from "../build-app.ts";
import { ENDPOINTS } from "../endpoints.ts";
import { listen } from "../http/server/server.ts";
import type { AnswerJson } from "../http/contract/contract.ts";
import { errorCatalog } from "../docs/errors-page.ts";
import recorded from "../docs/recorded-answers.json" with { type: "json" };
import { FULL } from "../../test/tier.ts";
import { inToolTerms, toolSteps } from "./steps.ts";
import { toolsFrom, type Tool } from "./tools.ts";

const house = await houseForFile({ env: { RATE_LIMIT_FACTOR: "1000" } });
const MCP = new URL(`${house.url}/mcp`);

interface ToolStep {
  readonly tool?: string;
  readonly due?: boolean;
  readonly arguments?: Record<string, unknown>;
}

/** HTTP terms, which a caller of tools need not know. */
const HTTP = /\/api\/|\b(?:GET|POST|DELETE) /;

// oxlint-disable-next-line typescript/no-explicit-any -- tests look into answers freely
type Call = (name: string, args: object) => Promise<any>;

/** Returns functions that call a tool and that follow an answer's step to a tool. Every call must succeed. */
async function keeperWith(client: AnyClient) {
  const call: Call = async (name, args) => {
    const result = await client.call(name, { ...args });
    expect(result.isError ?? false, JSON.stringify([name, args, result.content])).toBe(false);
    expect(JSON.parse(result.content[0]?.text ?? "")).toEqual(result.structuredContent);
    return result.structuredContent;
  };
  const follow = (answer: { next_steps: readonly ToolStep[] }, tool: string, beside: object) => {
    const step = answer.next_steps.find((each) => each.tool === tool);
    if (step === undefined) throw new Error(`no step to ${tool}`);
    return call(tool, { ...step.arguments, ...beside });
  };
  await client.tools();
  return { call, follow };
}

/** Keeps a house for some days by following the instructions, and returns the stages that check_status reported. */
async function keepWith(call: Call, api_key: string, days: number): Promise<readonly string[]> {
  const stages = new Set<string>();
  let hours = 0;
  for (let calls = 0; calls < 1000; calls++) {
    const { creature, next_steps, recommended_checkin } = await call("check_status", { api_key });
    stages.add(creature.stage);
    if (hours >= days * 24) break;
    const due = (next_steps as readonly ToolStep[]).filter((step) => step.due === true);
    expect(due.map(({ tool }) => tool)).toEqual(due.map(() => "visit"));
    const [step] = due;
    const visited = step === undefined ? undefined : await call("visit", { ...step.arguments, api_key });
    for (const { success, code } of visited?.results ?? []) expect([success, code]).toEqual([true, undefined]);
    const checkIn = (visited ?? { recommended_checkin }).recommended_checkin;
    const advance_hours = Math.max(0.01, checkIn.hours_from_now);
    await call("move_clock", { advance_hours, api_key });
    hours += advance_hours;
  }
  return [...stages];
}

describe.each(GENERATIONS)("SDK generation %s", (_, connectTo, revision) => {
  const connect = (headers?: Record<string, string>) => connectTo(MCP, headers);

  test("a client negotiates its own protocol revision", async () => {
    expect((await connect()).revision).toBe(revision);
  });

  test("a client raises a creature with only the server's address", async () => {
    const { call, follow } = await keeperWith(await connect());
    const registered = await call("register", { username: freshUsername("test"), timezone: zoneAt(9) });
    const api_key: string = registered.your_token;
    const adopted = await follow(registered, "adopt", { api_key });
    expect(adopted.creature.stage).toBe("egg");
    const stages = await keepWith(call, api_key, FULL ? 5 : 1.5);
    expect(stages).toEqual(FULL ? ["baby", "child", "teen", "adult"] : ["baby", "child"]);
    const { evolution_history, stats } = await call("history", { api_key });
    expect(stats.missed_feedings).toBe(0);
    if (FULL) expect(evolution_history.evolution_path).toBe("high_care");
  });

  test("a client keeps a house of three through tools alone", async () => {
    const { call } = await keeperWith(await connect());
    const registered = await call("register", { username: freshUsername("test"), timezone: zoneAt(9) });
    const api_key: string = registered.your_token;
    const names = ["Pip", "Rex", "Ivy"];
    for (const [at, species_slug] of ["housecat", "retriever", "beagle"].entries()) {
      await call("adopt", { name: names[at], species_slug, api_key });
    }
    await keepWith(call, api_key, FULL ? 5 : 1);
    const { creatures } = await call("home", { api_key });
    const kept: readonly { readonly id: string; readonly name: string }[] = creatures;
    expect(kept.map(({ name }) => name).toSorted()).toEqual(names.toSorted());
    for (const { id } of kept) {
      const { stats, creature } = await call("history", { creature_id: id, api_key });
      expect([creature.alive, stats.missed_feedings, stats.total_feedings > 2]).toEqual([true, 0, true]);
    }
  });

  test("every next step is a valid tool call", async () => {
    const client = await connect();
    const { structuredContent: registered } = await client.call("register", { username: freshUsername("test") });
    const api_key: string = registered.your_token;
    await client.call("adopt", { name: "Pip", api_key });
    const calls: readonly (readonly [string, object])[] = [
      ...["check_status", "home", "history", "preferences", "events"].map((name) => [name, {}] as const),
      ["check_status", { view: "full" }],
      ...["hall", "living", "stats", "graveyard"].map((what) => ["browse", { what }] as const),
      ...["account", "list_sitters", "read_credits", "read_clock", "export_life"].map(
        (what) => ["account", { what }] as const,
      ),
      ["species", { what: "list_species" }],
    ];
    for (const [name, args] of calls) {
      const { structuredContent, content } = await client.call(name, { ...args, api_key });
      expect(structuredContent, `${name}: ${JSON.stringify(content)}`).toBeDefined();
      for (const step of structuredContent.next_steps as readonly ToolStep[]) {
        if (step.tool === undefined || step.tool === "register") continue;
        const followed = await client.call(step.tool, { ...step.arguments, api_key });
        const placeholder = /dkr_\.\.\./.test(JSON.stringify(step));
        expect(followed.isError ?? false, `${name}: ${JSON.stringify([step, followed.content])}`).toBe(placeholder);
      }
    }
  });

  test("a bearer token works, and the key argument overrides it", async () => {
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

  test("a bad key fails the tool call, not the connection", async () => {
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
        next_steps: [{ tool: "keys", arguments: { what: "recover" } }, { tool: "register" }],
      });
      expect(body.suggestion).toContain("api_key");
    }
    expect((await client.call("browse", { what: "stats" })).isError ?? false).toBe(false);
    await expect(client.read("denkeeper://house")).rejects.toThrow("Invalid API key");
  });

  test("invalid input is rejected with the service's own error", async () => {
    const client = await connect();
    const { key } = await house.register();
    const result = await client.call("care", { action: "dance", api_key: key });
    expect(result.isError).toBe(true);
    expect(JSON.parse(result.content[0]?.text ?? "")).toMatchObject({ status: 400, error: "Invalid care action" });
    const missing = await client.call("register");
    expect(JSON.parse(missing.content[0]?.text ?? "").details).toContain("username is required.");
  });

  test("a repeated call with one idempotency_key takes effect once", async () => {
    const client = await connect();
    const { key } = await house.register();
    const args = { name: "Once", api_key: key, idempotency_key: "the-same-adoption" };
    const [first, second] = [await client.call("adopt", args), await client.call("adopt", args)];
    expect(second.structuredContent.creature.id).toBe(first.structuredContent.creature.id);
  });

  test("tools manage sitters and keys, and a missing `what` is explained", async () => {
    const client = await connect();
    const { key: api_key } = await house.register();
    await client.call("adopt", { name: "Pip", api_key });
    await client.call("check_status", { api_key });
    const call = async (name: string, args: object = {}) => {
      const result = await client.call(name, { api_key, ...args });
      expect(result.isError ?? false, JSON.stringify(result.content)).toBe(false);
      return result.structuredContent;
    };
    const added = await call("helpers", { what: "add_sitter", sitter_name: "Ada", hours: 1 });
    const { sitters, recovery_code } = await call("account", { what: "account" });
    expect([sitters.length, recovery_code.exists]).toEqual([1, true]);
    const { sitters: listed, next_steps } = await call("account", { what: "list_sitters" });
    expect(listed).toEqual([added.sitter]);
    const [sendHome] = next_steps as readonly ToolStep[];
    expect(sendHome).toMatchObject({ tool: "helpers", arguments: { what: "revoke_sitter" } });
    await call("helpers", sendHome?.arguments);
    expect((await call("account", { what: "list_sitters" })).sitters).toEqual([]);
    for (const args of [{}, { what: "leave" }, { sitter_id: added.sitter.id }]) {
      const refused = await client.call("helpers", { api_key, ...args });
      expect(refused.isError).toBe(true);
      expect(JSON.parse(refused.content[0]?.text ?? "")).toMatchObject({
        status: 400,
        code: "invalid_input",
        details: "what must be one of add_sitter, revoke_sitter, add_hook, confirm_hook, remove_hook.",
        next_steps: expect.arrayContaining([
          expect.objectContaining({ tool: "helpers", arguments: expect.objectContaining({ what: "add_sitter" }) }),
        ]),
      });
    }
    const { your_token } = await call("keys", { what: "rotate_key" });
    expect((await client.call("account", { what: "account", api_key })).isError).toBe(true);
    const { events } = await call("account", { what: "account", api_key: your_token });
    expect(events.map(({ kind }: { kind: string }) => kind)).toEqual(["key_rotated", "sitter_revoked", "sitter_added"]);
  });

  test("status and care answers are compact unless requested in full", async () => {
    const client = await connect();
    const { key: api_key } = await house.register();
    await client.call("adopt", { name: "Pip", api_key });
    await client.call("check_status", { api_key });
    for (const [name, args] of [
      ["check_status", {}],
      ["care", { action: "play", dry_run: true }],
    ] as const) {
      const compact = (await client.call(name, { ...args, api_key })).structuredContent;
      const full = (await client.call(name, { ...args, view: "full", api_key })).structuredContent;
      expect(
        [compact, full].map((answer) => "soul_prompt" in answer),
        name,
      ).toEqual([false, true]);
    }
  });

  test("exporting a life returns its lines and the file's address", async () => {
    const client = await connect();
    const { key: api_key } = await house.register({ timezone: zoneAt(9) });
    await client.call("adopt", { name: "Pip", api_key });
    await client.call("check_status", { api_key });
    // The tool answers in JSON even if the call asks for the file format.
    const result = await client.call("account", { what: "export_life", format: "jsonl", api_key });
    expect(result.isError ?? false, JSON.stringify(result.content)).toBe(false);
    const { entries, lines, fetch: call, state } = result.structuredContent;
    expect([entries, lines.length, state.stage]).toEqual([2, 6, "baby"]);
    expect(call.url).toContain("/api/house/export?creature_id=");
    expect(JSON.stringify(result.structuredContent)).not.toContain(api_key);
  });

  test("the server offers prompts and resources", async () => {
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

test("an answer warns about unknown arguments", async () => {
  const client = await modernClient(MCP);
  const { key: api_key } = await house.register();
  await client.call("adopt", { name: "Pip", api_key });
  const warningsOf = async (name: string, args: object) => {
    const { content } = await client.call(name, { ...args, api_key });
    return JSON.parse(content[0]?.text ?? "").warnings;
  };
  const ignored = { field: "foo", message: "This field is unknown and was ignored." };
  expect(await warningsOf("check_status", { foo: 1 })).toEqual([ignored]);
  expect(await warningsOf("check_status", { creatureId: "x" })).toMatchObject([{ did_you_mean: "creature_id" }]);
  expect(await warningsOf("care", { action: "reflect", foo: 1 })).toEqual([ignored]);
  expect(await warningsOf("browse", { what: "hall", foo: 1 })).toEqual([ignored]);
  expect(await warningsOf("check_status", { view: "compact", foo: null })).toBeUndefined();
});

describe("failed calls", () => {
  const refusal = async (client: AnyClient, name: string, args: Record<string, unknown> = {}) => {
    const { isError, content } = await client.call(name, args);
    expect(isError, JSON.stringify(content)).toBe(true);
    return JSON.parse(content[0]?.text ?? "");
  };

  test("an unknown operation gets the closest match first", async () => {
    const client = await modernClient(MCP);
    const unknown = await refusal(client, "browse", { what: "leaderboard" });
    expect(unknown.error).toBe('browse does not know what "leaderboard"');
    expect(unknown.suggestion).toMatch(/^Set `what` to one of .*Did you mean hall\?$/);
    expect(unknown.next_steps[0]).toMatchObject({ tool: "browse", arguments: { what: "hall" } });
    const typo = await refusal(client, "browse", { what: "graveyrd" });
    expect(typo.suggestion).toContain("Did you mean graveyard?");
    expect(typo.next_steps[0]).toMatchObject({ tool: "browse", arguments: { what: "graveyard" } });
    expect((await refusal(client, "browse")).error).toBe("browse needs the argument `what`");
  });

  test("examples work, with placeholders for the caller's values", async () => {
    const client = await modernClient(MCP);
    const { key: api_key, username } = await house.register();
    for (const args of [{}, { api_key }]) {
      const { next_steps } = await refusal(client, "browse", args);
      for (const step of next_steps as readonly ToolStep[]) {
        if (/"<\w+>"/.test(JSON.stringify(step.arguments))) continue;
        const { isError, content } = await client.call(step.tool ?? "", { ...step.arguments, ...args });
        expect(isError ?? false, JSON.stringify([step, content])).toBe(false);
      }
      const own = next_steps.find(({ action }: { action: string }) => action === "public_agent");
      expect(own.arguments.username).toBe("api_key" in args ? username : "<username>");
    }
  });

  test("a missing required argument is added to the proposed call", async () => {
    const client = await modernClient(MCP);
    const { key: api_key, username } = await house.register();
    const first = async (name: string, args: Record<string, unknown>) =>
      (await refusal(client, name, args)).next_steps[0];
    expect(await first("keys", { what: "recover" })).toMatchObject({
      tool: "keys",
      arguments: { what: "recover", recovery_code: "dkr_..." },
    });
    const agent = { tool: "browse", arguments: { what: "public_agent", username: "<username>" } };
    expect(await first("browse", { what: "public_agent" })).toMatchObject(agent);
    const own = await first("browse", { what: "public_agent", api_key });
    expect(own.arguments).toEqual({ what: "public_agent", username });
    expect((await first("leave", { api_key })).tool).not.toBe("leave");
  });

  test("an unknown creature id gets a list of the caller's creatures", async () => {
    const client = await modernClient(MCP);
    const { key: api_key } = await house.register();
    await client.call("adopt", { name: "Pip", api_key });
    const creature_id = crypto.randomUUID();
    const missing = await refusal(client, "check_status", { creature_id, api_key });
    expect(missing.suggestion).toBe(
      `None of your creatures has the id ${creature_id}. Choose an id from your_creatures.`,
    );
    expect(missing.your_creatures).toMatchObject([{ name: "Pip" }]);
    expect((await refusal(client, "check_status", { view: "short", api_key })).error).toBe("Invalid view");
  });

  test("a rate-limited call gets the time to repeat it", async () => {
    const own = await openHouse();
    try {
      const client = await modernClient(new URL(`${own.url}/mcp`));
      const register = () => ({ username: freshUsername("test") });
      for (let at = 0; at < 3; at++) await client.call("register", register());
      const { retry_after_seconds, next_steps } = await refusal(client, "register", register());
      expect(next_steps.map(({ tool }: ToolStep) => tool)).toEqual(["register", undefined, "keys", "species"]);
      expect(next_steps[1]).toMatchObject({ action: "get_pass", url: expect.stringContaining("/join?username=") });
      expect(next_steps[0].description).toContain(`in ${retry_after_seconds.toLocaleString("en-US")} seconds`);
    } finally {
      await own.close();
    }
  });

  test("an error repeats no secret of the caller", async () => {
    const own = await openHouse();
    try {
      const client = await modernClient(new URL(`${own.url}/mcp`));
      const { key: api_key } = await own.register();
      const secrets = { recovery_code: "dkr_not-to-be-repeated", idempotency_key: "k".repeat(40) };
      const hook = { url: "https://ntfy.sh/not-to-be-repeated", token: "tk_not_to_be_repeated" };
      const refusedHook = await refusal(client, "helpers", { what: "add_hook", api_key, ...hook });
      expect(refusedHook.code).toBe("invalid_input");
      for (const secret of Object.values(hook)) expect(JSON.stringify(refusedHook)).not.toContain(secret);
      const calls = [
        ...Array.from({ length: 11 }, () => ({ what: "recover", ...secrets })),
        { what: "make_recovery_code", api_key, ...secrets },
      ];
      const refused = [];
      for (const call of calls) refused.push(await refusal(client, "keys", call));
      expect(refused.map(({ code }) => code)).toEqual(expect.arrayContaining(["rate_limited", "invalid_input"]));
      const first = refused.at(-2).next_steps[0];
      expect(first).toMatchObject({ arguments: { what: "recover", recovery_code: "<recovery_code>" } });
      const text = JSON.stringify(refused);
      for (const secret of [...Object.values(secrets), api_key]) expect(text).not.toContain(secret);
    } finally {
      await own.close();
    }
  });

  test("an unknown tool name gets a hint at the right call", async () => {
    for (const [name, hint] of [
      ["feed", 'Tool feed not found. Call care with action "feed", or visit.'],
      ["hall", 'Tool hall not found. Call browse with what "hall".'],
      ["check_satus", "Tool check_satus not found. Did you mean check_status?"],
    ] as const) {
      for (const [, connect] of GENERATIONS) {
        await expect((await connect(MCP)).call(name)).rejects.toThrow(hint);
      }
    }
  });
});

test("registration explains how to pass the key to tools", async () => {
  const client = await modernClient(MCP);
  const { structuredContent } = await client.call("register", { username: freshUsername("test") });
  expect(structuredContent.important).toContain("as api_key, or configure this server with it as the bearer token.");
  expect(structuredContent.important).not.toContain("Authorization");
  expect(structuredContent.next_steps.map(({ tool }: ToolStep) => tool)).toEqual(["adopt", "home"]);
  const moved = await client.call("move_clock", { advance_hours: 1, api_key: structuredContent.your_token });
  expect(moved.structuredContent.next_steps[0].tool).toBe("adopt");
});

describe("the list of tools", () => {
  const tools = toolsFrom(ENDPOINTS);

  test("the list has at most 24 tools in 24 KB", async () => {
    const { text, json } = await house.call("POST", "/mcp", { jsonrpc: "2.0", id: 1, method: "tools/list" });
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(24_000);
    expect(json.result.tools.map(({ name }: { name: string }) => name)).toEqual(tools.map(({ name }) => name));
    expect(tools.length).toBeLessThanOrEqual(24);
    expect(text).not.toMatch(/outputSchema|nextCursor|\$ref|\/api\/|\b(?:GET|POST|DELETE) /);
  });

  test("every endpoint except operators' has a tool unless it opts out", () => {
    const reached = new Set(
      tools.flatMap(({ operations }) => operations.map(({ endpoint }) => endpoint.contract.name)),
    );
    const missing = ENDPOINTS.map(({ contract }) => contract).filter(({ name }) => !reached.has(name));
    for (const { auth, mcp } of missing) expect(auth === "admin" || mcp?.tool === "none").toBe(true);
  });

  test("the list has the tools for visits, planning, and events", () => {
    const names = tools.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(["check_status", "visit", "care", "home", "events"]));
  });

  test("annotations distinguish reading, writing, and destructive tools", () => {
    const namesWhere = (is: (tool: Tool) => boolean) => tools.filter(is).map(({ name }) => name);
    const reading = namesWhere(({ annotations }) => annotations.readOnlyHint);
    expect(reading).toEqual(expect.arrayContaining(["account", "browse", "history", "events"]));
    for (const name of reading) {
      const { operations } = tools.find((tool) => tool.name === name) ?? { operations: [] };
      for (const { endpoint } of operations) expect(endpoint.contract.method, name).toBe("GET");
    }
    expect(reading).not.toContain("check_status");
    expect(namesWhere(({ annotations }) => annotations.destructiveHint).toSorted()).toEqual([
      "keys",
      "leave",
      "release",
    ]);
    for (const { name, annotations, operations } of tools) {
      expect(annotations.readOnlyHint && annotations.destructiveHint, name).toBe(false);
      if (["leave", "release"].includes(name)) expect(operations.length, name).toBe(1);
    }
  });

  test("only tools with several operations require `what`", () => {
    for (const { name, inputSchema, operations } of tools) {
      const { properties, required = [] } = inputSchema as { properties: object; required?: string[] };
      const isGroup = operations.length > 1;
      expect(["what" in properties, required.includes("what")], name).toEqual([isGroup, isGroup]);
      for (const { endpoint } of operations) expect("tool" in (endpoint.contract.mcp ?? {}), name).toBe(isGroup);
    }
  });

  test("a tool cannot mix operations with different effects", () => {
    const [read, write] = ["readCredits", "buyCredits"].map((name) =>
      ENDPOINTS.find(({ contract }) => contract.name === name),
    );
    const mixed = [read, write].flatMap((endpoint) =>
      endpoint === undefined ? [] : [{ ...endpoint, contract: { ...endpoint.contract, mcp: { tool: "credits" } } }],
    );
    expect(() => toolsFrom(mixed)).toThrow("the operations of the tool credits differ in effect");
  });

  test("only tools that use a key accept one", () => {
    for (const { name, inputSchema, operations } of tools) {
      const keyed = operations.some(({ endpoint }) => endpoint.contract.auth !== "none");
      expect("api_key" in (inputSchema["properties"] as object), name).toBe(keyed);
    }
  });
});

describe("answers in tool terms", () => {
  const tools = toolsFrom(ENDPOINTS);
  const offered = ENDPOINTS.map(({ contract }) => contract).filter(
    ({ auth, mcp }) => auth !== "admin" && mcp?.tool !== "none",
  );

  test.each(offered.map((contract) => [contract.name, contract] as const))(
    "%s: every error names tools and leads to one",
    (_, contract) => {
      for (const { code, body } of errorCatalog(contract)) {
        for (const hasKey of [true, false]) {
          const shown = inToolTerms(body, { tools, hasKey });
          expect(JSON.stringify(shown), code).not.toMatch(HTTP);
          expect(shown["next_steps"], code).toEqual([
            expect.objectContaining({ tool: expect.any(String) }),
            ...(shown["next_steps"] as object[]).slice(1).map(() => expect.anything()),
          ]);
        }
      }
    },
  );

  test("every answer names tools instead of HTTP calls", () => {
    for (const { name } of offered) {
      const { fetch: _, ...answer } = (recorded as Record<string, AnswerJson>)[name] ?? {};
      const shown = inToolTerms(answer, { tools, hasKey: true });
      expect(JSON.stringify(shown), name).not.toMatch(HTTP);
      for (const step of answer.next_steps ?? []) {
        const [call] = toolSteps([step], { tools, hasKey: true });
        expect(call, JSON.stringify(step)).toEqual(
          expect.objectContaining("url" in step ? step : { tool: expect.any(String) }),
        );
      }
    }
  });
});

describe("plain HTTP requests", () => {
  const STATS_CALL = {
    jsonrpc: "2.0",
    id: 1,
    method: "tools/call",
    params: { name: "browse", arguments: { what: "stats" } },
  };
  const post = (body: unknown, headers: Record<string, string> = {}): Promise<Answer> =>
    house.call("POST", "/mcp", body, headers, freshAddress());

  test.each([["application/json"], ["*/*"], ["application/json, text/event-stream"], ["text/html"]])(
    "Accept: %s is answered in JSON",
    async (accept) => {
      const answer = await post(STATS_CALL, { accept });
      expect(answer.status).toBe(200);
      expect(answer.headers["content-type"]).toContain("application/json");
      expect(answer.json.result.structuredContent).toHaveProperty("creatures_alive");
    },
  );

  test("a client that accepts only event streams gets a stream", async () => {
    const answer = await post(STATS_CALL, { accept: "text/event-stream" });
    expect(answer.status).toBe(200);
    expect(answer.headers["content-type"]).toContain("text/event-stream");
    expect(answer.text).toMatch(/^event: message\ndata: \{.*creatures_alive/m);
  });

  test("a missing key fails the tool without an HTTP challenge", async () => {
    const params = { name: "check_status", arguments: {} };
    const answer = await post({ ...STATS_CALL, params });
    expect(answer.status).toBe(200);
    expect(answer.headers["www-authenticate"]).toBeUndefined();
    expect(answer.json.result.isError).toBe(true);
  });

  test("GET is rejected with an explanation", async () => {
    const answer = await house.call("GET", "/mcp", undefined, { accept: "text/event-stream" }, freshAddress());
    expect([answer.status, answer.headers["allow"]]).toEqual([405, "POST"]);
    expect(answer.json.suggestion).toContain("Model Context Protocol");
  });

  test("pages of other sites are rejected, and local pages are not", async () => {
    for (const origin of ["https://evil.example", "null", "http://localhost.evil.example"]) {
      const refused = await send(origin);
      expect(refused.status, origin).toBe(403);
    }
    for (const origin of ["http://localhost:6274", house.url]) expect((await send(origin)).status, origin).toBe(200);
  });

  /** Bypasses the harness, which expects errors in the service's own form, not as JSON-RPC. */
  function send(origin: string, body: unknown = STATS_CALL): Promise<Response> {
    const headers = { "content-type": "application/json", origin };
    return fetch(MCP, { method: "POST", headers, body: JSON.stringify(body) });
  }

  test("an invalid or oversized message causes no fault and shows no stack", async () => {
    for (const body of ["{", "[]", "5", "null", '"x"', "{}", '{"jsonrpc":"2.0"}']) {
      const answer = await fetch(MCP, { method: "POST", headers: { "content-type": "application/json" }, body });
      expect(answer.status, body).toBeLessThan(500);
      expect(await answer.text(), body).not.toContain("node_modules");
    }
    const many = Array.from({ length: 11 }, () => STATS_CALL);
    expect((await send("http://localhost", many)).status).toBe(400);
    expect((await post({ pad: "x".repeat(200_000) })).status).toBe(413);
  });

  test("a subscription is rejected with an error", async () => {
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

describe("batches", () => {
  const listTools = (id: number) => ({ jsonrpc: "2.0", id, method: "tools/list" });
  const events = (id: number, key: string) => ({
    jsonrpc: "2.0",
    id,
    method: "tools/call",
    params: { name: "events", arguments: { wait: 20, api_key: key } },
  });

  test("every message of a batch counts toward the limit", async () => {
    const from = freshAddress();
    const ping = (id: number) => ({ jsonrpc: "2.0", id, method: "ping" });
    const left = async (body: unknown) =>
      Number((await house.call("POST", "/mcp", body, {}, from)).headers["x-ratelimit-remaining"]);
    const before = await left(ping(0));
    expect(await left(Array.from({ length: 10 }, (_, id) => ping(id)))).toBe(before - 10);
  });

  test("a batch may request at most one list", async () => {
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

  test("a batch that waits for events occupies no slot", async () => {
    const { key, call } = await house.register();
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
    // Hatching is an event, so it ends the long polls.
    await call("POST", "/api/house/adopt", { name: "Pip", species_slug: "housecat" });
    await call("GET", "/api/house/status");
    for (const { status } of await Promise.all(batches)) expect(status).toBe(200);
    clearInterval(looking);
    expect([least, concurrency.running]).toEqual([0, 0]);
  });
});

test("the cached list of tools carries each message's id", async () => {
  const ask = async (id: string | number) =>
    house.call("POST", "/mcp", { jsonrpc: "2.0", id, method: "tools/list" }, {}, freshAddress());
  const [first, second] = [await ask(1), await ask('a "quoted" id')];
  expect([first.json.id, second.json.id]).toEqual([1, 'a "quoted" id']);
  expect(second.json.result).toEqual(first.json.result);
  const costs: number[] = [];
  for (let asked = 0; asked < 20; asked++) {
    const before = process.threadCpuUsage();
    await ask(asked);
    costs.push(process.threadCpuUsage(before).user / 1000);
  }
  // The limit in ms covers client and server. Without the cache, generating the list alone would take that long. Only the minimum
  // is meaningful on a busy machine.
  expect(Math.min(...costs)).toBeLessThan(25);
});

test("tool calls count toward the limits of their endpoints", async () => {
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

test("a key in an argument appears in no log line", async () => {
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
