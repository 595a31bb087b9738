// Keeps documents true by running their commands as written and comparing the answers they show with real ones.
import { execFile } from "node:child_process";
import { globSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { DAY_MS } from "@denkeeper/rules/time/durations.ts";
import { ENDPOINTS } from "../src/endpoints.ts";
import { HookVault } from "../src/owners/hooks/channels/vault.ts";
import { takeCodeAttempt } from "../src/owners/hooks/store/hooks.ts";
import { TEST_NAMES } from "../src/platform/identity/agent-id.ts";
import { LIMITS } from "../src/http/server/server.ts";
import { CHECKOUT_ENV } from "./payers/checkout.ts";
import { readDocument, shapeFaults, shownCommands } from "./documents.ts";
import { HOOKS_KEYS, openHouse } from "./harness.ts";
import { BUILT_COMMAND } from "./processes/built-package.ts";

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, "..");
const NINE_HOURS_MS = 9 * 3_600_000;

/** Returns a clock that starts at 9 a.m. UTC, when no creature sleeps. */
function morningClock(): () => number {
  const started = Date.now();
  const nine = Math.floor(started / DAY_MS) * DAY_MS + NINE_HOURS_MS;
  return () => nine + (Date.now() - started);
}

/** Fields of an answer that later commands need. */
interface ShownAnswer {
  readonly your_token?: string;
  readonly recovery_code?: string;
  readonly creature?: { readonly id?: string };
}

function parsed(text: string): ShownAnswer | undefined {
  return text.startsWith("{") ? (JSON.parse(text) as ShownAnswer) : undefined;
}

test.each([
  ["README.md", false],
  ["docs/playing.md", false],
  ["docs/skill.md", false],
  ["docs/heartbeat.md", true],
])("the commands of %s work, and answer as shown", async (path, isForKeepers) => {
  const house = await openHouse({ env: { ...CHECKOUT_ENV, RATE_LIMIT_FACTOR: "100" }, clock: morningClock() });
  try {
    const commands = shownCommands(readDocument(path));
    expect(commands.length).toBeGreaterThan(1);
    const keeper = isForKeepers ? await house.register() : undefined;
    await keeper?.call("POST", "/api/house/adopt", { name: "Pip" });
    let key = keeper?.key ?? "";
    let creature = "";
    let code = "";
    for (const { command, answer } of commands) {
      const here = command.replaceAll("http://localhost:3000", house.url);
      const { stdout } = await run("bash", ["-c", here], {
        env: { ...process.env, KEY: key, PIP: creature, CODE: code },
      });
      const real = parsed(stdout);
      expect(stdout, command).not.toBe("");
      if (answer !== undefined) expect(shapeFaults(answer, real), `${command}\n${stdout}`).toEqual([]);
      else if (real !== undefined) expect(real, command).not.toHaveProperty("error");
      key = real?.your_token ?? key;
      code = real?.recovery_code ?? code;
      creature = real?.creature?.id ?? creature;
    }
  } finally {
    await house.close();
  }
});

