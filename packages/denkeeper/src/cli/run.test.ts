// Tests `denkeeper run` with commands that fail, do nothing, visit the house, and are killed.
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test, vi } from "vitest";
import { BUILT_COMMAND } from "../../../../test/processes/built-package.ts";
import { runCommand, startCommand } from "../../../../test/command-line.ts";
import { zoneAt } from "../../../../test/den.ts";
import { freshUsername, houseForFile } from "../../../../test/harness.ts";
import { findPingLink, listRuns } from "../../../../src/model/agents/store/runs.ts";
import { agentIdOf } from "../../../../src/platform/identity/agent-id.ts";

const house = await houseForFile({ env: { RATE_LIMIT_FACTOR: "1000" } });
const { database } = house.app.services;
const folder = mkdtempSync(join(tmpdir(), "denkeeper-run-"));
afterAll(() => rmSync(folder, { recursive: true }));
const env = { HOME: folder, XDG_CONFIG_HOME: folder, DENKEEPER_URL: house.url };
const username = freshUsername("test");
const agentId = agentIdOf(username);
const LINK = join(folder, "denkeeper", "default.ping");

const runs = () => listRuns(database, { agentId, since: 0, limit: 50 });

/**
 * Starts a run and returns once its end is recorded. The run then only waits for the count of calls, so the next run can start.
 */
async function started(...command: readonly string[]) {
  const before = (await runs()).length;
  const ended = startCommand(env, ["run", "--", ...command]);
  await vi.waitFor(
    async () => {
      const [latest, ...others] = await runs();
      expect(others.length).toBe(before);
      expect(latest?.endedAt).toBeTypeOf("number");
    },
    { timeout: 150_000, interval: 50 },
  );
  return { ended };
}

test("RUN-1, RUN-2: run passes on exit codes and reports them with calls", async () => {
  await runCommand(env, ["register", username, "--timezone", zoneAt(9)]);
  await runCommand(env, ["adopt", "Pip", "--species", "housecat"]);
  await runCommand(env, ["status"]);
  await runCommand(env, ["api", "moveClock", "advance_hours=4"]);
  const failed = await started("false");
  const idle = await started("true");
  const kept = await started(process.execPath, BUILT_COMMAND, "visit");
  const killed = await started("sh", "-c", "kill -KILL $$");
  expect(await failed.ended).toMatchObject({ code: 1, stderr: "exit 1, no call to the house\n" });
  expect(await idle.ended).toMatchObject({ code: 0, stderr: "exit 0, no call to the house\n" });
  expect(await kept.ended).toMatchObject({
    code: 0,
    stderr: expect.stringMatching(/^exit 0, [2-9] calls, fed Pip\n$/),
  });
  expect(await killed.ended).toMatchObject({ code: 137, stderr: "exit 137, no call to the house\n" });
  const rows = (await runs()).map(({ exitCode, calls, fed }) => ({ exitCode, called: (calls ?? 0) > 0, fed }));
  expect(rows.toReversed()).toEqual([
    { exitCode: 1, called: false, fed: [] },
    { exitCode: 0, called: false, fed: [] },
    { exitCode: 0, called: true, fed: ["Pip"] },
    { exitCode: 137, called: false, fed: [] },
  ]);
  expect(statSync(LINK).mode & 0o777).toBe(0o600);
});

test("RUN-5: only checked work feeds; failed work sends its output", async () => {
  await runCommand(env, ["api", "moveClock", "advance_hours=4"]);
  const run = (...words: readonly string[]) => startCommand({ ...env, MY_TOKEN: "hush-hush" }, ["run", ...words]);
  const report = join(folder, "report.md");
  const then = ["--then", `test -s ${report}`, "--", "sh", "-c"] as const;
  const idle = await run(...then, "echo all good; echo $MY_TOKEN");
  expect(idle).toMatchObject({ code: 7, stdout: "all good\nhush-hush\n" });
  expect(idle.stderr).toBe("exit 0, check 1\n");
  expect((await runs())[0]).toMatchObject({ exitCode: 257, calls: 0, fed: [] });
  const printed = async () => (await findPingLink(database, { agentId }))?.output;
  expect(await printed()).toBe("all good\n***");
  // Truncated output starts without part of a secret or of an address's password.
  await run(...then, "echo https://ada:pass@host/; printf %02000d 0; for n in $(seq 9000); do echo $MY_TOKEN; done");
  expect((await printed())?.replaceAll("***\n", "")).toBe("***");
  await run(...then, "echo https://ada:pass@host/; printf %01900d 0; echo $MY_TOKEN");
  // The service hides passwords in addresses, as its log does.
  expect(await printed()).toMatch(/^https:\/\/ada:\[hidden\]@host\/\n0{1900}\*{3}$/);
  const failed = await run("--no-output", ...then, "echo quiet; exit 3");
  expect(failed).toMatchObject({ code: 3, stderr: "exit 3\n" });
  expect(await printed()).toBeNull();
  expect((await runs())[0]).toMatchObject({ exitCode: 3, fed: [] });
  const done = await run(...then, `echo done > ${report}`);
  expect(done).toMatchObject({ code: 0, stderr: "1 action\nexit 0, check 0\n" });
  expect((await runs())[0]).toMatchObject({ exitCode: 0, fed: ["Pip"] });
  // Nothing is due, so successful work is enough. `run` does not wait for a background process that the command leaves running.
  const startedAt = Date.now();
  expect(await run(...then, "sleep 100 & true")).toMatchObject({ code: 0 });
  expect(Date.now() - startedAt).toBeLessThan(90_000);
});

