// `denkeeper run` over commands that fail, do nothing, keep and are killed: what each said stands beside what it did.
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test, vi } from "vitest";
import { BUILT_COMMAND } from "../../../../test/processes/built-package.ts";
import { runCommand, startCommand } from "../../../../test/command-line.ts";
import { zoneAt } from "../../../../test/den.ts";
import { freshUsername, houseForFile } from "../../../../test/harness.ts";
import { listRuns } from "../../../../src/model/agents/store/runs.ts";
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

/** Starts the next once this one has said its end: it then only waits for the count. */
async function started(...command: readonly string[]) {
  const before = (await runs()).length;
  const ended = startCommand(env, ["run", "--", ...command]);
  await vi.waitFor(
    async () => {
      const [latest, ...others] = await runs();
      expect(others.length).toBe(before);
      expect(latest?.endedAt).toBeTypeOf("number");
    },
    { timeout: 20_000, interval: 50 },
  );
  return { ended };
}

test("RUN-1, RUN-2: four runs, their claims beside the facts, and their exit codes passed on", async () => {
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
