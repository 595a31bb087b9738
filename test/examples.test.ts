// Every example runs as it stands, and schedules are what cron and systemd take.
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { BUILT_COMMAND } from "./built-package.ts";
import { openDen } from "./den.ts";
import { freshUsername, houseForFile } from "./harness.ts";

const house = await houseForFile({ env: { RATE_LIMIT_FACTOR: "1000" } });
const EXAMPLES = join(import.meta.dirname, "..", "examples");
const home = mkdtempSync(join(tmpdir(), "denkeeper-examples-"));
afterAll(() => rmSync(home, { recursive: true }));

async function run(program: string, args: readonly string[], env: Record<string, string> = {}): Promise<string> {
  const { PATH = "" } = process.env;
  const child = spawn(program, args, {
    cwd: join(EXAMPLES, ".."),
    env: { PATH, HOME: home, XDG_CONFIG_HOME: home, DENKEEPER_URL: house.url, ...env },
    stdio: ["ignore", "pipe", "pipe"],
    timeout: 50_000,
  });
  let [stdout, stderr] = ["", ""];
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => (stdout += chunk));
  child.stderr.setEncoding("utf8").on("data", (chunk: string) => (stderr += chunk));
  const code = await new Promise((resolve) => child.once("close", resolve));
  expect(code, `${program} ${args.join(" ")}: ${stdout}${stderr}`).toBe(0);
  return stdout;
}

const example = (name: string): string => join(EXAMPLES, name);

test("the list of examples names every one of them", () => {
  const listed = readFileSync(example("README.md"), "utf8");
  for (const name of readdirSync(EXAMPLES)) if (name !== "README.md") expect(listed).toContain(`(${name})`);
});

test("curl.sh: a living creature with curl alone", async () => {
  const told = await run("bash", [example("curl.sh"), freshUsername("test")]);
  expect(told).toMatch(/Pip is alive\. Come back at \d{4}-.*\n.+/);
});

test("keeper.ts: does what is due, and says when to come back", async () => {
  const den = await openDen(house);
  await den.hatched();
  await den.advance(4);
  const told = await run(process.execPath, [example("keeper.ts")], { DENKEEPER_KEY: den.key });
  expect(told).toMatch(/^feed: .+/m);
  expect(told).toMatch(/Pip is \w+\. Come back at \d{4}-/);
});

test("first_day.py: a day later it is a child", async () => {
  const told = await run("python3", [example("first_day.py"), freshUsername("dev")]);
  expect(told).toMatch(/feed: /);
  expect(told).toMatch(/Pip is a child, \w+, trust \d/);
});

test("client.mjs: an account, an egg, an error that helps", async () => {
  const told = await run(process.execPath, [example("client.mjs"), freshUsername("test")]);
  expect(told).toMatch(/Pip is a .+\.\nCome back at .+\.\ninvalid_input: /);
});

test("mcp.mjs: registers and hatches through tools over stdio", async () => {
  const bin = mkdtempSync(join(home, "bin-"));
  // What npx would find in a project that has the package installed.
  writeFileSync(join(bin, "npx"), `#!/bin/sh\nshift\nexec "${process.execPath}" "${BUILT_COMMAND}" "$@"\n`, {
    mode: 0o755,
  });
  const env = { PATH: `${bin}:${process.env["PATH"] ?? ""}` };
  const told = await run(process.execPath, [example("mcp.mjs"), freshUsername("test")], env);
  expect(told).toMatch(/check_status.*\nPip is \w+\./);
});

test("agent-loop.mjs: a model that always takes the first step keeps the creature fed", async () => {
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
  await run(process.execPath, [example("agent-loop.mjs")], { DENKEEPER_KEY: den.key, OPENAI_BASE_URL: base });
  model.close().closeAllConnections();
  expect(asked).toHaveLength(5);
  expect((await den.status(id)).json.creature.feeding_status).toBe("ok");
});

test("the cron entry has five fields and a command", () => {
  const lines = readFileSync(example("schedule/denkeeper.cron"), "utf8")
    .split("\n")
    .filter((line) => /^[^#A-Z\s]/.test(line));
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatch(/^(?:[\d*,/-]+ ){5}npx --yes denkeeper keep --once/);
});

test("systemd takes the timer and its service", () => {
  const units = ["denkeeper-keep.service", "denkeeper-keep.timer"].map((name) => example(`schedule/${name}`));
  const env = { ...process.env, XDG_RUNTIME_DIR: home };
  const checked = spawnSync("systemd-analyze", ["verify", "--user", ...units], { encoding: "utf8", env });
  // Machines without systemd still hold the files to its form.
  if (checked.error === undefined) expect(checked).toMatchObject({ status: 0, stderr: "" });
  else for (const unit of units) expect(readFileSync(unit, "utf8")).toMatch(/^(?:(?:#.*|\[\w+\]|\w+=.+|)\n)+$/);
});
