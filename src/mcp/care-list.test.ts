// Tests /mcp?tools=care: ten tools in 2,000 tokens must suffice to keep a house through boarding, a death, and a lost key.
import { encode } from "gpt-tokenizer";
import { describe, expect, test } from "vitest";
import { zoneAt } from "../../test/den.ts";
import { freshUsername, houseForFile } from "../../test/harness.ts";
import { modernClient, type AnyClient } from "../../test/mcp-clients.ts";
import { buyCredits } from "../../test/payers/credits.ts";
import type { AnswerJson } from "../http/contract/contract.ts";
import { ENDPOINTS } from "../endpoints.ts";
import { errorCatalog } from "../docs/errors-page.ts";
import recorded from "../docs/recorded-answers.json" with { type: "json" };
import { inToolTerms, toolSteps } from "./steps.ts";
import { careTools, toolsFrom } from "./tools.ts";

const house = await houseForFile({ env: { RATE_LIMIT_FACTOR: "1000" } });
const CARE = new URL(`${house.url}/mcp?tools=care`);
const TEN = "register adopt check_status care visit home board bring_back keys account".split(" ");

interface ToolStep {
  readonly tool?: string;
  readonly due?: boolean;
  readonly arguments?: Record<string, unknown>;
}

test("the care list has ten tools in 2,000 tokens", async () => {
  const listAt = async (path: string) => house.call("POST", path, { jsonrpc: "2.0", id: 1, method: "tools/list" });
  const { text, json } = await listAt("/mcp?tools=care");
  const names: readonly string[] = json.result.tools.map(({ name }: { name: string }) => name);
  expect(names.toSorted()).toEqual(TEN.toSorted());
  expect(encode(text).length).toBeLessThanOrEqual(2_000);
  const all = (await listAt("/mcp")).json.result.tools;
  expect(all.length).toBe(toolsFrom(ENDPOINTS).length);
  // Only `register` differs from the full list: it omits decorative profile fields.
  for (const tool of json.result.tools) {
    const { properties, ...rest } = all.find(({ name }: { name: string }) => name === tool.name).inputSchema;
    expect(tool.inputSchema).toMatchObject(rest);
    if (tool.name !== "register") expect(tool.inputSchema.properties).toEqual(properties);
  }
});

test("an unknown list is rejected, and an unlisted tool gets a hint", async () => {
  const body = { jsonrpc: "2.0", id: 1, method: "tools/list" };
  const answer = await fetch(`${house.url}/mcp?tools=all`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining("/mcp?tools=care has ten")]);
  const client = await modernClient(CARE);
  await expect(client.call("species")).rejects.toThrow("Tool species not found. The full list has it, at /mcp.");
  await expect(client.call("feed")).rejects.toThrow('Call care with action "feed", or visit.');
});

test("prompts name only listed tools, and instructions fit 400 tokens", async () => {
  const outside = toolsFrom(ENDPOINTS).filter(({ name }) => !TEN.includes(name));
  const client = await modernClient(CARE);
  const texts = await Promise.all((await client.prompts()).map(({ name }) => client.prompt(name)));
  for (const { name } of outside) expect(texts.join(), name).not.toContain(`\`${name}\``);
  expect(texts.join()).toContain("Tell me what went wrong. Schedule");
  const params = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "test", version: "1" } };
  const start = { jsonrpc: "2.0", id: 1, method: "initialize", params };
  const { instructions } = (await house.call("POST", "/mcp?tools=care", start)).json.result;
  expect(instructions).not.toContain("move_clock");
  expect(encode(instructions).length).toBeLessThanOrEqual(400);
});

