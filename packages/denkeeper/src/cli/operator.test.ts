// An operator at a shell, against the real service.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { runCommand, startCommand } from "../../../../test/command-line.ts";
import { houseForFile } from "../../../../test/harness.ts";

const KEY = "a-key-of-the-operator-ada";
const house = await houseForFile({ env: { RATE_LIMIT_FACTOR: "1000", OPERATOR_KEYS: `ada:${KEY}` } });
const folder = mkdtempSync(join(tmpdir(), "denkeeper-operator-"));
afterAll(() => rmSync(folder, { recursive: true }));

async function admin(args: readonly string[], { key = KEY, typed = "" } = {}) {
  const home = { HOME: folder, XDG_CONFIG_HOME: folder, DENKEEPER_URL: house.url };
  const words = ["admin", ...args];
  // What is asked for is typed, which takes a process.
  const { code, stdout, stderr } = await (key === ""
    ? startCommand(home, words, typed)
    : runCommand({ ...home, DENKEEPER_OPERATOR_KEY: key }, words));
  return { code, output: stdout + stderr };
}

test("acts take effect under the operator's name, and the log can be read and exported", async () => {
  const keeper = await house.register();
  expect(await admin(["suspend", keeper.username, "--reason", "Spam."])).toEqual({ code: 0, output: "Done.\n" });
  expect((await keeper.call("GET", "/api/house/credits")).status).toBe(403);
  expect((await admin(["lift", keeper.username, "--reason", "A mistake."], { key: "", typed: `${KEY}\n` })).code).toBe(
    0,
  );
  expect((await keeper.call("GET", "/api/house/credits")).status).toBe(200);
  expect((await admin(["end-keys", keeper.username, "--reason", "Leaked."])).output).toBe("Done.\n");
  expect((await keeper.call("GET", "/api/house/credits")).json.code).toBe("key_ended");
  expect((await admin(["season", "open", "2027-1", "--days", "30"])).output).toContain("The season is open.");
  const outage = ["outage", "2026-01-05T02:00:00Z", "2026-01-05T02:10:00Z", "--reason", "The network was down."];
  expect((await admin(outage)).output).toContain("Recorded.");
  const { output } = await admin(["audit", "--limit", "2"]);
  expect(output).toMatch(/ada +declare-outage .*\n.*ada +open-season +2027-1/);
  expect(output).toMatch(/denkeeper admin audit --before [0-9a-f-]{36}/);
  const lines = (await admin(["audit", "--export"])).output.trimEnd().split("\n");
  expect(lines.map((line) => (JSON.parse(line) as Record<string, string>)["act"])).toEqual([
    "suspend",
    "lift",
    "end-keys",
    "open-season",
    "declare-outage",
  ]);
}, 120_000);

test("a wrong or missing key, an unknown subject and a missing reason each say what to do", async () => {
  const wrong = await admin(["audit"], { key: "wrong" });
  expect(wrong).toEqual({ code: 3, output: expect.stringContaining("Set DENKEEPER_OPERATOR_KEY to your key") });
  const missing = await admin(["audit"], { key: "" });
  expect(missing).toEqual({ code: 3, output: expect.stringContaining("An operator key is required") });
  const unknown = await admin(["suspend", "nobody-of-this-name", "--reason", "Who?"]);
  expect(unknown).toEqual({ code: 1, output: expect.stringContaining("denkeeper admin audit") });
  expect((await admin(["suspend", "ada"])).code).toBe(2);
}, 120_000);
