// Tests command-line output: help, tables, and suggested commands.
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { runCommand } from "../../../../test/command-line.ts";
import { BUILT_COMMAND } from "../../../../test/processes/built-package.ts";
import { CHILD_ENV } from "../../../../test/processes/child-env.ts";
import { DenkeeperError } from "../errors.ts";
import type { NextStep } from "../generated/types.ts";
import { OPERATIONS } from "../generated/operations.ts";
import { exitCodeOf, failureText } from "./failure.ts";
import { inCommandWords, nextCommand, shortNameOf } from "./next-command.ts";
import { buildProgram } from "./program.ts";
import { cut, table, widthOf } from "./text.ts";
import { localTime, toLocalTimes } from "./time.ts";

const program = buildProgram("0");
const folder = mkdtempSync(join(tmpdir(), "denkeeper-commands-"));
afterAll(() => rmSync(folder, { recursive: true }));

test("every command's help has the global options; the list fits 80 columns", () => {
  for (const command of program.commands.flatMap((each) => [each, ...each.commands])) {
    const help = command.helpInformation();
    for (const option of ["--json", "--url", "--profile"]) expect(help, command.name()).toContain(option);
    expect(command.description()).not.toBe("");
  }
  const list = program.helpInformation();
  expect(list.match(/^[A-Z][\w ]+:$/gm)?.length).toBeGreaterThan(6);
  expect(list).not.toMatch(/^Commands:$/m);
  for (const line of list.split("\n")) expect(line.length).toBeLessThanOrEqual(80);
});

/** Serves a fixed answer and collects the requests. */
async function saying(answer: object): Promise<{ url: string; asked: IncomingMessage[]; close(): void }> {
  const asked: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    asked.push(request);
    response.setHeader("content-type", "application/json").end(JSON.stringify(answer));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked, close: () => server.close() };
}

async function ask(url: string, ...args: readonly string[]): Promise<string> {
  const home = { HOME: folder, XDG_CONFIG_HOME: folder, TZ: "UTC" };
  const { code, stdout, stderr } = await runCommand({ ...home, DENKEEPER_URL: url, DENKEEPER_KEY: "dk_x" }, args);
  expect(code, stderr).toBe(0);
  return stdout;
}

