// Runs the gate or, with --full, every check, all steps even if one fails. Starts a PostgreSQL and a Redis unless TEST_DATABASE_URL
// and TEST_REDIS_URL are set. Ends with a table of times and the line "N passed, N failed", which counts tests and other steps.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join, relative } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { COMPILE_CACHE } from "../../test/processes/child-env.ts";
import { FLEETING, OwnPostgres, fleetingFolder } from "../../test/processes/own-postgres.ts";
import { OwnRedis } from "../../test/processes/own-redis.ts";
import { STEPS, type Command, type CheckStep } from "./steps.ts";
import { flag, optionsOf, textOption } from "../options.ts";

const values = optionsOf(import.meta.filename, {
  full: flag("runs every step in its complete form, which takes several hours"),
  list: flag("lists the steps and their commands"),
  only: textOption("LIST", "only these steps, separated by commas: npm run check -- --full --only faults,fuzz"),
  shard: textOption("I/N", "runs only this part of the tests"),
});

const commandOf = (step: CheckStep): Command | undefined => (values.full ? (step.full ?? step.gate) : step.gate);
const offered = STEPS.filter((step) => commandOf(step) !== undefined);
const only = values.only?.split(",");
const unknown = only?.filter((name) => !offered.some((step) => step.name === name)) ?? [];
if (unknown.length > 0) {
  console.error(`There is no step ${unknown.join(", ")}. The steps are ${offered.map(({ name }) => name).join(", ")}.`);
  process.exit(2);
}
const steps = offered.filter(({ name }) => only?.includes(name) ?? true);
const NAME_WIDTH = Math.max(...STEPS.map(({ name }) => name.length)) + 2;

if (values.list) {
  for (const step of steps) console.log(step.name.padEnd(NAME_WIDTH) + commandOf(step)?.join(" "));
  process.exit(0);
}

interface TestReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly startTime: number;
    readonly endTime: number;
    readonly assertionResults: readonly unknown[];
  }[];
}

/** Seed of property tests, so that only a change can make the gate fail. `npm test` draws new cases. */
const GATE_SEED = "20261115";
/** Characters of a failed step's output to repeat at the end. */
const LAST_WORDS = 3_000;
const LEFTOVERS_MS = 1_000;
/** Test files that the table lists. */
const SLOWEST = 15;
/** Writes the CPU time of a command and its children to descriptor 3, because Node cannot measure it. */
const TIMED = `exec 4>&2; TIMEFORMAT="%U %S"; { time "$@" 2>&4; } 2>&3`;

let passed = 0;
let failed = 0;
const lastWords: string[] = [];
const table: string[] = [];

function row(name: string, seconds: number, cpuSeconds?: number, note = ""): void {
  const cpu = cpuSeconds === undefined ? " ".repeat(14) : `${cpuSeconds.toFixed(1).padStart(8)} s CPU`;
  table.push(`${name.padEnd(NAME_WIDTH)}${seconds.toFixed(1).padStart(8)} s${cpu}${note}`);
}

/** Starts PostgreSQL and Redis if a step needs them and no variable names others. */
async function ownDatabases(): Promise<{ readonly env: NodeJS.ProcessEnv; close(): Promise<void> }> {
  const env: NodeJS.ProcessEnv = {};
  if (!steps.some(({ database }) => database === true)) return { env, close: async () => {} };
  const startedAt = performance.now();
  const isNamed = process.env["TEST_DATABASE_URL"] !== undefined;
  const postgres = isNamed ? undefined : await OwnPostgres.make(FLEETING, fleetingFolder());
  const redis = process.env["TEST_REDIS_URL"] === undefined ? await OwnRedis.start() : undefined;
  if (postgres !== undefined) env["TEST_DATABASE_URL"] = postgres.superUrl();
  if (redis !== undefined) env["TEST_REDIS_URL"] = redis.url;
  return {
    env,
    async close() {
      if (postgres !== undefined) row("postgresql", (performance.now() - startedAt) / 1000, postgres.cpuSeconds());
      await postgres?.remove();
      await redis?.kill();
    },
  };
}

const databases = await ownDatabases();

/** Returns false if the step failed or could not be started. */
async function run(step: CheckStep, command: Command): Promise<boolean> {
  return started(step, command).catch((thrown: unknown) => {
    lastWords.push(`== ${step.name} FAILED:\n${String(thrown)}`);
    return false;
  });
}

