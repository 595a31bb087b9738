// `denkeeper trial serve` in a process of its own: a month of letters over HTTP leaves the file that it leaves in process.
import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterAll, expect, test } from "vitest";
import { practiceSeed } from "@denkeeper/trials/chance.ts";
import { runFile } from "@denkeeper/trials/run-file.ts";
import { monthOf, publishedBook, theRelayKeeper } from "../../../../../scripts/simulate/relay/months.ts";
import { playedRelay } from "../../../../../scripts/simulate/relay/play.ts";
import { HASHES } from "../../../../../src/app/trials/hashes.ts";
import { runCommand } from "../../../../../test/command-line.ts";
import { callHouse, keepByLetters, serveHouse } from "../../../../../test/trials/relay-house.ts";

const folder = mkdtempSync(join(tmpdir(), "denkeeper-serve-"));
afterAll(() => rmSync(folder, { recursive: true }));

const BOOK = publishedBook("practice");
const ENV = { RUN_FILE_KEY: "only the house and its verifier know it" };
const verify = async (path: string, env = ENV) =>
  runCommand({ HOME: folder, XDG_CONFIG_HOME: folder, ...env }, ["trial", "verify", path, "--json"]);

test("a month over HTTP leaves the file of a month in process, and only its HMAC makes it count", async () => {
  const seed = practiceSeed(3);
  const keeper = theRelayKeeper("slips-3");
  const serves = keeper.begin({ seed, facts: monthOf(seed, BOOK).facts, published: [] });
  const house = await serveHouse(["--seed", seed, "--entry", "baseline-slips-3", "--out", folder], ENV);
  const shown = `/api/trials/runs/${seed}`;
  expect((await callHouse(house.url, "GET", shown, undefined, "")).status).toBe(404);
  await keepByLetters(house, serves);
  const { status, json } = await callHouse(house.url, "GET", shown, undefined, "");
  expect({ status, state: json.run.status }).toEqual({ status: 200, state: "finished" });
  expect((await callHouse(house.url, "GET", "/api/house/home")).json.code).toBe("run_over");
  await house.stop();

  const file = join(folder, `relay-1-${seed}.jsonl.gz`);
  const played = await playedRelay(keeper, seed, BOOK);
  const expected = runFile(played.record(), { season: "practice", entry: "baseline-slips-3", number: 3 }, HASHES);
  expect(gunzipSync(readFileSync(file)).toString()).toBe(expected);
  const verified = await verify(file);
  expect(verified.code, verified.stderr).toBe(0);
  expect(JSON.parse(verified.stdout)).toMatchObject({ agrees: true, right_share: json.result.right_share });
  expect(json.result.right_share).toBeGreaterThan(0.8);

  expect((await verify(file, { RUN_FILE_KEY: "another key" })).code).toBe(1);
  renameSync(`${file}.hmac`, join(folder, "hmac"));
  expect((await verify(file)).code).toBe(1);
  expect((await verify(file, { RUN_FILE_KEY: "" })).code).toBe(0);
});

test("calls are refused as the service refuses them, and a run that is left is written as it stands", async () => {
  const house = await serveHouse(["--seed", "practice-1", "--out", folder]);
  const call = (method: string, path: string, body?: object) => callHouse(house.url, method, path, body);
  const { page } = (await call("GET", "/api/house/home")).json;
  expect(Object.keys(page)).toEqual(
    "day of weekday date weather shelf rooms letters notebook notebook_limit".split(" "),
  );
  const [{ creature_id }] = page.rooms;
  const visit = async (item: string, more: object = {}) =>
    call("POST", "/api/house/visit", { actions: [{ creature_id, action: "feed", item }], ...more });
  expect((await visit(page.shelf[0], { notebook: "x".repeat(1501) })).json.code).toBe("notebook_too_long");
  expect((await visit("gold")).json.results).toMatchObject([{ success: false, code: "not_on_the_shelf" }]);
  expect((await visit(page.shelf[0], { notebook: "kept" })).json.results).toMatchObject([{ success: true }]);
  expect((await visit(page.shelf[1])).json.results).toMatchObject([{ success: false, code: "already_served" }]);
  expect((await call("POST", "/api/house/visit", { actions: [{ action: "dance" }] })).status).toBe(400);
  expect((await call("POST", "/api/house/clock", { advance_hours: 1 })).json).toMatchObject({ visits_left: 28 });
  expect((await call("GET", "/api/house/home")).json.page).toMatchObject({ day: 2, notebook: "kept" });
  expect((await call("GET", "/api/house/schedule")).json.code).toBe("unknown_path");
  await house.stop();
  const file = join(folder, "relay-1-practice-1.jsonl.gz");
  const verified = await verify(file, { RUN_FILE_KEY: "" });
  expect(JSON.parse(verified.stdout)).toMatchObject({ agrees: true, deaths: 8, passed: false });
  writeFileSync(
    file,
    gunzipSync(readFileSync(file))
      .toString()
      .replace(/"visits":\d+/, '"visits":30'),
  );
  expect((await verify(file, { RUN_FILE_KEY: "" })).code).toBe(1);
});

test("what is not served is refused", async () => {
  for (const args of [
    ["--seed", "practice-25"],
    ["--seed", "2027-1"],
    ["--scenario", "guided-1"],
  ])
    expect((await runCommand({ HOME: folder }, ["trial", "serve", ...args])).code, args.join(" ")).toBe(2);
});
