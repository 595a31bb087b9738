// What the command line looks like: its help, its tables, its completions, and the commands that it suggests.
import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
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
import { completions } from "./commands/completions.ts";
import { exitCodeOf, failureText } from "./failure.ts";
import { inCommandWords, nextCommand, shortNameOf } from "./next-command.ts";
import { buildProgram } from "./program.ts";
import { withoutErased } from "./secret.ts";
import { cut, table, widthOf } from "./text.ts";
import { localTime, localized } from "./time.ts";

const program = buildProgram("0");
const folder = mkdtempSync(join(tmpdir(), "denkeeper-commands-"));
afterAll(() => rmSync(folder, { recursive: true }));

test("every command's help has what holds for all of them, and the list of commands is grouped and narrow", () => {
  for (const command of program.commands.flatMap((each) => [each, ...each.commands])) {
    const help = command.helpInformation();
    for (const option of ["--json", "--url", "--profile"]) expect(help, command.name()).toContain(option);
    expect(command.description()).not.toBe("");
  }
  const list = program.helpInformation();
  expect(list.match(/^[A-Z][\w ]+:$/gm)?.length).toBeGreaterThan(7);
  expect(list).not.toMatch(/^Commands:$/m);
  for (const line of list.split("\n")) expect(line.length).toBeLessThanOrEqual(80);
});

/** A house that answers as it is told, and notes what it is asked. */
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

test("keep that is rate limited says so, and does nothing more once it is interrupted", async () => {
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
    await expect.poll(() => stdout, { timeout: 60_000 }).toContain("Rate limited. Trying again in 46 s.");
    const interruptedAt = Date.now();
    child.kill("SIGINT");
    expect(await ended, args.join(" ")).toBe(args.includes("--once") ? 130 : 0);
    // Long before the 46 seconds are over.
    expect(Date.now() - interruptedAt).toBeLessThan(30_000);
    expect(calls).toEqual(["GET /api/house/status"]);
  }
  server.close();
});

const LONG = {
  name: "The Honorable Bartholomew",
  species: "Chrome-plated Salamander",
  keeper: "a-very-long-username-indeed",
};

