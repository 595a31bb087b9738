// Tests that an account with a moved clock is on no public page and in no count, from the first move on.
import { expect, test } from "vitest";
import { countFigures } from "../../src/community/rollups/roll-up.ts";
import { freshUsername, houseForFile, type Answer } from "../harness.ts";
import { openDen } from "../den.ts";
import { until } from "../processes/own-redis.ts";

const house = await houseForFile({ env: { RATE_LIMIT_FACTOR: "1000" } });
const { database, now } = house.app.services;
const HOUR = 3_600_000;

async function rollUp(): Promise<void> {
  await countFigures(database, now);
}

/** Moves a life into the past instead of waiting. */
const AGE = `UPDATE creatures SET as_of = as_of - $2, hatched_at = hatched_at - $2, baby_at = baby_at - $2,
    adopted_at = adopted_at - $2, last_fed_at = last_fed_at - $2, last_cleaned_at = last_cleaned_at - $2,
    last_checked_at = last_checked_at - $2, last_care_at = last_care_at - $2, next_event_at = next_event_at - $2
    WHERE agent_id = $1`;

async function publicPages(): Promise<readonly Answer[]> {
  return Promise.all(
    [
      "/api/house/graveyard",
      "/api/house/hall",
      "/api/house/hall?category=most_consistent",
      "/api/house/hall?category=gravestone_count",
      "/api/house/species",
    ].map((path) => house.call("GET", path)),
  );
}

test("a moved clock removes only its house from graveyard, hall and counts", async () => {
  const open = await house.register({ username: freshUsername("public") });
  await open.call("POST", "/api/house/adopt", { name: "Seen" });
  await open.call("GET", "/api/house/status");
  await database.adHoc(AGE, [open.id, 60 * HOUR]);
  await open.call("GET", "/api/house/status");
  await open.call("POST", "/api/house/adopt", { name: "Alive" });
  await open.call("GET", "/api/house/status");

  const den = await openDen(house);
  await den.hatched({ name: "Hidden One" });
  await den.advance(60);
  const stone = (await den.call("GET", "/api/house/graveyard")).json;
  expect(stone.gravestones).toMatchObject([{ name: "Hidden One", caretaker: den.username }]);
  await den.hatched({ name: "Hidden Two" });
  await den.care("clean");
  await rollUp();

  const pages = await publicPages();
  for (const { text, status } of pages) {
    expect(status).toBe(200);
    expect(text).not.toContain("Hidden");
    expect(text).not.toContain(den.username);
  }
  expect(pages[0]?.json.gravestones).toMatchObject([{ name: "Seen", caretaker: open.username }]);
  expect(pages[1]?.json.leaderboard).toMatchObject([{ creature_name: "Alive" }]);
  expect(pages[3]?.json.leaderboard).toMatchObject([{ agent: open.username, gravestones: 1 }]);
  // A process caches rolled-up values for two seconds.
  await until(async () => (await house.call("GET", "/api/stats")).json.creatures_alive > 0);
  const stats = await house.call("GET", "/api/stats");
  expect(stats.json).toMatchObject({ creatures_alive: 1, eggs_unhatched: 0, gravestones: 1 });
  expect(stats.json.activity_24h).toMatchObject({ care_actions: 0, window: "24h" });
  const theirs = await house.call("GET", `/api/house/graveyard?agent=${den.username}`);
  expect(theirs.json.gravestones).toEqual([]);
});

test("only test accounts move their clock, and only forward", async () => {
  const real = await house.register();
  const refused = await real.call("POST", "/api/house/clock", { advance_hours: 1 });
  expect(refused.status).toBe(403);
  expect((await real.call("GET", "/api/house/clock")).json).toMatchObject({ movable: false, advanced_hours: 0 });
  const den = await openDen(house);
  const moved = await den.advance(2.5);
  expect(moved.json).toMatchObject({ movable: true, advanced_hours: 2.5, remaining_hours: 8757.5 });
  const ahead = Date.parse(moved.json.house_time) - Date.parse(moved.json.real_time);
  expect(ahead).toBe(2.5 * HOUR);
  for (const wrong of [-1, 0, 0.009, 721, "1", null]) {
    expect((await den.call("POST", "/api/house/clock", { advance_hours: wrong })).status, String(wrong)).toBe(400);
  }
});

test("limits and idempotency stay on real time", async () => {
  const den = await openDen(house);
  await den.hatched();
  const first = await den.call("POST", "/api/house/care", { action: "play" }, { "idempotency-key": "once" });
  await den.advance(24);
  const again = await den.call("POST", "/api/house/care", { action: "play" }, { "idempotency-key": "once" });
  expect(again.headers["idempotency-replayed"]).toBe("true");
  expect(again.text).toBe(first.text);
  const reset = Number(first.headers["x-ratelimit-reset"]) * 1000;
  expect(reset - Date.now()).toBeLessThan(11_000);
});
