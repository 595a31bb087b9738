// The task for Harbor has the form that Harbor documents (schema 1.3 of task.toml, a compose file with a sidecar, and the files of a
// task with a separate verifier), and gives an agent nothing that it should not know. Played by its own scripts in two processes,
// it is rewarded as `trial verify` says.
import { execFile, execFileSync, spawn } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { afterAll, expect, test } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { CHILD_ENV } from "../../test/processes/child-env.ts";
import { harborFiles } from "./harbor.ts";

const TASK_FOLDER = "examples/harbor/relay-1";
const FILES = await harborFiles("0.1.0");
const fileOf = (file: string): string => FILES[`${TASK_FOLDER}/${file}`] ?? "";

const run = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), "denkeeper-harbor-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** Seconds, which Harbor wants to be positive and finite. */
const seconds = z.number().positive().finite();
const amount = z.int().positive();
const environmentVariables = z.record(z.string().regex(/^[A-Z_]+$/), z.string());

/** The fields of task.toml that Harbor documents. Anything else is a mistake, since Harbor would ignore it. */
const TASK = z.strictObject({
  schema_version: z.literal("1.3"),
  artifacts: z.array(z.strictObject({ source: z.string(), service: z.string() })),
  task: z.strictObject({
    name: z.string().regex(/^[a-z0-9-]+\/[a-z0-9-]+$/),
    description: z.string().min(1),
    authors: z.array(z.strictObject({ name: z.string(), email: z.email().optional() })),
    keywords: z.array(z.string().regex(/^[a-z-]+$/)).min(3),
  }),
  metadata: z.record(z.string(), z.unknown()),
  agent: z.strictObject({ timeout_sec: seconds }),
  verifier: z.strictObject({
    timeout_sec: seconds,
    env: environmentVariables,
    environment_mode: z.enum(["shared", "separate"]),
  }),
  environment: z.strictObject({
    build_timeout_sec: seconds,
    cpus: amount,
    memory_mb: amount,
    storage_mb: amount,
    env: environmentVariables,
  }),
});
const service = { environment: environmentVariables.optional() };
const COMPOSE = z.strictObject({
  services: z.strictObject({
    main: z.strictObject({ depends_on: z.object({ house: z.object({ condition: z.literal("service_healthy") }) }) }),
    house: z.strictObject({
      ...service,
      build: z.literal("./house"),
      init: z.boolean(),
      command: z.array(z.string()),
      healthcheck: z.object({ test: z.array(z.string()) }).loose(),
    }),
  }),
  networks: z.strictObject({ default: z.strictObject({ internal: z.literal(true) }) }),
});

function parsedToml(texts: readonly string[]): readonly unknown[] {
  const program =
    "import json, sys, tomllib; print(json.dumps([tomllib.loads(text) for text in json.load(sys.stdin)]))";
  const output = execFileSync("python3", ["-c", program], { input: JSON.stringify(texts), encoding: "utf8" });
  return z.array(z.unknown()).parse(JSON.parse(output));
}

const toml = fileOf("task.toml");
const [read, misspelled] = parsedToml([toml, toml.replace("timeout_sec", "timeout_seconds")]);
const task = TASK.parse(read);
const { services } = COMPOSE.parse(parse(fileOf("environment/docker-compose.yaml")));

test("task.toml has the documented fields and no others", () => {
  expect(TASK.safeParse(misspelled).error?.issues.map(({ code }) => code)).toContain("unrecognized_keys");
  expect(task).toMatchObject({ task: { name: "denkeeper/relay-1" }, verifier: { environment_mode: "separate" } });
});

