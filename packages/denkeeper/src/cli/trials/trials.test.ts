// `denkeeper trial` against the real service: an agent that is started afresh at each waking plays a week.
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { pino } from "pino";
import { afterAll, expect, test } from "vitest";
import { runCommand, startCommand } from "../../../../../test/command-line.ts";
import { BUILT_COMMAND } from "../../../../../test/processes/built-package.ts";
import { CHILD_ENV } from "../../../../../test/processes/child-env.ts";
import { houseForFile } from "../../../../../test/harness.ts";
import { startWorker } from "../../../../../src/worker/worker.ts";
import { figuresOf, percent, strip, summaryText } from "./summary.ts";

const house = await houseForFile({ env: { RATE_LIMIT_FACTOR: "1000" } });
const worker = await startWorker(house.app.services.config, pino({ level: "silent" }));
const owner = await house.register();
const folder = mkdtempSync(join(tmpdir(), "denkeeper-trials-"));
afterAll(async () => {
  await worker.stop();
  rmSync(folder, { recursive: true });
});

/** Does what is advised, and leaves until the check-in. From the sixth waking on it stays, to save time. */
const AGENT = join(folder, "agent.mjs");
writeFileSync(
  AGENT,
  `import { appendFileSync, readFileSync } from "node:fs";
const { DENKEEPER_URL: url, DENKEEPER_KEY: key, DENKEEPER_NOTES: notes } = process.env;
const headers = { authorization: "Bearer " + key, "content-type": "application/json" };
const call = async (path, body) => {
  const method = body === undefined ? "GET" : "POST";
  const response = await fetch(url + "/api/house/" + path, { method, headers, body: JSON.stringify(body) });
  return response.json();
};
appendFileSync(notes + "/wakings", "x");
const stays = readFileSync(notes + "/wakings", "utf8").length === 6;
console.log("my key is", key);
for (let over = false; !over; ) {
  const home = await call("home");
  const due = home.creatures.filter((each) => each.due && each.advice !== null);
  for (const { id, advice } of due) await call("care", { creature_id: id, action: advice, item: advice === "play" ? "a puzzle" : undefined });
  if (due.length > 0) continue;
  const clock = await call("clock", { until: home.recommended_checkin.at });
  over = !stays || clock.over;
}
`,
);

const ENV = { HOME: folder, XDG_CONFIG_HOME: folder, DENKEEPER_URL: house.url, DENKEEPER_KEY: owner.key };

/** A process that can be interrupted. */
function start(...args: readonly string[]) {
  const env = { ...CHILD_ENV, ...ENV };
  const child = spawn(process.execPath, [BUILT_COMMAND, "trial", ...args], { env, stdio: ["ignore", "pipe", "pipe"] });
  let stderr = "";
  child.stderr.setEncoding("utf8").on("data", (chunk: string) => (stderr += chunk));
  const ended = new Promise((resolve) => child.once("close", (code) => resolve({ code, stderr })));
  return { child, ended, stderr: () => stderr };
}

const trial = async (...args: readonly string[]) => runCommand(ENV, ["trial", ...args]);

const FIRST = ["--scenario", "first-1", "--practice"];
const openRuns = (): readonly string[] => {
  const place = join(folder, "denkeeper", "trials");
  return existsSync(place) ? readdirSync(place) : [];
};

test("an agent plays a week; the summary, the file and its check agree", async () => {
  const [out, notes] = [join(folder, "out"), join(folder, "notes")];
  const kept = ["--out", out, "--notes", notes, "--min-share", "90", "--verbose"];
  const words = ["trial", "run", ...FIRST, "1", ...kept, "--json", "--", "node", AGENT];
  const { code, stdout, stderr } = await startCommand(ENV, words);
  expect(code, stderr).toBe(0);
  const { ok, on_time_share: share, runs } = JSON.parse(stdout);
  expect({ ok, count: runs.length }).toEqual({ ok: true, count: 1 });
  expect(share).toBeGreaterThan(0.9);
  expect(stderr).toMatch(/first-1 practice 1: day 1 of 7, \d+ visits left/);
  expect(stderr).toContain("my key is (the key of the run)");
  expect(stdout + stderr).not.toMatch(/dkt_\w{20}/);
  expect(readFileSync(join(notes, runs[0].id, "wakings"), "utf8").length).toBe(6);
  expect(openRuns()).toEqual([]);

  const file = join(out, "first-1-practice-1.jsonl.gz");
  const text = gunzipSync(readFileSync(file)).toString();
  const plainFile = join(folder, "run.jsonl");
  writeFileSync(plainFile, text);
  const address = `${house.url}/trials/runs/${runs[0].id}`;
  for (const given of [file, plainFile, runs[0].id, address]) {
    const verified = await trial("verify", given, "--json");
    expect(verified.code, verified.stdout).toBe(0);
    expect(JSON.parse(verified.stdout)).toMatchObject({ agrees: true, on_time_share: share, seed_checked: true });
  }
  expect((await trial("verify", file)).stdout).toContain("No one checked who played.");
  writeFileSync(plainFile, text.replace('"timing":"on_time"', '"timing":"early"'));
  const lie = await trial("verify", plainFile);
  expect(lie.code).toBe(1);
  expect(lie.stdout).toContain("The file does not match the rules");
  expect((await trial("verify", join(folder, "none.jsonl"))).code).toBe(2);
  const shown = await trial("show", runs[0].id);
  expect(shown.stdout).toMatch(/first-1, practice 1, by /);
  expect((await trial("list")).stdout).toContain("guided-1");
}, 180_000);