test("documents show no literal Idempotency-Key", async () => {
  const house = await openHouse();
  try {
    const files = [
      "README.md",
      ...globSync("{docs,examples,examples/*,packages/denkeeper,packages/python}/*.{md,sh}", { cwd: ROOT }),
    ];
    const served = await Promise.all(
      [
        "/skill.md",
        "/heartbeat.md",
        "/heartbeat-short.md",
        "/llms.txt",
        "/llms-full.txt",
        "/docs/playing.md",
        "/docs/api.md",
      ].map(async (path) => ({ name: path, text: (await house.call("GET", path)).text })),
    );
    const documents = [...files.map((name) => ({ name, text: readDocument(name) })), ...served];
    expect(documents.length).toBeGreaterThan(15);
    for (const { name, text } of documents) {
      expect(text.match(/idempotency-key["']?: *["']?(?![$<`])[\w-]{4,}(?!\w*[.(])/gi), name).toBeNull();
    }
  } finally {
    await house.close();
  }
});

test("registering twice by docs/skill.md does not return the same key", async () => {
  const house = await openHouse();
  try {
    const [register] = shownCommands(readDocument("docs/skill.md"));
    expect(register?.command).toContain("Idempotency-Key");
    const paste = async () =>
      parsed(
        (await run("bash", ["-c", register?.command.replaceAll("http://localhost:3000", house.url) ?? ""])).stdout,
      );
    expect((await paste())?.your_token).toMatch(/^dk_/);
    expect(await paste()).toMatchObject({ error: expect.stringContaining("taken") });
  } finally {
    await house.close();
  }
});

interface CompactStatus {
  readonly recommended_checkin: { readonly hours_from_now: number };
  readonly next_steps: readonly {
    readonly due?: boolean;
    readonly method: string;
    readonly endpoint: string;
    readonly body?: object;
  }[];
}

test("following llms.txt hatches a creature and keeps it well", async () => {
  const house = await openHouse({ env: { RATE_LIMIT_FACTOR: "100" }, clock: morningClock() });
  try {
    const { text } = await house.call("GET", "/llms.txt");
    const shown = [...text.matchAll(/`(GET|POST) (\/api[^`]*)`(?: with `(\{[^`]*\})`)?/g)];
    expect(shown.map(([, method, path]) => `${method} ${path}`)).toEqual([
      "POST /api/auth/register",
      "POST /api/house/adopt",
      "GET /api/house/status?view=compact",
      "GET /api/house/home",
      "POST /api/house/clock",
    ]);
    let key = "";
    for (const [, method = "", path = "", body] of shown) {
      const sent = body === undefined ? undefined : (JSON.parse(body.replace("your-name", "test-llms")) as object);
      const { status, json } = await house.call(
        method,
        path,
        sent,
        key === "" ? {} : { authorization: `Bearer ${key}` },
      );
      expect(status, path).toBeLessThan(300);
      key = json.your_token ?? key;
    }
    const me = { authorization: `Bearer ${key}` };
    const timings: string[] = [];
    for (let hours = 3; hours < 48;) {
      const { json } = await house.call("GET", "/api/house/status?view=compact", undefined, me);
      const { recommended_checkin, next_steps } = json as CompactStatus;
      const due = next_steps.find((step) => step.due === true);
      if (due === undefined) {
        const ahead = Math.max(0.01, recommended_checkin.hours_from_now);
        await house.call("POST", "/api/house/clock", { advance_hours: ahead }, me);
        hours += ahead;
        continue;
      }
      expect(due.endpoint).toBe("/api/house/visit");
      const visit = await house.call(due.method, due.endpoint, due.body, me);
      expect(visit.json.results.map((result: { success: boolean }) => result.success)).not.toContain(false);
      timings.push(...visit.json.results.flatMap((result: { timing?: string }) => result.timing ?? []));
    }
    expect(timings.length).toBeGreaterThan(4);
    expect(new Set(timings)).toEqual(new Set(["on_time"]));
  } finally {
    await house.close();
  }
});

test("documents that agents read first stay short", () => {
  const lines = (path: string) => readDocument(path).trimEnd().split("\n").length;
  expect(lines("docs/skill.md")).toBeLessThan(200);
  expect(lines("docs/heartbeat-short.md")).toBeLessThanOrEqual(15);
  expect(lines("docs/auth.md")).toBeLessThanOrEqual(20);
  for (const path of ["docs/heartbeat-short.md", "docs/heartbeat.md"]) {
    expect(readDocument(path)).toContain("HEARTBEAT_OK");
    expect(readDocument(path)).toContain("active hours");
  }
});

const READ_BY_AGENTS = ["docs/auth.md", "docs/skill.md", "docs/heartbeat.md", "docs/playing.md"];

test.each(READ_BY_AGENTS)("every call that %s names exists", (path) => {
  const known = new Set(ENDPOINTS.map(({ contract }) => `${contract.method} ${contract.path}`));
  const named = [...readDocument(path).matchAll(/`((?:GET|POST|DELETE) \/api[^`?\s]*)/g)].map(([, call]) => call);
  expect(named.length).toBeGreaterThan(4);
  for (const call of named) expect(known, call).toContain(call);
});

test("the calls of docs/auth.md work, and its fields exist", async () => {
  const house = await openHouse({ env: { RATE_LIMIT_FACTOR: "1000" } });
  try {
    const secrets = { key: "", code: "" };
    const named = new Set<string>(["api_key"]);
    for (const [, method = "", path = "", sent] of readDocument("docs/auth.md").matchAll(
      /`(GET|POST|DELETE) (\/[\w/-]+)`(?:\s+with\s+`(\{.*?\})`)?/gs,
    )) {
      const body: unknown = sent === undefined ? undefined : JSON.parse(sent.replace("dkr_...", secrets.code));
      const headers: Record<string, string> = secrets.key === "" ? {} : { authorization: `Bearer ${secrets.key}` };
      const answer = await house.call(method, path, body, headers);
      expect(answer.status, `${method} ${path}: ${answer.text}`).toBeLessThan(300);
      for (const name of [...Object.keys(answer.json), ...Object.keys(body ?? {})]) named.add(name);
      secrets.key = answer.json.your_token ?? secrets.key;
      secrets.code =
        answer.json.recovery_code?.exists === undefined ? (answer.json.recovery_code ?? secrets.code) : secrets.code;
    }
    const fields = [...readDocument("docs/auth.md").matchAll(/`([a-z]+_[a-z_]+|events|confirmation)`/g)];
    expect(fields.length).toBeGreaterThan(8);
    for (const [, field = ""] of fields) expect(named, field).toContain(field);
  } finally {
    await house.close();
  }
});

/** Returns the shell blocks of a document in order, without the indentation of lists. */
function shellBlocks(path: string): readonly string[] {
  return [...readDocument(path).matchAll(/^( *)```sh\n(.*?)\n *```/gms)].map(([, indent = "", block = ""]) =>
    block.replaceAll(new RegExp(`^${indent}`, "gm"), ""),
  );
}

test("the calls of docs/hooks.md add a hook, confirm it, and declare a period", async () => {
  const house = await openHouse();
  try {
    const { id: agentId, key } = await house.register();
    const blocks = shellBlocks("docs/hooks.md");
    expect(blocks).toHaveLength(3);
    const answers: { hook?: { hook_id: string }; message: string }[] = [];
    for (const block of blocks) {
      const hookId = answers[0]?.hook?.hook_id ?? "";
      const attempt = { agentId, hookId, now: Date.now() };
      const sealed = hookId === "" ? undefined : await takeCodeAttempt(house.app.services.database, attempt);
      const code = sealed && new HookVault([HOOKS_KEYS]).openTarget(hookId, sealed).code;
      const here = block.replaceAll("http://localhost:3000", house.url).replace('"..."', JSON.stringify(hookId));
      const command = here.replace('"..."', JSON.stringify(code));
      const { stdout } = await run("bash", ["-c", command], { env: { ...process.env, DENKEEPER_KEY: key } });
      answers.push(JSON.parse(stdout));
    }
    expect(answers[1]?.message).toContain("from now on");
    expect(answers[2]).toHaveProperty("hook");
  } finally {
    await house.close();
  }
});

test("the lines of docs/moderation.md make keys, suspend, and export the log", async () => {
  const [settings = "", curl = "", acts = "", reads = "", ...others] = shellBlocks("docs/moderation.md");
  expect(others).toEqual([]);
  const { stdout: keys } = await run("bash", ["-c", `${settings}; printf %s "$OPERATOR_KEYS"`]);
  const house = await openHouse({ env: { OPERATOR_KEYS: keys, ADMIN_KEY: "" } });
  const folder = mkdtempSync(join(tmpdir(), "denkeeper-acts-"));
  try {
    await house.register({ username: "ada" });
    const key = /^ada:(\w+),/.exec(keys)?.[1] ?? "";
    const lines = [
      `denkeeper() { ${process.execPath} ${BUILT_COMMAND} "$@"; }`,
      `DENKEEPER_OPERATOR_KEY=${key}`,
      curl,
      acts.replace(" && ", ` <<< ${key}; `),
      reads,
      "cat audit.jsonl",
    ];
    const env = { ...process.env, DENKEEPER_URL: house.url, XDG_CONFIG_HOME: folder };
    const script = lines.join("\n").replaceAll("http://localhost:3000", house.url);
    const { stdout } = await run("bash", ["-ec", script], { env, cwd: folder });
    expect(stdout).toMatch(/"outcome": ?"done"[^]*outcome +already[^]*\n\{.*"suspend".*\}\n$/);
  } finally {
    rmSync(folder, { recursive: true });
    await house.close();
  }
});

test("docs/skill.md contains the main calls of a keeper", () => {
  const text = readDocument("docs/skill.md");
  for (const { contract } of ENDPOINTS) {
    const { auth, method, path } = contract;
    const isOfThem =
      auth === "required" &&
      /^\/api\/(?:house\/(?:status|visit|care|home|events|board|sitters|export)|auth)/.test(path);
    if (isOfThem && method !== "DELETE") expect(text).toContain(`\`${method} ${path}`);
  }
});

test("every table in a document has a header; no document has comments", () => {
  const documents = globSync(["*.md", "docs/**/*.md", "examples/{,*/}*.md", "packages/{denkeeper,python}/*.md"], {
    cwd: ROOT,
  });
  expect(documents.length).toBeGreaterThan(25);
  for (const path of documents) {
    const text = readDocument(path);
    expect(text, path).not.toContain("<!--");
    // A separator row that follows an empty line has no header.
    expect(text.match(/\n\n\|(?: *:?-+:? *\|)+\n/), path).toBeNull();
  }
});

test("contributor documents are short, and the paths they name exist", () => {
  expect(Buffer.byteLength(readDocument("AGENTS.md"))).toBeLessThanOrEqual(5 * 1024);
  expect(Buffer.byteLength(readDocument("docs/architecture.md"))).toBeLessThanOrEqual(9 * 1024);
  const read = ["{.,src/**,packages/**}/AGENTS.md", "CONTRIBUTING.md", "docs/architecture.md", "docs/decisions.md"];
  const notes = globSync(read, { cwd: ROOT, exclude: ["**/node_modules/**"] });
  expect(notes.length).toBeGreaterThan(5);
  for (const note of notes) {
    const paths = readDocument(note).matchAll(
      /`((?:src|packages|scripts|test|docs|migrations|deploy|examples)\/[^`\s]*)`/g,
    );
    const named = [...paths].map(([, path = ""]) => path).filter((path) => !/[A-Z]{3}/.test(path));
    expect({ note, missing: named.filter((path) => globSync(path, { cwd: ROOT }).length === 0) }).toEqual({
      note,
      missing: [],
    });
  }
});

test("only store folders contain statements", () => {
  for (const path of globSync("src/**/*.ts", {
    cwd: ROOT,
    exclude: ["src/**/store/**", "src/platform/database/**", "src/**/*.test.ts"],
  })) {
    expect(readDocument(path), path).not.toMatch(/\bstatement\(\{|text: ["`](?:SELECT|INSERT|UPDATE|DELETE|SET) /);
  }
});

