// The tasks for Harbor have the form that Harbor documents (schema 1.3 of task.toml, and the files of a task with a separate
// verifier), and give an agent nothing that it should not know.
import { execFileSync } from "node:child_process";
import { readFileSync, statSync } from "node:fs";
import { expect, test } from "vitest";
import { z } from "zod";
import { TIMED_SCENARIOS } from "@denkeeper/trials/scenarios.ts";
import { harborFiles } from "./harbor.ts";

const FILES = harborFiles("0.1.0");
const NAMES = TIMED_SCENARIOS.filter(({ ranked }) => ranked).map(({ name }) => name);

/** Seconds, which Harbor wants to be positive and finite. */
const seconds = z.number().positive().finite();
const amount = z.int().positive();
const environmentVariables = z.record(z.string().regex(/^[A-Z_]+$/), z.string());
const environment = {
  build_timeout_sec: seconds,
  docker_image: z.string().optional(),
  cpus: amount,
  memory_mb: amount,
  storage_mb: amount,
  network_mode: z.enum(["public", "no-network", "allowlist"]).optional(),
  env: environmentVariables,
};

/** The fields of task.toml that Harbor documents. Anything else is a mistake, since Harbor would ignore it. */
const TASK = z.strictObject({
  schema_version: z.literal("1.3"),
  task: z.strictObject({
    name: z.string().regex(/^[a-z0-9-]+\/[a-z0-9-]+$/),
    description: z.string().min(1),
    authors: z.array(z.strictObject({ name: z.string(), email: z.email().optional() })),
    keywords: z.array(z.string().regex(/^[a-z-]+$/)).min(3),
  }),
  metadata: z.record(z.string(), z.unknown()),
  agent: z.strictObject({ timeout_sec: seconds, user: z.string().optional() }),
  verifier: z.strictObject({
    timeout_sec: seconds,
    env: environmentVariables,
    environment_mode: z.enum(["shared", "separate"]),
    environment: z.strictObject(environment).partial().optional(),
  }),
  environment: z.strictObject(environment),
});

const fileOf = (name: string, file: string): string => FILES[`examples/harbor/${name}/${file}`] ?? "";

function parsedToml(texts: readonly string[]): readonly unknown[] {
  const program =
    "import json, sys, tomllib; print(json.dumps([tomllib.loads(text) for text in json.load(sys.stdin)]))";
  const output = execFileSync("python3", ["-c", program], { input: JSON.stringify(texts), encoding: "utf8" });
  return z.array(z.unknown()).parse(JSON.parse(output));
}

const TOMLS = NAMES.map((name) => fileOf(name, "task.toml"));
const [misspelled, ...tasks] = parsedToml([TOMLS[0]?.replace("timeout_sec", "timeout_seconds") ?? "", ...TOMLS]);
const taskOf = (name: string) => TASK.parse(tasks[NAMES.indexOf(name)]);

test("a field that Harbor does not know is found", () => {
  expect(TASK.safeParse(misspelled).error?.issues.map(({ code }) => code)).toContain("unrecognized_keys");
});

test.each(NAMES)("%s: task.toml has the documented fields, and no others", (name) => {
  const { task, verifier } = taskOf(name);
  expect(task.name).toBe(`denkeeper/${name}`);
  expect(verifier.environment_mode).toBe("separate");
});

test.each(NAMES)("%s: every file that Harbor needs is there, and scripts can be run", (name) => {
  expect(fileOf(name, "instruction.md")).toMatch(/^# /);
  expect(fileOf(name, "environment/Dockerfile")).toMatch(/^FROM /);
  // A separate verifier is built from tests/, and must contain its script.
  expect(fileOf(name, "tests/Dockerfile")).toMatch(/^COPY .*test\.sh .*\/tests\/$/m);
  expect(fileOf(name, "tests/test.sh")).toContain("/logs/verifier/reward.txt");
  for (const script of ["tests/test.sh", "solution/solve.sh"]) {
    const path = `examples/harbor/${name}/${script}`;
    expect(readFileSync(path, "utf8")).toMatch(/^#!\/bin\/bash\n/);
    expect(statSync(path).mode & 0o111, path).not.toBe(0);
  }
});

test.each(NAMES)("%s: the agent gets the key of its run, and neither a seed nor the run's id", (name) => {
  const task = taskOf(name);
  expect(Object.keys(task.environment.env)).toEqual(["DENKEEPER_URL", "DENKEEPER_KEY"]);
  expect(Object.keys(task.verifier.env)).toEqual(["DENKEEPER_URL", "DENKEEPER_KEY", "DENKEEPER_RUN"]);
  for (const file of ["instruction.md", "environment/Dockerfile"]) {
    expect(fileOf(name, file), file).not.toMatch(/seed|practice|DENKEEPER_RUN|solution|tests/i);
  }
});

test.each(NAMES)("%s: the instruction names only calls that are open in this scenario", (name) => {
  const isBlind = TIMED_SCENARIOS.find((each) => each.name === name)?.blind === true;
  const text = fileOf(name, "instruction.md");
  expect(text.includes("/api/house/schedule")).toBe(!isBlind);
  expect(text.includes("/api/house/visit")).toBe(!isBlind);
});