describe("next steps", () => {
  const all = toolsFrom(ENDPOINTS);
  const care = careTools(all);
  const listed = care.filter(({ isElsewhere }) => isElsewhere !== true).flatMap(({ operations }) => operations);
  const answers = listed.flatMap(({ endpoint: { contract } }): (readonly [string, AnswerJson])[] => {
    const { fetch: _, ...answer } = (recorded as Record<string, AnswerJson>)[contract.name] ?? {};
    const errors = errorCatalog(contract).map(({ code, body }) => [`${contract.name} ${code}`, body] as const);
    return [[contract.name, answer], ...errors];
  });

  test("steps to listed tools stay, and no step leads elsewhere", () => {
    for (const [name, { next_steps: steps = [] }] of answers) {
      const kept = toolSteps(steps, { tools: all, hasKey: true }).filter(({ tool }) => TEN.includes(String(tool)));
      const shown = toolSteps(steps, { tools: care, hasKey: true });
      const plain = (each: readonly object[]) =>
        each.map((step) => JSON.stringify(step).replaceAll(/"description":"[^"]*",/g, ""));
      expect(plain(shown), name).toEqual(expect.arrayContaining(plain(kept)));
      for (const { tool, url } of shown) expect(TEN.includes(String(tool)) || url !== undefined, name).toBe(true);
      expect(shown.length > 0, name).toBe(steps.length > 0);
    }
  });

  test("the list has the operations that keep and restore creatures and keys", () => {
    const names = listed.map(({ what }) => what);
    const keeps = ["check_status", "home", "care", "visit", "adopt", "board", "end_boarding", "take_back", "resurrect"];
    const restores = ["register", "recover", "rotate_key", "make_recovery_code"];
    expect(names).toEqual(expect.arrayContaining([...keeps, ...restores]));
  });

  test("answers name tools instead of HTTP calls, and mark unlisted tools", () => {
    for (const [name, answer] of answers) {
      const shown = JSON.stringify(inToolTerms(answer, { tools: care, hasKey: true }));
      expect(shown, name).not.toMatch(/\/api\/|\b(?:GET|POST|DELETE) /);
    }
    const unknown = answers.find(([name]) => name === "adopt unknown_species")?.[1] ?? {};
    expect(inToolTerms(unknown, { tools: care, hasKey: true })["suggestion"]).toContain(
      "`species` (what: list_species) of the full list",
    );
  });
});

const SPECIES = ["housecat", "retriever", "maine_coon", "owl", "parrot"];
const HOURS = 48;

/** Calls tools with the current key, and collects steps that lead outside the list. */
function keeperOf(client: AnyClient) {
  const outside: unknown[] = [];
  const keeper = {
    key: undefined as string | undefined,
    outside,
    // oxlint-disable-next-line typescript/no-explicit-any -- tests look into answers freely
    async call(name: string, args: object = {}): Promise<any> {
      const { structuredContent, content } = await client.call(name, {
        ...args,
        ...(keeper.key === undefined ? {} : { api_key: keeper.key }),
      });
      const answer = structuredContent ?? JSON.parse(content[0]?.text ?? "");
      const steps: readonly ToolStep[] = answer.next_steps;
      outside.push(...steps.filter(({ tool = "home" }) => !TEN.includes(tool)).map((step) => [name, step]));
      return answer;
    },
    /** Follows the first step to a tool, with its arguments and `more`. */
    follow(answer: { readonly next_steps: readonly ToolStep[] }, tool: string, more: object = {}) {
      const step = answer.next_steps.find((each) => each.tool === tool);
      if (step === undefined) throw new Error(`no step to ${tool}: ${JSON.stringify(answer.next_steps)}`);
      return keeper.call(tool, { ...step.arguments, ...more });
    },
    async advance(hours: number) {
      const headers = { authorization: `Bearer ${keeper.key}` };
      const moved = await house.call("POST", "/api/house/clock", { advance_hours: Math.max(0.01, hours) }, headers);
      expect(moved.status, moved.text).toBe(200);
    },
  };
  return keeper;
}

interface Fed {
  readonly creature_id: string;
  readonly timing?: string;
}

test("the care list suffices to keep five creatures for two days", async () => {
  const keeper = keeperOf(await modernClient(CARE));
  const { your_token, recovery_code, agent } = await keeper.call("register", {
    username: freshUsername("test"),
    timezone: zoneAt(9),
  });
  keeper.key = your_token;
  await buyCredits(house.app.services.database, agent.id, "500");
  const ids: string[] = [];
  for (const species_slug of SPECIES) {
    ids.push((await keeper.call("adopt", { name: `N${ids.length}`, species_slug })).creature.id);
  }
  const [neglected, boarded] = ids;
  const done: string[] = [];
  const meals: Fed[] = [];
  for (let hours = 0; hours < HOURS;) {
    let answer = await keeper.call("check_status");
    const isTimeFor = (what: string, is: boolean) => is && !done.includes(what) && done.push(what) > 0;
    if (isTimeFor("boarding", hours > 6)) {
      const away = await keeper.call("board", { what: "board", creature_id: boarded, hours: 8 });
      expect(away.success, JSON.stringify(away)).toBe(true);
    }
    if (isTimeFor("loss", hours > 12)) {
      keeper.key = undefined;
      const refused = await keeper.call("check_status");
      expect(refused.code).toBe("missing_key");
      const restored = await keeper.follow(refused, "keys", { recovery_code });
      keeper.key = restored.your_token;
      expect((await keeper.follow(restored, "home")).creatures.length).toBe(5);
    }
    const news: readonly { readonly kind: string }[] = answer.report?.lines ?? [];
    if (
      isTimeFor(
        "death",
        news.some(({ kind }) => kind === "died"),
      )
    ) {
      const returned = await keeper.follow(await keeper.call("home"), "bring_back");
      expect(returned.creature, JSON.stringify(returned)).toMatchObject({ name: "N0", resurrection_number: 1 });
    }
    answer = await keeper.call("check_status", { told: answer.report?.id });
    const due = answer.next_steps.find((step: ToolStep) => step.due === true);
    const actions = (due?.arguments.actions ?? []).filter(
      ({ creature_id }: Fed) => done.includes("death") || creature_id !== neglected,
    );
    if (actions.length > 0) {
      answer = await keeper.call(due.tool, { ...due.arguments, actions });
      meals.push(...answer.results.filter(({ timing }: Fed) => typeof timing === "string"));
    }
    const wait = Math.max(0.5, answer.recommended_checkin.hours_from_now);
    await keeper.advance(wait);
    hours += wait;
  }
  expect(done).toEqual(["boarding", "loss", "death"]);
  expect(meals.filter(({ timing }) => timing !== "on_time")).toEqual([]);
  expect(meals.length).toBeGreaterThan(40);
  expect(new Set(meals.map(({ creature_id }) => creature_id))).toEqual(new Set(ids));
  expect(keeper.outside).toEqual([]);
});