test("every file that Harbor needs is there as it was generated, and scripts can be run", () => {
  expect(fileOf("instruction.md")).toMatch(/^# /);
  // A separate verifier is built from tests/, and must contain its script.
  expect(fileOf("tests/Dockerfile")).toMatch(/^COPY test\.sh .*\/tests\/$/m);
  for (const [path, text] of Object.entries(FILES)) expect(readFileSync(path, "utf8") === text, path).toBe(true);
  for (const script of ["tests/test.sh", "solution/solve.sh"]) {
    expect(fileOf(script)).toMatch(/^#!\/bin\/bash\n/);
    expect(statSync(join(TASK_FOLDER, script)).mode & 0o111, script).not.toBe(0);
  }
});

test("only the house and the verifier have the key of the file, and only the house the seed", () => {
  expect(services.house.environment).toEqual(task.verifier.env);
  expect(Object.keys(task.environment.env)).toEqual(["DENKEEPER_URL"]);
  expect(task.artifacts).toEqual([{ source: services.house.command.at(-1), service: "house" }]);
  for (const file of ["instruction.md", "environment/Dockerfile", "solution/first-day.mjs"])
    expect(fileOf(file), file).not.toMatch(/seed|practice|RUN_FILE_KEY|tests/i);
});

/** What the verifier writes as the reward, with folders of its own. */
async function rewardOf(house: string, env: Readonly<Record<string, string>>): Promise<number> {
  const logs = mkdtempSync(join(folder, "logs-"));
  const script = fileOf("tests/test.sh").replaceAll("/logs/verifier", logs).replaceAll("/house/", `${house}/`);
  const tests = mkdtempSync(join(folder, "tests-"));
  writeFileSync(join(tests, "test.sh"), script);
  writeFileSync(join(tests, "denkeeper.mjs"), fileOf("tests/denkeeper.mjs"));
  await run("bash", [join(tests, "test.sh")], { env: { ...CHILD_ENV, HOME: folder, ...env } });
  return Number(readFileSync(join(logs, "reward.txt"), "utf8"));
}

/** Plays the month with the solution, against the house as the compose file starts it. */
async function playedHouse(house: string): Promise<void> {
  mkdirSync(house);
  const places: Readonly<Record<string, string>> = { "0.0.0.0": "127.0.0.1", "8080": "0", "/house": house };
  const [, , ...words] = services.house.command.map((word) => places[word] ?? word);
  const program = join(TASK_FOLDER, "environment/house/denkeeper.mjs");
  const child = spawn(process.execPath, [program, ...words], {
    env: { ...CHILD_ENV, HOME: folder, ...services.house.environment },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = new Promise((resolve) => child.once("close", resolve));
  try {
    const url = await new Promise<string>((resolve, reject) =>
      createInterface({ input: child.stdout }).once("line", resolve).once("close", reject),
    );
    await run("bash", [join(TASK_FOLDER, "solution/solve.sh")], { env: { ...CHILD_ENV, DENKEEPER_URL: url } });
  } finally {
    child.kill("SIGTERM");
    await ended;
  }
}

test("the floor is rewarded as `trial verify` says, and no other file is", { timeout: 180_000 }, async () => {
  const house = join(folder, "house");
  await playedHouse(house);
  const file = join(house, "relay-1-practice-1.jsonl.gz");
  const { env } = task.verifier;
  const verify = [join(TASK_FOLDER, "tests/denkeeper.mjs"), "trial", "verify", file, "--json"];
  const { stdout } = await run(process.execPath, verify, { env: { ...CHILD_ENV, HOME: folder } });
  const { right_share: share } = JSON.parse(stdout);
  expect(await rewardOf(house, env)).toBe(share);
  expect(share).toBeGreaterThan(0.03);
  expect(share).toBeLessThan(0.3);
  expect(await rewardOf(house, { RUN_FILE_KEY: "made up by the agent" })).toBe(0);
  expect(await rewardOf(join(folder, "no-house"), env)).toBe(0);
  const forged = join(folder, "forged");
  mkdirSync(forged);
  copyFileSync(file, join(forged, "relay-1-practice-1.jsonl.gz"));
  expect(await rewardOf(forged, env)).toBe(0);
  copyFileSync(`${file}.hmac`, join(forged, "relay-1-practice-1.jsonl.gz.hmac"));
  writeFileSync(join(forged, "relay-1-practice-1.jsonl.gz"), readFileSync(file).subarray(0, 2000));
  expect(await rewardOf(forged, env)).toBe(0);
});
