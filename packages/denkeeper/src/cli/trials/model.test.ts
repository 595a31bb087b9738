// `denkeeper trial run --model` against a scripted OpenAI-compatible service: what it scores, what it counts, and that an
// interruption changes nothing.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { pino } from "pino";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { practiceSeed } from "@denkeeper/trials/chance.ts";
import { monthOf, publishedBook } from "../../../../../scripts/simulate/relay/months.ts";
import { startWorker } from "../../../../../src/worker/worker.ts";
import { houseForFile } from "../../../../../test/harness.ts";
import { runCommand } from "../../../../../test/command-line.ts";
import { BUILT_COMMAND } from "../../../../../test/processes/built-package.ts";
import { CHILD_ENV } from "../../../../../test/processes/child-env.ts";
import { FULL } from "../../../../../test/tier.ts";
import { serveHouse } from "../../../../../test/trials/relay-house.ts";
import { scriptedModel } from "../../../../../test/trials/scripted-model.ts";

const folder = mkdtempSync(join(tmpdir(), "denkeeper-model-"));
afterAll(() => rmSync(folder, { recursive: true }));

const SEED = practiceSeed(1);
const { facts } = monthOf(SEED, publishedBook("practice"));
const KEY = ["sk", "not-a-real-key"].join("-");

const service = await houseForFile({ env: { RATE_LIMIT_FACTOR: "1000" } });
const worker = await startWorker(service.app.services.config, pino({ level: "silent" }));
const owner = await service.register();
afterAll(() => worker.stop());

/** Where it plays: in the service, or in memory under the same name. */
type Place = "hosted" | "served";

async function house(role: string, place: Place = "served") {
  const served = place === "hosted" ? undefined : await serveHouse(["--seed", SEED, "--entry", owner.username]);
  if (served !== undefined) onTestFinished(served.stop);
  const home = mkdtempSync(join(folder, `${role}-`));
  const env = {
    HOME: home,
    XDG_CONFIG_HOME: home,
    DENKEEPER_URL: served?.url ?? service.url,
    DENKEEPER_KEY: owner.key,
    OPENAI_API_KEY: KEY,
  };
  const runs = () => readdirSync(join(home, "denkeeper", "trials"));
  return { env, out: join(home, "out"), runs };
}

async function model(onAsked?: (day: number) => boolean) {
  const scripted = await scriptedModel(facts, onAsked);
  onTestFinished(scripted.stop);
  return scripted;
}

const words = (url: string, name: string, out: string) =>
  ["trial", "run", "--model", url, "--name", name, "--out", out].concat(["--price-in", "3", "--price-out", "15"]);
const FIRST = ["--scenario", "relay-1", "--practice", "1", "--json"];
const read = (out: string, ending: string) => readFileSync(join(out, `relay-1-${SEED}.${ending}`));
const fileIn = (out: string) => gunzipSync(read(out, "jsonl.gz")).toString();

/** Plays a month with a role of the scripted model. */
async function played(name: string, place?: Place) {
  const [{ env, out }, scripted] = [await house(name, place), await model()];
  const { code, stdout, stderr } = await runCommand(env, [...words(scripted.url, name, out), ...FIRST]);
  expect(code, stderr).toBe(0);
  expect(stdout + stderr + read(out, "transcript.jsonl").toString()).not.toContain(KEY);
  expect([...scripted.keys]).toEqual([`Bearer ${KEY}`]);
  const usage = JSON.parse(read(out, "usage.json").toString());
  const { prompt_tokens: sent, completion_tokens: got } = scripted.counted;
  expect(usage).toMatchObject({ ...scripted.counted, model: name, wakings: 30, usd: (3 * sent + 15 * got) / 1e6 });
  const transcript = read(out, "transcript.jsonl").toString();
  expect(usage.transcript_sha256).toBe(createHash("sha256").update(transcript).digest("hex"));
  return { share: 100 * JSON.parse(stdout).right_share, usage, out, env };
}

