// The book of a season: sealed, known by its digest from the first day, published with the secret, and what ranked letters need.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { DAY_MS, HOUR_MS } from "@denkeeper/rules/time/durations.ts";
import { bookIn } from "@denkeeper/trials/relay/book.ts";
import { relayPage } from "@denkeeper/trials/relay/telling.ts";
import { RELAY_1 } from "@denkeeper/trials/scenarios.ts";
import { verifyRun } from "@denkeeper/trials/verify.ts";
import { drawOf } from "../../app/trials/caller-run.ts";
import { HASHES } from "../../app/trials/hashes.ts";
import { tidyTrials } from "../../app/trials/housekeeping.ts";
import { ADMIN_KEY, freshAddress, houseForFile } from "../../../test/harness.ts";
import { operatorOf } from "../../../test/operator.ts";
import { scoreRun, startRun } from "../../../test/trial-runs.ts";

let movedMs = 0;
const house = await houseForFile({ env: { RATE_LIMIT_FACTOR: "1000" }, clock: () => Date.now() + movedMs });
const { database, now } = house.app.services;
const bookNamed = (name: string) =>
  JSON.parse(readFileSync(new URL(import.meta.resolve(`@denkeeper/trials/relay/book-${name}.json`)), "utf8"));
const SEALED = { ...bookNamed("sealed-sample"), name: "sealed-for-this-test" };
const SHA256 = bookIn(SEALED, HASHES).sha256;

const change = (body: object) =>
  house.call("POST", "/api/admin/seasons", body, { "x-admin-key": ADMIN_KEY }, freshAddress());
const season = async () => {
  movedMs += 3_000;
  const { json, text } = await house.call("GET", "/api/trials");
  return { ...json.season, text };
};
/** As if so much time had passed. */
async function later(ms: number): Promise<void> {
  await database.adHoc(`UPDATE trial_runs SET started_at = started_at - ${ms}, ended_at = ended_at - ${ms}`);
  await database.adHoc(`UPDATE trial_seasons SET opens_at = opens_at - ${ms}, closes_at = closes_at - ${ms}`);
}

const ranked = async () => (await house.register()).call("POST", "/api/trials", { scenario: "relay-1" });

test("a season without a book has relay-1 for practice only, and says so", async () => {
  expect((await change({ action: "open", name: "plain" })).status).toBe(200);
  expect(await season()).not.toHaveProperty("book_sha256");
  const { status, json } = await ranked();
  expect([status, json.code]).toEqual([400, "not_ranked"]);
  expect(json.suggestion).toContain("This season has no book");
  expect(json.next_steps[0].body).toEqual({ scenario: "relay-1", practice: 1 });
  await change({ action: "close", name: "plain" });
});

test("a book that is public, lacks a list or leaves a slot open is refused, and no season opens", async () => {
  const { sign: _, ...lacking } = SEALED;
  const open = { ...SEALED, close: SEALED.close.map((text: string) => text.replace("{S}", "{Z}")) };
  for (const book of [bookNamed("practice"), lacking, open, { ...SEALED, close: "no list" }, {}]) {
    const { status, json } = await change({ action: "open", name: "sealed", book });
    expect([status, json.code]).toEqual([400, "book_refused"]);
  }
  const operator = await operatorOf(house);
  const closes_at = new Date(now() + 30 * DAY_MS).toISOString().slice(0, 16);
  const form = await operator.post("/admin/seasons", { act: "open-season", name: "sealed", closes_at, book: "{" });
  expect(form.headers.get("location")).toContain("book-refused");
  expect((await season()).open).toBe(false);
});

test("ranked letters are told in the sealed book, within 72 hours, and the book is public with the secret", async () => {
  const operator = await operatorOf(house);
  const closes_at = new Date(now() + 30 * DAY_MS).toISOString().slice(0, 16);
  const book = JSON.stringify(SEALED);
  const form = await operator.post("/admin/seasons", { act: "open-season", name: "sealed", closes_at, book });
  expect(form.headers.get("location")).toContain("season-opened");
  const opened = await season();
  expect(opened.book_sha256).toBe(SHA256);
  expect(opened.text).not.toContain(SEALED.name);
  const run = await startRun(house, { scenario: "relay-1" });
  const { page } = (await run.call("GET", "/api/house/home")).json;
  const [stored] = await database.adHoc<{ seed: string }>("SELECT seed FROM trial_runs WHERE agent_id = $1", [run.id]);
  const draw = drawOf(RELAY_1, stored?.seed ?? "");
  if (draw.relay === undefined) throw new Error("relay-1 has no letters");
  const told = relayPage(draw.relay, 1, bookIn(SEALED, HASHES), draw, HASHES);
  expect(page).toEqual({ ...told, notebook: "", notebook_limit: 1500 });

  await later(73 * HOUR_MS);
  const late = await ranked();
  expect([late.status, late.json.code]).toEqual([400, "not_ranked"]);
  expect(late.json.suggestion).toContain("within 72 hours");

  await change({ action: "close", name: "sealed" });
  await later(7 * DAY_MS);
  const held = await season();
  expect([held.secret, held.book]).toEqual([undefined, undefined]);
  await tidyTrials(database, now());
  expect(await scoreRun(house, run.id)).toEqual(["finished"]);
  const { secret, commitment, book: published } = await season();
  expect(published).toEqual(SEALED);
  const file = (await house.call("GET", `/api/trials/runs/${run.id}?format=jsonl`)).text;
  const known = { name: "sealed", secret, commitment, book: SHA256 };
  expect(verifyRun(file, known, HASHES)).toMatchObject({ agrees: true, seedChecked: true, head: { book: SHA256 } });
  expect(verifyRun(file, { ...known, book: "0".repeat(64) }, HASHES)).toMatchObject({ agrees: false });
});

test("TRIAL-7: an entry has 18 ranked runs of relay-1", async () => {
  await change({ action: "open", name: "many", book: SEALED });
  const owner = await house.register();
  for (let number = 1; number <= 18; number++) {
    const run = await startRun(house, { scenario: "relay-1" }, owner);
    expect(run.started.json.run.number).toBe(number);
    // Nobody is served, so the run is over soon.
    for (let over = false; !over;) over = (await run.call("POST", "/api/house/clock", { advance_hours: 24 })).json.over;
  }
  const { status, json } = await owner.call("POST", "/api/trials", { scenario: "relay-1" });
  expect([status, json.code]).toEqual([409, "all_played"]);
});
