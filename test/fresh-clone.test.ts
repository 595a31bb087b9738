// Runs what documents tell newcomers to run, in a fresh clone without any builds: the README of the project and of the package,
// every example, and the cron and systemd files.
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, readdirSync } from "node:fs";
import { rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { CHILD_ENV } from "./processes/child-env.ts";
import { cloneInto } from "./processes/clone.ts";
import { openDen } from "./den.ts";
import { readDocument, shownCommands } from "./documents.ts";
import { freePort } from "./processes/free-port.ts";
import { freshUsername, houseForFile } from "./harness.ts";

const INSTALL_TIMEOUT_MS = 300_000;
/** Deadline of a command. npx alone takes seconds on a busy machine. */
const COMMAND_TIMEOUT_MS = 150_000;
vi.setConfig({ testTimeout: 2 * COMMAND_TIMEOUT_MS });
const house = await houseForFile({ env: { RATE_LIMIT_FACTOR: "1000" } });
const folder = mkdtempSync(join(tmpdir(), "denkeeper-clone-"));
// When tests run as root, the PostgreSQL of `npm run dev` runs as another user, who needs access to the folder.
chmodSync(folder, 0o755);
const clone = join(folder, "denkeeper");
const home = join(folder, "home");
mkdirSync(clone);
mkdirSync(home);
const EXAMPLES = join(clone, "examples");
const ENV = { ...CHILD_ENV, HOME: home, XDG_CONFIG_HOME: home, DENKEEPER_URL: house.url };
/** npm needs this machine's settings for registry, cache and certificates. */
const INSTALL_ENV = { ...process.env, DENKEEPER_URL: house.url, npm_config_prefer_offline: "true" };
beforeAll(() => cloneInto(clone), INSTALL_TIMEOUT_MS);
afterAll(() => rm(folder, { recursive: true }), INSTALL_TIMEOUT_MS);

async function run(program: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<string> {
  const child = spawn(program, args, {
    cwd: clone,
    env: { ...ENV, ...env },
    stdio: ["ignore", "pipe", "pipe"],
    timeout: COMMAND_TIMEOUT_MS,
  });
  let [stdout, stderr] = ["", ""];
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => (stdout += chunk));
  child.stderr.setEncoding("utf8").on("data", (chunk: string) => (stderr += chunk));
  const code = await new Promise((resolve) => child.once("close", resolve));
  expect(code, `${program} ${args.join(" ")}: ${stdout}${stderr}`).toBe(0);
  return stdout;
}

const example = (name: string): string => join(EXAMPLES, name);

/** Starts a command that runs until interrupted. Resolves when it has printed `text` or exited. */
async function started(command: string, text: string, env: Record<string, string>) {
  const child = spawn("bash", ["-c", command], { cwd: clone, env: { ...ENV, ...env }, detached: true });
  let said = "";
  const { promise: settled, resolve } = Promise.withResolvers<unknown>();
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (chunk: string) => {
      said += chunk;
      if (said.includes(text)) resolve(undefined);
    });
  }
  const ended = once(child, "exit");
  await Promise.race([settled, ended]);
  return {
    said: () => said,
    /** Signals the whole process group, as Ctrl-C in a terminal does. */
    async interrupt() {
      if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, "SIGINT");
      await ended;
    },
  };
}

/** Returns the lines of the first command block that contains `text`. */
function block(document: string, text: string): readonly string[] {
  const blocks = [...readDocument(document).matchAll(/```sh\n(.*?)```/gs)].map(([, lines = ""]) => lines.trim());
  return blocks.find((lines) => lines.includes(text))?.split("\n") ?? [];
}

test("npm ci installs a runnable command and packs it for the service", async () => {
  const { version } = JSON.parse(readDocument("packages/denkeeper/package.json")) as { version: string };
  expect(await run("npx", ["--no-install", "denkeeper", "--version"])).toBe(`${version}\n`);
  expect(readdirSync(join(clone, "build"))).toContainEqual(expect.stringMatching(/^cli-[\d.]+-[0-9a-f]{8}\.tgz$/));
});

test("README.md commands, as written, lead from a clone to a living creature", async () => {
  expect(block("README.md", "npm ci")).toEqual(["npm ci", "npm run dev"]);
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const dev = await started("npm run dev", "Ctrl-C stops everything", { PORT: String(port) });
  try {
    expect(dev.said()).toContain(`Denkeeper runs on ${url}`);
    let key = "";
    for (const { command } of shownCommands(readDocument("README.md"))) {
      const answer = await run("bash", ["-c", command.replaceAll("http://localhost:3000", url)], { KEY: key });
      const { error, your_token = key } = JSON.parse(answer) as { error?: string; your_token?: string };
      expect(error, command).toBeUndefined();
      key = your_token;
    }
    const lines = block("README.md", "npx ");
    expect(lines.length).toBeGreaterThan(2);
    for (const line of lines) expect(await run("bash", ["-c", line], { DENKEEPER_URL: url })).toMatch(/ada|Pip/);
  } finally {
    await dev.interrupt();
  }
});