test("who knows what the letters mean is all right, and the usage is what its service counted", async () => {
  const { share, usage, out, env } = await played("oracle");
  expect(share).toBe(100);
  expect(usage).toMatchObject({ requests: 60, retries: 0, faults: 0 });
  const verified = await runCommand(env, ["trial", "verify", join(out, `relay-1-${SEED}.jsonl.gz`), "--json"]);
  expect(JSON.parse(verified.stdout)).toMatchObject({ agrees: true, right_share: 1, entry: owner.username });
  const pages = read(out, "transcript.jsonl")
    .toString()
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line));
  const wakings = pages.filter(({ waking }) => waking !== undefined);
  expect(wakings.map(({ waking }) => waking)).toEqual(Array.from({ length: 30 }, (_, index) => index + 1));
  const third = pages.find(({ message }) => message.content?.startsWith('{"day":3'));
  expect(JSON.parse(third.message.content)).toMatchObject({ notebook: "day 2, day 1, " });
  expect(third.message.content).not.toContain("creature_id");
});

test("a run in the service leaves the file of a run in memory, byte by byte", async () => {
  const hosted = await played("oracle", "hosted");
  const { out } = await played("oracle");
  expect(hosted.share).toBe(100);
  expect(fileIn(hosted.out)).toBe(fileIn(out));
  expect(read(hosted.out, "usage.json")).toEqual(read(out, "usage.json"));
});

test.runIf(FULL)("a fool gets under 15 percent", async () => {
  expect((await played("fool", "hosted")).share).toBeLessThan(15);
});

test.runIf(FULL)("a service that errs costs repeats, not points", async () => {
  const { share, usage } = await played("errs", "hosted");
  expect(share).toBe(100);
  expect(usage.retries).toBeGreaterThanOrEqual(15);
  expect(usage.faults).toBeGreaterThan(5);
});

test("a service that refuses ends the command, and the run waits", async () => {
  const [{ env, out }, scripted] = [await house("refuses"), await model()];
  const refused = await runCommand(env, [...words(scripted.url, "refuses", out), ...FIRST.slice(0, -1)]);
  expect(refused.code).toBe(1);
  expect(refused.stderr).toContain("answered 401: wrong key: Bearer (your key)");
  expect(refused.stderr).toContain(`denkeeper trial run --resume ${SEED} --model ${scripted.url} --name refuses`);
  expect(scripted.counted.requests).toBe(1);
});

test.runIf(FULL).each(["served", "hosted"] as const)(
  "%s, killed at waking 12 and resumed: the same file",
  async (place) => {
    const whole = await played("oracle", place);
    const { env, out, runs } = await house("killed", place);
    let child: ReturnType<typeof spawn> | undefined;
    let times = 0;
    // Once before its first answer of the day, and once while it is to leave.
    const scripted = await model((day) => day !== 12 || (times += 1) > 3 || times === 2 || !child?.kill("SIGKILL"));
    const start = async (...args: readonly string[]) => {
      child = spawn(process.execPath, [BUILT_COMMAND, ...words(scripted.url, "oracle", out), ...args], {
        env: { ...CHILD_ENV, ...env },
        stdio: "ignore",
      });
      return new Promise((resolve) => child?.once("close", resolve));
    };
    expect(await start(...FIRST)).toBe(null);
    const [id = ""] = runs();
    expect(await start("--resume", id)).toBe(null);
    expect(await start("--resume", id)).toBe(0);
    expect(times).toBe(4);
    expect(fileIn(out)).toBe(fileIn(whole.out));
    const [usage, before] = [out, whole.out].map((each) => JSON.parse(read(each, "usage.json").toString()));
    expect(usage).toEqual(before);
  },
);

test("what makes no sense is refused before a run starts", async () => {
  const { env } = await house("senseless");
  for (const args of [
    ["--scenario", "relay-1", "--model", "http://127.0.0.1:9"],
    ["--scenario", "relay-1", "--model", "nowhere", "--name", "x"],
    ["--scenario", "guided-1", "--model", "http://127.0.0.1:9", "--name", "x"],
    ["--scenario", "relay-1", "--model", "http://127.0.0.1:9", "--name", "x", "--", "node"],
  ])
    expect((await runCommand(env, ["trial", "run", ...args])).code, args.join(" ")).toBe(2);
});
