// Tests operator calls, which the typed client lacks, from the command line against the real service.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { runCommand } from "../../../../test/command-line.ts";
import { houseForFile } from "../../../../test/harness.ts";

const KEY = "a-key-of-the-operator-ada";
const house = await houseForFile({ env: { RATE_LIMIT_FACTOR: "1000", OPERATOR_KEYS: `ada:${KEY}` } });
const folder = mkdtempSync(join(tmpdir(), "denkeeper-operator-"));
afterAll(() => rmSync(folder, { recursive: true }));

async function api(args: readonly string[], key = KEY) {
  const home = { HOME: folder, XDG_CONFIG_HOME: folder, DENKEEPER_URL: house.url };
  const { code, stdout, stderr } = await runCommand({ ...home, DENKEEPER_KEY: key }, ["api", ...args]);
  return { code, output: stdout + stderr };
}

const act = (name: string, subject: string, reason: string) =>
  api(["POST", "/api/admin/acts", `act=${name}`, `subject=${subject}`, `reason=${reason}`]);

test("operator actions by username take effect and are in the audit log", async () => {
  const keeper = await house.register();
  expect((await act("suspend", keeper.username, "Spam.")).output).toContain("Done.\n");
  expect((await keeper.call("GET", "/api/house/credits")).status).toBe(403);
  expect((await act("lift", keeper.username, "A mistake.")).code).toBe(0);
  expect((await keeper.call("GET", "/api/house/credits")).status).toBe(200);
  const times = ["from=2026-01-05T02:00:00Z", "until=2026-01-05T02:10:00Z"];
  const outage = await api(["POST", "/api/admin/outages", ...times, "reason=The network was down."]);
  expect(outage.output).toContain("Recorded.");
  const { output } = await api(["GET", "/api/admin/audit", "limit=2"]);
  expect(output).toMatch(/ada +declare-outage .*\n.*ada +lift/);
  const lines = (await api(["GET", "/api/admin/audit?format=jsonl"])).output.trimEnd().split("\n");
  expect(lines.map((line) => (JSON.parse(line) as Record<string, string>)["act"])).toEqual([
    "suspend",
    "lift",
    "declare-outage",
  ]);
});

test("operator errors say what to do", async () => {
  const wrong = await api(["GET", "/api/admin/audit"], "wrong");
  expect(wrong).toEqual({ code: 3, output: expect.stringContaining("Set DENKEEPER_KEY to your key") });
  const unknown = await act("suspend", "nobody-of-this-name", "Who?");
  expect(unknown).toEqual({ code: 1, output: expect.stringContaining("denkeeper api GET /api/admin/audit") });
  expect((await act("suspend", "ada", "")).code).toBe(1);
});