test("documents and code name the same prefixes of test accounts", () => {
  const texts = [
    ...["docs/skill.md", "docs/operating.md", "docs/decisions.md"].map(readDocument),
    ...ENDPOINTS.map(({ contract }) => JSON.stringify(contract.errors) + (contract.description ?? "")),
  ].map((text) => text.replaceAll("`", ""));
  const lists = texts.flatMap((text) => text.match(/test-, [a-z0-9, -]+ or [a-z]+-/g) ?? []);
  expect(lists.length).toBeGreaterThan(5);
  expect(new Set(lists)).toEqual(new Set([TEST_NAMES]));
});

test("docs/operating.md names the limits that the server has", () => {
  const text = readDocument("docs/operating.md");
  expect(text).toContain(`| ${LIMITS.silenceMs / 1000} s, or ${LIMITS.keepAliveMs / 1000} s between requests `);
  expect(text).toContain(`| ${LIMITS.headerBytes / 1024} KB, within ${LIMITS.headersMs / 1000} s `);
  expect(text).toContain(`| ${LIMITS.requestMs / 1000} s to arrive `);
  expect(text).toContain(`| ${LIMITS.connections.toLocaleString("en-US")} `);
});

test("shapeFaults reports missing fields and changed types only", () => {
  expect(shapeFaults({ a: [{ b: "x" }] }, { a: [{ b: "y", c: 1 }] })).toEqual([]);
  expect(shapeFaults({ a: [{ b: "x" }] }, { a: [{ c: 1 }] })).toEqual(["answer.a[0].b is undefined, shown as string"]);
  expect(shapeFaults({ a: {} }, { a: 1 })).toEqual(["answer.a is no object"]);
  expect(shapeFaults({ a: [] }, {})).toEqual(["answer.a is no list"]);
});