test("the package README's commands work, and all its links are https URLs", async () => {
  const lines = readDocument("packages/denkeeper/README.md")
    .match(/^npx .+$/gm)
    ?.map((line) => line.replace(/ +#.*/, "").replace("http://localhost:3000", house.url));
  const config = mkdtempSync(join(home, "package-"));
  const name = freshUsername("test");
  expect(lines).toHaveLength(5);
  for (const line of lines ?? []) {
    if (/(?:watch|keep)$/.test(line)) {
      const stays = await started(line, "Pip", { XDG_CONFIG_HOME: config });
      await stays.interrupt();
      expect(stays.said(), line).toContain("Pip");
    } else {
      const command = line.replace(" ada", ` ${name}`);
      expect(await run("bash", ["-c", command], { XDG_CONFIG_HOME: config }), line).toMatch(/Pip|saved/);
    }
  }
  // The registry's page cannot link to files of this repository.
  expect(readDocument("packages/denkeeper/README.md")).not.toMatch(/\]\((?!https:)/);
});

test("the list of examples names every one of them", () => {
  const listed = readFileSync(example("README.md"), "utf8");
  for (const name of readdirSync(EXAMPLES)) if (name !== "README.md") expect(listed).toContain(`(${name})`);
});

test("curl.sh hatches a creature with curl alone", async () => {
  const output = await run("bash", [example("curl.sh"), freshUsername("test")]);
  expect(output).toMatch(/Pip is alive\. Come back at \d{4}-.*\nYou reflect: .+/);
});

test("keeper.ts does what is due, and says when to come back", async () => {
  const den = await openDen(house);
  await den.hatched();
  await den.advance(4);
  const output = await run(process.execPath, [example("keeper.ts")], { DENKEEPER_KEY: den.key });
  expect(output).toMatch(/^Pip, feed: .+/m);
  expect(output).toMatch(/^Come back at \d{4}-.+ for Pip\.$/m);
});

/** Returns the command that an example states as its usage. */
function usageOf(name: string): string {
  return /Usage: (.+)/.exec(readFileSync(example(name), "utf8"))?.[1] ?? "";
}

test.each(["keeper.ts", "keeper.py", "agent-loop.mjs"])(
  "%s exits with a readable message without a valid key",
  async (name) => {
    const usage = usageOf(name);
    for (const command of [usage, usage.replace("DENKEEPER_KEY=dk_... ", "")]) {
      const ended = await started(command, "a text that is never said", {});
      expect(ended.said()).toMatch(/^[^\n]*key[^\n]*: [^\n]+\n$/);
    }
  },
);

test("first_day.py raises a child within a day", async () => {
  const output = await run("bash", ["-c", usageOf("first_day.py").replace("[username]", freshUsername("dev"))]);
  expect(output).toMatch(/feed: /);
  expect(output).toMatch(/Pip is a child, \w+, trust \d/);
});

test("keeper.py feeds, says when it will be back, and sleeps until then", async () => {
  const den = await openDen(house);
  await den.hatched();
  await den.advance(4);
  const keeper = await started(usageOf("keeper.py").replace("dk_...", den.key), "Back at", {});
  await keeper.interrupt();
  expect(keeper.said()).toMatch(/Pip: .+\nBack at \d{4}-/);
});

test.each(["ai-sdk", "openai-agents"])("%s: an agent of this framework keeps a creature for a day", async (name) => {
  const command = usageOf(`${name}/agent.mjs`).replace("[username]", freshUsername("dev"));
  const output = await run("bash", ["-c", command], INSTALL_ENV);
  expect(output).toMatch(/ h {2}check_status, visit: /);
  expect(output).toMatch(/\nPip is a child, \w+\.\n$/);
});

test("client.mjs adopts an egg and prints a helpful error", async () => {
  const output = await run(process.execPath, [example("client.mjs"), freshUsername("test")]);
  expect(output).toMatch(/Pip is a .+\.\nCome back at .+\.\nInvalid .+ \(invalid_input\)\. /);
});

test("mcp.mjs registers and hatches through tools over stdio", async () => {
  const visit = async (username: string) => {
    const env = { XDG_CONFIG_HOME: mkdtempSync(join(home, "mcp-")) };
    await run("npx", ["--no-install", "denkeeper", "register", freshUsername("test")], env);
    return run(process.execPath, [example("mcp.mjs"), username], env);
  };
  const username = freshUsername("test");
  expect(await visit(username)).toMatch(/check_status.*\nPip is \w+\./);
  // A tool error must end the program.
  await expect(visit(username)).rejects.toThrow("username_taken");
});

test("agent-loop.mjs: a model that takes the first step keeps the creature fed", async () => {
  const den = await openDen(house);
  const id = await den.hatched();
  await den.advance(4);
  const asked: string[] = [];
  const model = createServer((request, response) => {
    void (async () => {
      const chunks = await Array.fromAsync(request as AsyncIterable<Buffer>);
      asked.push(Buffer.concat(chunks).toString());
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify({ choices: [{ message: { role: "assistant", content: "0" } }] }));
    })();
  });
  await new Promise<void>((resolve) => model.listen(0, "127.0.0.1", resolve));
  const base = `http://127.0.0.1:${(model.address() as AddressInfo).port}/v1`;
  const env = { DENKEEPER_KEY: den.key, OPENAI_BASE_URL: base };
  const output = await run(process.execPath, [example("agent-loop.mjs")], env);
  model.close().closeAllConnections();
  expect(output).toMatch(/^feed: .+\n(?:.+\n)*Come back at \d{4}-/m);
  expect(asked).toHaveLength(1);
  expect((await den.status(id)).json.creature.feeding_status).toBe("ok");
});

test("systemd accepts the timer and its service", () => {
  const units = ["denkeeper-keep.service", "denkeeper-keep.timer"].map((name) => example(`schedule/${name}`));
  const env = { ...process.env, XDG_RUNTIME_DIR: home };
  const checked = spawnSync("systemd-analyze", ["verify", "--user", ...units], { encoding: "utf8", env });
  // Without systemd, only the format of the files is checked.
  if (checked.error === undefined) expect(checked).toMatchObject({ status: 0, stderr: "" });
  else for (const unit of units) expect(readFileSync(unit, "utf8")).toMatch(/^(?:(?:#.*|\[\w+\]|\w+=.+|)\n)+$/);
});