describe("lists fit 80 columns", () => {
  test("the hall, whatever names it has", async () => {
    const creature = {
      rank: 1,
      creature_id: "x",
      creature_name: LONG.name,
      creature_species: LONG.species,
      agent: LONG.keeper,
    };
    const entry = { ...creature, stage: "adult", age_days: 120.5, consistency_score: 99.5, total_feedings: 1234 };
    const house = await saying({
      category: "oldest_living",
      leaderboard: [entry, { ...entry, rank: 2, creature_name: "小猫小猫小猫小猫小猫小猫小猫" }],
      house_stats: { creatures_alive: 2, creatures_dead: 0, total_agents: 1 },
      next_steps: [],
    });
    const shown = await ask(house.url, "hall");
    house.close();
    for (const line of shown.split("\n")) expect(widthOf(line)).toBeLessThanOrEqual(80);
    expect(shown).toMatch(/#.+name.+species.+keeper.+stage.+days.+score.+fed/);
    expect(shown).toContain("1234");
  });

  test("another agent's graves, which are asked for without a key", async () => {
    const grave = { name: LONG.name, species: LONG.species, caretaker: LONG.keeper, lived: "12 days, 11 hours" };
    const house = await saying({
      gravestones: [{ ...grave, cause: "neglect", died_at: "2026-11-16T12:00:00Z", epitaph_short: "word ".repeat(40) }],
      pagination: { page: 1, pages: 1, total: 1 },
      message: "One gravestone.",
      next_steps: [],
    });
    const shown = await ask(house.url, "graveyard", "--agent", "bob");
    await ask(house.url, "graveyard");
    house.close();
    for (const line of shown.split("\n")) expect(widthOf(line)).toBeLessThanOrEqual(80);
    expect(shown).toContain("Nov 16, 2026");
    const [others, own] = house.asked;
    expect(others?.url).toBe("/api/house/graveyard?agent=bob");
    expect(others?.headers.authorization).toBeUndefined();
    expect(own?.headers.authorization).toBe("Bearer dk_x");
  });

  test("species and what one likes", async () => {
    const personality = "word ".repeat(60).trim();
    const built_in = [{ slug: "owl", family: "exotic", tier: "rare", feeding_window_hours: 6, personality }];
    const one = {
      name: "Owl",
      slug: "owl",
      family: "exotic",
      tier: "rare",
      trust_speed: "slow",
      special_mechanic: null,
    };
    const profile = { ...one, feeding_window_hours: 6, innate_traits: [], personality };
    const likes = { creature: { name: "Pip", species: "Owl" }, preferences: { feed: Array(20).fill("fresh tuna") } };
    const answers: readonly (readonly [object, readonly string[], string])[] = [
      [{ built_in, species: [], pagination: { page: 1, pages: 1 }, next_steps: [] }, ["species"], "/api/house/species"],
      [{ species: profile, next_steps: [] }, ["species", "Maine Coon"], "/api/house/species/maine-coon"],
      [{ ...likes, discovered: {}, note: personality, next_steps: [] }, ["preferences"], "/api/house/preferences"],
    ];
    for (const [answer, args, path] of answers) {
      const house = await saying(answer);
      const shown = await ask(house.url, ...args);
      house.close();
      expect(house.asked[0]?.url).toBe(path);
      for (const line of shown.split("\n")) expect(widthOf(line), args.join(" ")).toBeLessThanOrEqual(80);
    }
  });

  test("by columns of the screen, not by characters", () => {
    expect(widthOf("小猫")).toBe(4);
    expect(widthOf("\u001b[1mKäthe\u001b[0m")).toBe(5);
    expect(cut("小猫小猫", 5)).toBe("小猫…");
    expect(
      table(
        [
          ["a", "bbbbbbbbbbbbbbb"],
          ["cccccccccccccc", "d"],
        ],
        20,
      ),
    ).toBe("a          bbbbbbbb…\ncccccccc…  d");
  });
});

test("times are local, and say their zone", () => {
  const now = Date.parse("2026-11-16T12:00:00Z");
  expect(localTime("2026-11-16T15:30:00Z", now)).toMatch(/^(Nov 1\d )?\d\d:\d\d \S+$/);
  expect(localTime("2027-01-16T15:30:00Z", now)).toMatch(/^Jan 1\d, 2027 /);
  expect(localized("Come back at 2026-11-16T15:38:20.678Z, for Moss.")).not.toContain("T15");
});

describe("completions", () => {
  mkdirSync(join(folder, "denkeeper"));
  writeFileSync(join(folder, "denkeeper", "default.names"), "Pip\nOld Tom\nMoss\n");

  /** What a shell prints for a script; undefined where there is no such shell. */
  function shell(name: string, script: string): string | undefined {
    const env = { ...CHILD_ENV, HOME: folder, XDG_CONFIG_HOME: folder };
    const { error, stdout, stderr } = spawnSync(name, ["-c", script], { encoding: "utf8", env });
    if (error !== undefined) return undefined;
    expect(stderr).toBe("");
    return stdout;
  }

  const TYPED: readonly (readonly [string, string])[] = [
    ["gra", "graveyard"],
    ["keep --o", "--once"],
    ["adopt --family ai", "ai-native"],
    ["adopt --species ow", "owl"],
    ["species ow", "owl"],
    ["hall --category old", "oldest_living"],
    ["feed --creature Pi", "Pip"],
    ["feed -c Ol", "Old\\ Tom"],
    ["release Mo", "Moss"],
    ["completions fi", "fish"],
    ["api checkS", "checkStatus"],
    ["hel", "help"],
    ["help gra", "graveyard"],
    ["--prof", "--profile"],
    ["--json gra", "graveyard"],
    ["--profile two adopt --family ai", "ai-native"],
    ["species --json ow", "owl"],
    ["trial ver", "verify"],
    ["trial run --scenario gui", "guided-1"],
    ["trial run --prac", "--practice"],
  ];

  test.each(["bash", "zsh"])("%s completes commands, options and their values", (name) => {
    const script = completions(program, name);
    const asked = TYPED.map(([typed]) => {
      const words = ["denkeeper", ...typed.split(" ")];
      return `COMP_WORDS=(${words.join(" ")}); COMP_CWORD=${words.length - 1}; _denkeeper; printf '%s\n' "\${COMPREPLY[@]}"`;
    });
    // What zsh sets before it calls a function of bash.
    const arrays = name === "zsh" ? "setopt ksh_arrays bash_rematch sh_word_split\n" : "";
    const shown = shell(name, `${script.replace("compinit &&", "compinit -u -D &&")}\n${arrays}${asked.join("\n")}`);
    if (shown === undefined) return;
    expect(shown.trim().split("\n")).toEqual(TYPED.map(([, completed]) => completed));
  });

  test("fish does, too", () => {
    const script = completions(program, "fish");
    const asked = TYPED.map(([typed]) => `complete -C 'denkeeper ${typed}' | string split -f1 \\t`);
    const shown = shell("fish", `${script}\n${asked.join("\n")}`);
    if (shown === undefined) return;
    expect(shown.trim().split("\n")).toEqual(TYPED.map(([, completed]) => completed.replace("\\", "")));
  });

  test("PowerShell gets the same commands and values", () => {
    const script = completions(program, "powershell");
    expect(script).toContain("'hall --category' = @('oldest_living', 'most_consistent', 'gravestone_count')");
    expect(script).toContain("'feed --creature' = $creatures");
    for (const [open, close] of ["{}", "()", "[]"])
      expect(script.split(open ?? "").length, open).toBe(script.split(close ?? "").length);
  });
});

test("a step becomes a command that a shell takes apart as meant", () => {
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

/** The words of a command line, as a shell splits them. */
function wordsOf(line: string): readonly string[] {
  return spawnSync("bash", ["-c", `printf '%s\\0' ${line}`], { encoding: "utf8" })
    .stdout.split("\0")
    .slice(0, -1);
}

test("suggestions name commands and options, and a creature by its name where that is enough", () => {
  expect(inCommandWords("GET /api/house/species lists every slug.")).toBe("`denkeeper species` lists every slug.");
  expect(inCommandWords("`GET /api/auth/register` shows it.")).toBe("`denkeeper register --help` shows it.");
  expect(inCommandWords("POST /api/house/return takes it back.")).toBe("`denkeeper return <creature>` takes it back.");
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

test("where nothing is sold, buying is refused for good, and no packs are listed", async () => {
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
  const packs = [{ id: "100", credits: 100, price: "$1" }];
  const house = await saying({ credits: 3, mpp_enabled: false, x402_enabled: false, packs, next_steps: [] });
  expect(await ask(house.url, "credits")).toMatch(/^3 credits\nCredits are not sold here\.\s+$/);
  house.close();
});

test("a secret that is typed can be corrected", () => {
  expect(withoutErased("dk_ax\u007f\u007fb")).toBe("dk_b");
  expect(withoutErased("\u007f\b")).toBe("");
});

test("every step that the service is known to give is a command that exists, with options that it has", () => {
  const recorded = readFileSync(join(import.meta.dirname, "../../../../src/served-docs/recorded-answers.json"), "utf8");
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
    // Not the command itself: describing one for a message takes a tenth of a second.
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

test("a creature's name after an action leads to --creature", async () => {
  const written: string[] = [];
  const fresh = buildProgram("0");
  for (const command of [fresh, ...fresh.commands]) {
    command.exitOverride().configureOutput({ writeErr: (text) => written.push(text) });
  }
  await expect(fresh.parseAsync(["feed", "Zorro"], { from: "user" })).rejects.toThrow("too many arguments");
  expect(written.join("")).toContain("denkeeper feed --creature <name>");
});