test("a command that never moves the clock is woken by the heartbeat, and fails the threshold", async () => {
  const idle = [
    "--heartbeat",
    "24",
    "--min-share",
    "95",
    "--",
    "node",
    "-e",
    "process.exitCode = +(Math.random() < 0)",
  ];
  const { code, stdout, stderr } = await trial("run", ...FIRST, "2", ...idle);
  expect(code, stderr).toBe(7);
  expect(stderr).toContain("Less than 95% was on time.");
  expect(stdout).toMatch(/practice 2 +0\.0% +1 +\d/);
}, 180_000);

test("a command that fails at once stops before it spends the run, which can be continued", async () => {
  const broken = await trial("run", ...FIRST, "3", "--", "node", "-e", "console.log('no model'); process.exit(4)");
  expect(broken.code).toBe(1);
  expect(broken.stderr).toContain("The command failed (exit code 4)");
  expect(broken.stderr).toContain("no model");
  const [, id = ""] = /--resume (\S+) --/.exec(broken.stderr) ?? [];
  expect(openRuns()).toEqual([id]);

  const interrupted = start("run", "--resume", id, "--", "node", "-e", "setTimeout(() => {}, 600_000)");
  await expect.poll(interrupted.stderr, { timeout: 60_000 }).toContain("day 1 of 7");
  interrupted.child.kill("SIGINT");
  expect(await interrupted.ended).toMatchObject({
    code: 130,
    stderr: expect.stringContaining(`denkeeper trial run --resume ${id} -- `),
  });
  const hanging = ["--heartbeat", "100", "--timeout", "0.01", "--", "node", "-e", "setTimeout(() => {}, 600_000)"];
  const { code } = await trial("run", "--resume", id, ...hanging);
  expect(code).toBe(1);
}, 180_000);

test("what makes no sense is refused before a run starts", async () => {
  for (const args of [
    ["--scenario", "first-1", "--practice", "25", "--", "node"],
    ["--scenario", "first-1", "--runs", "6", "--", "node"],
    ["--scenario", "first-1", "--min-share", "101", "--", "node"],
    ["--scenario", "first-1", "--", "no-such-program"],
    ["--", "node"],
    ["--scenario", "first-1"],
  ])
    expect((await trial("run", ...args)).code, args.join(" ")).toBe(2);
  expect((await trial("run", "--scenario", "none-1", "--practice", "1", "--", "node")).code).toBe(1);
  expect((await trial("run", "--scenario", "guided-1", "--", "node")).code).toBe(1);
});

test("the summary says what matters, and never rounds up to all", () => {
  const result = { failures: 0, passed: true, deaths: 0, visits: 120, calls: 480 };
  const days = [1, 0.95, 0.8, 0.5, 0.2];
  const runs = [
    { id: "a", name: "run 1", result: { ...result, on_time_share: 1, day_shares: [1, 1, 1, 1, 1] } },
    {
      id: "b",
      name: "run 2",
      result: { ...result, on_time_share: 0.69, day_shares: days, failures: 1, passed: false },
    },
  ];
  expect(strip({ day_shares: days })).toBe("█▓▒░·");
  // Where letters are graded, a day fails below three quarters, and so it is counted.
  const letters = { ...result, on_time_share: 1, right_share: 0.9, day_shares: days };
  expect(strip(letters)).toBe("█▓▒··");
  expect(figuresOf([{ id: "c", name: "run 3", result: letters }]).days_between_failures).toBe(3);
  expect(percent(0.99999)).toBe("99.9%");
  const text = summaryText("guided-1", runs, "https://house.example");
  expect(text).toContain("passed                 1 of 2");
  expect(text).toContain("https://house.example/trials/runs/a");
  for (const line of text.split("\n")) expect(line.length).toBeLessThanOrEqual(80);
});
