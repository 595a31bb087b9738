// What CI runs, one step after the other; all steps run even when one fails, so that one look shows everything. Ends
// with what the failed steps said last, and the line "N passed, N failed", counting every test and every other step.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { COMPILE_CACHE } from "../../test/child-env.ts";

if (process.argv.includes("--help")) {
  console.log(
    "npm run check: formatting, lint, types, unused code, rule ids, a round of faults, secrets, licences, the package and all tests, as CI runs them.",
  );
  process.exit(0);
}

interface TestReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly testResults: readonly { readonly status: string; readonly assertionResults: readonly unknown[] }[];
}

interface Step {
  readonly name: string;
  readonly command: readonly [string, ...string[]];
}

const STEPS: readonly Step[] = [
  { name: "format", command: ["oxfmt", "--check"] },
  { name: "lint", command: ["oxlint", "--type-aware", "--deny-warnings"] },
  { name: "types", command: ["tsc"] },
  { name: "types of browser scripts", command: ["tsc", "-p", "src/web/browser"] },
  { name: "unused code", command: ["knip"] },
  { name: "generated files", command: ["node", "scripts/generate/generate.ts", "--check"] },
  { name: "approved vectors", command: ["node", "scripts/generate/vectors.ts", "--check"] },
  { name: "rule ids", command: ["node", "scripts/check/rules.ts"] },
  { name: "package", command: ["node", "scripts/release/package.ts"] },
  { name: "faults", command: ["node", "scripts/faults/faults.ts", "--short"] },
  { name: "abuse", command: ["node", "scripts/faults/abuse.ts", "--short"] },
  { name: "secrets", command: ["node", "scripts/release/secrets.ts"] },
  { name: "licences", command: ["node", "scripts/release/audit.ts", "--licences"] },
];

/** The gate judges a change, not luck: its properties draw the same cases each time. `npm test` draws new ones. */
const GATE_SEED = "20261115";

/** So much of what a failed step said is said again at the end. */
const LAST_WORDS = 3_000;

const LEFTOVERS_MS = 1_000;

let passed = 0;
let failed = 0;
const lastWords: string[] = [];

async function run(name: string, [program, ...args]: readonly [string, ...string[]]): Promise<boolean> {
  const started = process.hrtime.bigint();
  console.log(`\n== ${name}: ${[program, ...args].join(" ")}`);
  const local = program === "node" ? process.execPath : join("node_modules", ".bin", program);
  const env = { FC_SEED: GATE_SEED, NODE_COMPILE_CACHE: COMPILE_CACHE, ...process.env };
  const child = spawn(local, args, { stdio: ["inherit", "pipe", "pipe"], env });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (chunk: string) => {
      process.stdout.write(chunk);
      said = (said + chunk).slice(-LAST_WORDS);
    });
  }
  const closed = once(child, "close");
  const [status] = await once(child, "exit");
  // What it left running may hold its output open for ever.
  await Promise.race([closed, sleep(LEFTOVERS_MS)]);
  const seconds = Number(process.hrtime.bigint() - started) / 1e9;
  console.log(`-- ${name}: ${status === 0 ? "passed" : "FAILED"} in ${seconds.toFixed(1)} s`);
  if (status !== 0) lastWords.push(`== ${name} FAILED:\n${said}`);
  return status === 0;
}

for (const step of STEPS) {
  if (await run(step.name, step.command)) passed++;
  else failed++;
}

const report = join(mkdtempSync(join(tmpdir(), "denkeeper-check-")), "tests.json");
const testsOk = await run("tests", [
  "vitest",
  "run",
  "--reporter=default",
  "--reporter=json",
  `--outputFile.json=${report}`,
]);
try {
  const { numPassedTests, numFailedTests, testResults } = JSON.parse(readFileSync(report, "utf8")) as TestReport;
  // A file that could not be loaded has failed and holds no test.
  const notLoaded = testResults.filter(
    ({ status, assertionResults }) => status === "failed" && assertionResults.length === 0,
  ).length;
  passed += numPassedTests;
  failed += numFailedTests + notLoaded;
  if (!testsOk && numFailedTests + notLoaded === 0) failed++;
} catch {
  failed++;
}

for (const words of lastWords) console.log(`\n${words}`);
console.log(`\n${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
