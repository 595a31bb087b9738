// The example agent for trials plays through the command line as its usage says.
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
