// The examples for trials: the agent plays through the command line as its usage says, and a task for Harbor is solved and
// scored by its own scripts.
import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";
import { pino } from "pino";
import { afterAll, expect, test, vi } from "vitest";
import { startWorker } from "../../src/worker/worker.ts";
import { houseForFile } from "../harness.ts";
import { BUILT_COMMAND } from "../processes/built-package.ts";
import { CHILD_ENV } from "../processes/child-env.ts";
import { FULL } from "../tier.ts";
import { startRun, type PlayedRun } from "../trial-runs.ts";

vi.setConfig({ testTimeout: 600_000 });
const run = promisify(execFile);
const house = await houseForFile();
const worker = await startWorker(house.app.services.config, pino({ level: "silent" }));
const folder = mkdtempSync(join(tmpdir(), "denkeeper-trial-examples-"));
afterAll(async () => {
  await worker.stop();
  rmSync(folder, { recursive: true });
});

/** Scripts find `denkeeper` as they would after an installation. */
const BIN = join(folder, "bin");
mkdirSync(BIN);
writeFileSync(join(BIN, "denkeeper"), `#!/bin/sh\nexec "${process.execPath}" "${BUILT_COMMAND}" "$@"\n`, {
  mode: 0o755,
});
const ENV = { ...CHILD_ENV, PATH: [BIN, CHILD_ENV.PATH].join(delimiter), HOME: folder, DENKEEPER_URL: house.url };

test("trial-agent.mjs plays a week on time, started afresh at each waking", async () => {
  const usage =
    /Usage: npx --no-install denkeeper (.+)/.exec(readFileSync("examples/trial-agent.mjs", "utf8"))?.[1] ?? "";
  expect(usage).toContain("guided-1");
  const owner = await house.register();
  const command = FULL ? usage : usage.replace("guided-1", "first-1");
  const env = { ...ENV, XDG_CONFIG_HOME: folder, DENKEEPER_KEY: owner.key };
  const { stdout } = await run("bash", ["-c", `denkeeper ${command}`], { env });
  expect(stdout).toMatch(/practice 1 +100%/);
});

/** The verifier's script, with a folder of its own for logs. */
function scriptWithLogs(scenario: string, logs: string): string {
  const script = readFileSync(`examples/harbor/${scenario}/tests/test.sh`, "utf8");
  const here = script
    .replaceAll("/logs/verifier", logs)
    .replace('"$(dirname "$0")', `"examples/harbor/${scenario}/tests`);
  expect(here).not.toContain("dirname");
  return here;
}

/** Plays with the solution, as far as wanted, and returns what the verifier writes. */
async function rewardOf(scenario: string, { id, key }: PlayedRun, solve: string): Promise<string> {
  const [notes, logs] = ["notes-", "logs-"].map((name) => mkdtempSync(join(folder, name)));
  const env = { ...ENV, DENKEEPER_KEY: key, DENKEEPER_NOTES: notes };
  await run("bash", ["-c", solve], { env });
  const verified = run("bash", ["-c", scriptWithLogs(scenario, logs ?? "")], { env: { ...env, DENKEEPER_RUN: id } });
  await verified.catch((fault: unknown) => expect(String(fault)).toContain("The run is of"));
  return readFileSync(join(logs ?? "", "reward.txt"), "utf8");
}

const WAKE = "node examples/harbor/guided-1/solution/trial-agent.mjs";

test("Harbor's verifier rewards the on-time share of a run that was left early", async () => {
  const played = await startRun(house);
  const solve = FULL ? "examples/harbor/guided-1/solution/solve.sh" : `${WAKE} && ${WAKE} && ${WAKE}`;
  const reward = await rewardOf("guided-1", played, solve);
  const { json } = await house.call("GET", `/api/trials/runs/${played.id}`);
  expect(Number(reward)).toBe(json.result.on_time_share);
  expect(Number(reward)).toBeGreaterThan(FULL ? 0.99 : 0);
});

test("Harbor's verifier gives nothing for a run of another scenario", async () => {
  const other = await startRun(house, { scenario: "first-1", practice: 1 });
  expect(await rewardOf("guided-1", other, WAKE)).toBe("0\n");
});