async function started({ name, fullEnv }: CheckStep, [program, ...args]: Command): Promise<boolean> {
  const startedAt = performance.now();
  console.log(`\n== ${name}: ${[program, ...args].join(" ")}`);
  const path = program === "node" ? process.execPath : join("node_modules", ".bin", program);
  const env = {
    FC_SEED: GATE_SEED,
    NODE_COMPILE_CACHE: COMPILE_CACHE,
    ...process.env,
    ...databases.env,
    ...(values.full ? fullEnv : {}),
  };
  const command = ["-c", TIMED, name, program === "npm" ? program : path, ...args];
  const child = spawn("bash", command, { stdio: ["inherit", "pipe", "pipe", "pipe"], env });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding("utf8").on("data", (chunk: string) => {
      process.stdout.write(chunk);
      said = (said + chunk).slice(-LAST_WORDS);
    });
  }
  // oxlint-disable-next-line typescript/consistent-type-assertions -- edge: the fourth stream is the pipe that `stdio` asks for
  const times = text(child.stdio[3] as NodeJS.ReadableStream);
  const closed = once(child, "close");
  const [status] = await once(child, "exit");
  // A process that the step left running may hold its output open forever.
  await Promise.race([closed, sleep(LEFTOVERS_MS)]);
  const seconds = (performance.now() - startedAt) / 1000;
  const cpuSeconds = (await Promise.race([times, sleep(LEFTOVERS_MS, "")]))
    .split(" ")
    .reduce((sum, each) => sum + Number(each), 0);
  console.log(`-- ${name}: ${status === 0 ? "passed" : "FAILED"} in ${seconds.toFixed(1)} s`);
  row(name, seconds, cpuSeconds, status === 0 ? "" : "  FAILED");
  if (status !== 0) lastWords.push(`== ${name} FAILED:\n${said}`);
  return status === 0;
}

/** Runs vitest, and counts its tests. */
async function runTests(step: CheckStep, command: Command): Promise<void> {
  const file = join(mkdtempSync(join(tmpdir(), "denkeeper-check-")), "tests.json");
  const report = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
  const shard = values.shard === undefined ? [] : [`--shard=${values.shard}`];
  const isOk = await run(step, [...command, ...shard, ...report]);
  if (!existsSync(file)) {
    failed++;
    return;
  }
  const { numPassedTests, numFailedTests, testResults } = JSON.parse(readFileSync(file, "utf8")) as TestReport;
  // A file that failed to load has no test results, and counts as one failure.
  const notLoaded = testResults.filter(
    ({ status, assertionResults }) => status === "failed" && assertionResults.length === 0,
  ).length;
  passed += numPassedTests;
  failed += numFailedTests + notLoaded;
  if (!isOk && numFailedTests + notLoaded === 0) failed++;
  const files = testResults.toSorted((a, b) => b.endTime - b.startTime - (a.endTime - a.startTime));
  for (const { name, startTime, endTime } of files.slice(0, SLOWEST)) {
    row("", (endTime - startTime) / 1000, undefined, `  ${relative(process.cwd(), name)}`);
  }
}

function isThere(program: string): boolean {
  const folders = [...(process.env["PATH"] ?? "").split(delimiter), "/usr/sbin"];
  return folders.some((folder) => existsSync(join(folder, program)));
}

const beganAt = performance.now();
/** The lines of CI_STEP_TIMES, in which .ci/run passes the names and seconds of its own steps. */
const prepared = [...(process.env["CI_STEP_TIMES"] ?? "").matchAll(/^(.+)\t([\d.]+)$/gm)];
for (const [, name = "", seconds] of prepared) row(name, Number(seconds));

async function take(step: CheckStep): Promise<void> {
  const command = commandOf(step);
  const missing = step.needs?.filter((program) => !isThere(program)) ?? [];
  if (command === undefined) return;
  if (missing.length > 0) {
    table.push(`${step.name.padEnd(NAME_WIDTH)} NOT RUN. Install ${missing.join(", ")} to run it.`);
    // A step named by --only must not be skipped.
    if (only !== undefined) failed++;
  } else if (command[0] === "vitest") await runTests(step, command);
  else if (await run(step, command)) passed++;
  else failed++;
}

/** Runs steps until none is left: each time the first that `prefers` accepts, or else the first. */
async function takeFrom(left: CheckStep[], prefers: (step: CheckStep) => boolean = () => true): Promise<void> {
  for (;;) {
    const [step] = left.splice(Math.max(0, left.findIndex(prefers)), 1);
    if (step === undefined) return;
    await take(step);
  }
}

const when = (wanted: CheckStep["when"]) => steps.filter((step) => step.when === wanted);
try {
  if (values.full) await takeFrom(steps);
  else {
    await takeFrom(when("first"));
    // Runs two steps at a time, if possible one that mostly waits and one that uses the CPU.
    const paired = [...when("early"), ...when("waiting"), ...when(undefined)];
    const waits = (step: CheckStep): boolean => step.when === "waiting";
    await Promise.all([takeFrom(paired, waits), takeFrom(paired, (step) => !waits(step))]);
    await takeFrom(when("alone"));
  }
} finally {
  await databases.close();
}

for (const words of lastWords) console.log(`\n${words}`);
const before = prepared.reduce((sum, [, , seconds]) => sum + Number(seconds), 0);
row("all", before + (performance.now() - beganAt) / 1000);
console.log(`\n${table.join("\n")}`);
console.log(`\n${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