test("FIT-1, FIT-3: adopt --job finds a fitting creature or returns only a link", async () => {
  const other = { ...env, DENKEEPER_PROFILE: "job" };
  await runCommand(other, ["register", freshUsername("test"), "--timezone", "Europe/Berlin"]);
  const adopted = await startCommand(other, ["adopt", "Pip", "--job", "45 1 * * 2-6", "--zone", "Europe/Berlin"]);
  expect(adopted).toMatchObject({ code: 0, stderr: "" });
  expect(adopted.stdout).toContain("Pip sleeps by Etc/GMT+11, and is on leave from each run to the next.");
  expect(adopted.stdout).toContain("denkeeper run --then");
  expect((await startCommand(other, ["run", "--then", "true", "--", "true"])).stderr).toContain("exit 0, check 0");
  expect(JSON.parse((await runCommand(other, ["--json", "api", "listHooks"])).stdout)).toMatchObject({
    cron: "45 1 * * 2-6",
  });
  const weekly = await startCommand(other, ["adopt", "Moss", "--job", "0 9 * * 1"]);
  expect(weekly.stdout).toContain("No creature can wait that long.");
  expect((await startCommand(other, ["adopt", "Moss", "--job", "@daily"])).code).toBe(1);
  expect((await startCommand(other, ["adopt", "Moss", "--zone", "UTC"])).code).toBe(2);
});

test("RUN-6: --due skips an idle house and exits 7 if still due", async () => {
  const run = (...words: readonly string[]) => startCommand(env, ["run", "--due", "--", ...words]);
  expect(await run("sh", "-c", "echo never")).toMatchObject({ code: 0, stdout: "", stderr: "nothing is due\n" });
  await runCommand(env, ["api", "moveClock", "advance_hours=4"]);
  const idle = await run("echo", "I fed it");
  expect(idle).toMatchObject({ code: 7, stdout: "I fed it\n" });
  expect(idle.stderr).toContain("the meal did not happen");
  expect((await runs())[0]).toMatchObject({ exitCode: 263 });
  expect(await run("sh", "-c", "exit 5")).toMatchObject({ code: 5 });
  const kept = await run(process.execPath, BUILT_COMMAND, "visit");
  expect(kept.code).toBe(0);
  expect((await runs())[0]).toMatchObject({ exitCode: 0, fed: ["Pip"] });
});

test("RUN-5, SILENT-4: in an empty house, work that passes its check succeeds", async () => {
  const other = { ...env, DENKEEPER_PROFILE: "weekly" };
  await runCommand(other, ["register", freshUsername("test")]);
  await runCommand(other, ["adopt", "Moss", "--job", "0 9 * * 1"]);
  expect(await startCommand(other, ["run", "--then", "true", "--", "true"])).toMatchObject({ code: 0 });
  expect(await startCommand(other, ["run", "--then", "false", "--", "true"])).toMatchObject({ code: 7 });
});

test("RUN-6: 48 runs a day start the model at most 8 times", async () => {
  const name = freshUsername("test");
  const other = { ...env, DENKEEPER_PROFILE: "gated" };
  await runCommand(other, ["register", name, "--timezone", zoneAt(9)]);
  await runCommand(other, ["adopt", "Pip", "--species", "housecat"]);
  await runCommand(other, ["status"]);
  const model = join(folder, "model");
  const count = join(folder, "count");
  const visits = `${process.execPath} ${BUILT_COMMAND} visit`;
  writeFileSync(model, `#!/bin/sh\necho run >> ${count}\nDENKEEPER_PROFILE=gated ${visits}; true\n`, { mode: 0o755 });
  for (let run = 0; run < 48; run++) {
    await runCommand(other, ["api", "moveClock", "advance_hours=0.5"]);
    expect(await runCommand(other, ["run", "--due", "--", model])).toMatchObject({ code: 0 });
  }
  const starts = readFileSync(count, "utf8").trim().split("\n").length;
  expect(starts).toBeGreaterThanOrEqual(4);
  expect(starts).toBeLessThanOrEqual(8);
  const { stdout } = await runCommand(other, ["--json", "api", "history"]);
  const { care_log } = JSON.parse(stdout) as { care_log: { action: string; timing: string }[] };
  expect(care_log.filter(({ action, timing }) => action === "feed" && timing !== "on_time")).toEqual([]);
  expect(care_log.filter(({ action }) => action === "feed").length).toBeGreaterThanOrEqual(starts - 2);
});