test("keep reports a rate limit and stops when interrupted", async () => {
  const calls: string[] = [];
  const server = createServer((request, response) => {
    calls.push(`${request.method} ${request.url}`);
    const body = { error: "Too many requests", code: "rate_limited", suggestion: "Wait.", next_steps: [] };
    response.writeHead(429, { "content-type": "application/json", "retry-after": "46" }).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  for (const args of [["--move-clock"], ["--once"]]) {
    calls.length = 0;
    const env = { ...CHILD_ENV, HOME: folder, XDG_CONFIG_HOME: folder, DENKEEPER_URL: url, DENKEEPER_KEY: "dk_x" };
    const child = spawn(process.execPath, [BUILT_COMMAND, "keep", ...args], { env, stdio: ["ignore", "pipe", "pipe"] });
    const ended = new Promise((resolve) => child.once("close", resolve));
    let stdout = "";
    child.stdout.setEncoding("utf8").on("data", (chunk: string) => (stdout += chunk));
    await expect.poll(() => stdout).toContain("Rate limited. Trying again in 46 s.");
    const interruptedAt = Date.now();
    child.kill("SIGINT");
    expect(await ended, args.join(" ")).toBe(args.includes("--once") ? 130 : 0);
    // 30 seconds is well below the 46 seconds of Retry-After.
    expect(Date.now() - interruptedAt).toBeLessThan(30_000);
    expect(calls).toEqual(["GET /api/house/status?view=compact"]);
  }
  server.close();
});

const LONG = {
  name: "The Honorable Bartholomew",
  species: "Chrome-plated Salamander",
  keeper: "a-very-long-username-indeed",
};

describe("list layout", () => {
  test("an answer without a layout prints facts, lists, and commands", async () => {
    const id = "01890a5d-ac96-774b-bcce-b302099a8057";
    const entry = {
      rank: 1,
      creature_id: id,
      creature_name: LONG.name,
      agent: LONG.keeper,
      score: 99.5,
      assisted: false,
    };
    const house = await saying({
      category: "oldest_living",
      leaderboard: [entry, { ...entry, rank: 2, creature_name: "小猫小猫", empty: null }],
      house_stats: { creatures_alive: 2, creatures_dead: 0 },
      pagination: { page: 1, pages: 2, total: 30 },
      next_steps: [{ action: "more", method: "GET", endpoint: "/api/house/hall?page=2", description: "See more." }],
    });
    const shown = await ask(house.url, "api", "hall");
    house.close();
    expect(shown.split("\n")).toEqual([
      "category     oldest_living",
      "house stats  creatures alive 2, creatures dead 0",
      "",
      "leaderboard",
      expect.stringMatching(/^rank +creature name +agent +score +assisted +creature id$/),
      expect.stringMatching(new RegExp(`^1 +${LONG.name} +${LONG.keeper} +99.5 +no +${id}$`)),
      expect.stringMatching(/^2 +小猫小猫 /),
      "Page 1 of 2, 30 in all.",
      "",
      "Next:",
      "  denkeeper api hall page=2  # See more.",
      "",
    ]);
  });

  test("a narrow table drops ids, then the last columns, and says so", () => {
    const rows = [
      ["name", "species", "id"],
      [LONG.name, LONG.species, "01890a5d-ac96-774b-bcce-b302099a8057"],
    ];
    for (const room of [60, 40, 12])
      for (const line of table(rows, room).split("\n").slice(0, 2)) expect(widthOf(line)).toBeLessThanOrEqual(room);
    expect(table(rows, 60)).toContain("--json has 1 more column.");
    expect(table(rows, 12)).toContain("--json has 2 more columns.");
    expect(table(rows, 200)).not.toContain("--json");
  });

  test("widths count screen columns, not characters", () => {
    expect(widthOf("小猫")).toBe(4);
    expect(widthOf("\u001b[1mKäthe\u001b[0m")).toBe(5);
    expect(cut("小猫小猫", 5)).toBe("小猫…");
    const long = "c d ".repeat(5);
    expect(
      table(
        [
          ["a", "b"],
          [long, long],
        ],
        30,
      ),
    ).toBe("a               b\nc d c d c d c…  c d c d c d c…");
  });
});

test("times are local and name their zone", () => {
  const now = Date.parse("2026-11-16T12:00:00Z");
  expect(localTime("2026-11-16T15:30:00Z", now)).toMatch(/^(Nov 1\d )?\d\d:\d\d \S+$/);
  expect(localTime("2027-01-16T15:30:00Z", now)).toMatch(/^Jan 1\d, 2027 /);
  expect(toLocalTimes("Come back at 2026-11-16T15:38:20.678Z, for Moss.")).not.toContain("T15");
});

test("nextCommand quotes words for a shell and appends the description", () => {
  const care = {
    action: "play",
    method: "POST",
    endpoint: "/api/house/care",
    description: "",
    body: { action: "play", item: "it's a $(ball)" },
  } as const;
  expect(nextCommand(care)).toBe(`denkeeper play --item 'it'\\''s a $(ball)'`);
  const stats = { action: "stats", method: "GET", endpoint: "/api/stats", description: "See." } as const;
  expect(nextCommand(stats)).toBe("denkeeper api stats  # See.");
  for (const { name } of Object.values(OPERATIONS)) expect(name).toMatch(/^\w+$/);
});

/** Splits a command line into words with a real shell. */
function wordsOf(line: string): readonly string[] {
  return spawnSync("bash", ["-c", `printf '%s\\0' ${line}`], { encoding: "utf8" })
    .stdout.split("\0")
    .slice(0, -1);
}

test("suggestions name commands, options, and unique creature names", () => {
  expect(inCommandWords("Check the slug. GET /api/house/species lists every species.")).toBe(
    "Check the slug. `denkeeper api listSpecies` lists every species.",
  );
  expect(inCommandWords("POST /api/house/return takes it back.")).toBe(
    "`denkeeper return <creature-id>` takes it back.",
  );
  expect(inCommandWords("GET /api/agents/{username} lists them.")).toContain("publicAgent username=<username>`");
  expect(inCommandWords("Leave species_slug out.")).toBe("Leave --species out.");
  const [pip, one, two] = ["Pip", "Moss", "moss"].map((name, index) => ({ id: `0-${index}`, name }));
  const household = new Map([pip, one, two].flatMap((each) => (each === undefined ? [] : [[each.id, each.name]])));
  expect(["0-0", "0-1", "0-3"].map((id) => shortNameOf(id, household))).toEqual(["Pip", "0-1", "0-3"]);
  const body = {
    error: "Which?",
    code: "which_creature",
    suggestion: "Send creature_id.",
    next_steps: [] as NextStep[],
  } as const;
  const yours = [...household].map(([id, name]) => ({ id, name, species: "Cat", stage: "baby" }));
  const common = { operation: "care", requestId: "", attempts: 1, status: 400, ...body };
  const which = failureText(new DenkeeperError("Which?", { ...common, body: { ...body, your_creatures: yours } }));
  expect(which).toContain("Pip, Cat, baby: --creature Pip\n");
  expect(which).toContain("--creature 0-1");
  expect(which).not.toContain("creature_id");
  const recover = { action: "recover", method: "POST", endpoint: "/api/auth/recover", description: "" } as const;
  const invalid = new DenkeeperError("Invalid API key", {
    ...common,
    code: "invalid_key",
    status: 401,
    nextSteps: [{ ...recover, body: { recovery_code: "dkr_..." } }],
  });
  expect(failureText(invalid)).toMatch(/Next:\n {2}(?:npx --no-install denkeeper|denkeeper) recover dkr_\.\.\.$/);
});

test("failureText prints each field's fault once", () => {
  const fault = { field: "item", message: "reflect does not take an item" };
  const other = { field: "notes", message: "must be a string" };
  const steps: NextStep[] = [];
  const body = { error: "Invalid care action", code: "invalid_input", next_steps: steps, suggestion: "" } as const;
  const told = failureText(
    new DenkeeperError("Invalid care action", {
      operation: "care",
      requestId: "",
      attempts: 1,
      status: 400,
      code: "invalid_input",
      suggestion: "item: reflect does not take an item.",
      body: { ...body, invalid_fields: [fault, other] },
    }),
  );
  expect(told).toBe("Invalid care action\n  notes: must be a string\nitem: reflect does not take an item.");
});

test("credits_not_sold exits with 1 and suggests no wait", () => {
  const body = {
    error: "Not sold",
    code: "credits_not_sold",
    suggestion: "Ask.",
    next_steps: [] as NextStep[],
  } as const;
  const circumstances = { ...body, operation: "buyCredits", requestId: "", attempts: 1, status: 503 };
  const error = new DenkeeperError("Not sold", { ...circumstances, retryAfterSeconds: 2, body });
  expect(exitCodeOf(error)).toBe(1);
  expect(failureText(error)).not.toContain("Wait");
});

test("next steps become commands, or api calls where no command fits", () => {
  const step = (method: "GET" | "POST" | "DELETE", endpoint: string, body?: Record<string, unknown>) =>
    nextCommand({ action: "", method, endpoint, description: "", ...(body === undefined ? {} : { body }) });
  expect(step("POST", "/api/house/visit", { actions: [], only_due: true })).toBe("denkeeper visit");
  expect(step("GET", "/api/house/status?view=compact")).toBe("denkeeper status");
  expect(step("POST", "/api/house/board", { creature_id: "x", hours: 24 })).toBe("denkeeper board x --hours 24");
  expect(step("DELETE", "/api/house/board", { creature_id: "x" })).toBe("denkeeper end-boarding x");
  expect(step("GET", "/api/house/hooks?hook_id=x")).toBe("denkeeper hooks messages x");
  expect(step("GET", "/api/house/hooks")).toBe("denkeeper hooks");
  expect(step("POST", "/api/house/hooks/confirm", { hook_id: "x", code: "..." })).toBe("denkeeper hooks confirm x ...");
  expect(step("DELETE", "/api/house/sitters", { sitter_id: "x" })).toBe("denkeeper sitters revoke x");
  expect(step("POST", "/api/auth/recover", { recovery_code: "dkr_..." })).toBe("denkeeper recover dkr_...");
  expect(step("POST", "/api/house/adopt", { name: "Pip", species_slug: "owl" })).toBe(
    "denkeeper adopt Pip --species owl",
  );
  expect(step("GET", "/api")).toBe("denkeeper api");
  expect(step("GET", "/api/house/hall?per_page=6")).toBe("denkeeper api hall per_page=6");
  expect(step("GET", "/api/house/species/owl")).toBe("denkeeper api speciesProfile slug=owl");
  // A field without a matching option is suggested through `denkeeper api`.
  expect(step("POST", "/api/house/adopt", { name: "Pip", image_url: "u" })).toBe(
    "denkeeper api adopt name=Pip image_url=u",
  );
  expect(step("GET", "/api/new/call")).toBe("denkeeper api GET /api/new/call");
});

test("every recorded next step becomes a command line that parses", () => {
  const recorded = readFileSync(
    join(import.meta.dirname, "..", "..", "..", "..", "src", "docs", "recorded-answers.json"),
    "utf8",
  );
  const steps: NextStep[] = [];
  JSON.parse(recorded, (key, value: unknown) => {
    if (key === "next_steps" && Array.isArray(value)) steps.push(...(value as NextStep[]));
    return value;
  });
  expect(steps.length).toBeGreaterThan(50);
  const lines = new Set(steps.map((step) => nextCommand({ ...step, description: "" })));
  for (const line of lines) {
    if (line.startsWith("http")) continue;
    const [name, command, ...args] = wordsOf(line.replace("<username>", "ada"));
    expect(name, line).toBe("denkeeper");
    const group = program.commands.find((each) => each.name() === command);
    // Compares names because formatting a whole command for the failure message takes a tenth of a second.
    expect(group?.name(), line).toBe(command);
    const inGroup = group?.commands.find((each) => each.name() === args[0]);
    if (inGroup !== undefined) args.shift();
    const found = inGroup ?? group;
    if (args.includes("--help")) continue;
    const { operands, unknown } = found?.parseOptions(args) ?? { operands: [], unknown: ["?"] };
    expect(unknown, line).toEqual([]);
    const places = found?.registeredArguments ?? [];
    expect(operands.length, line).toBeGreaterThanOrEqual(places.filter(({ required }) => required).length);
    if (places.at(-1)?.variadic !== true) expect(operands.length, line).toBeLessThanOrEqual(places.length);
  }
});

test("a creature's name after an action suggests --creature", async () => {
  const written: string[] = [];
  const fresh = buildProgram("0");
  for (const command of [fresh, ...fresh.commands]) {
    command.exitOverride().configureOutput({ writeErr: (text) => written.push(text) });
  }
  await expect(fresh.parseAsync(["feed", "Zorro"], { from: "user" })).rejects.toThrow("too many arguments");
  expect(written.join("")).toContain("denkeeper feed --creature <name>");
});
