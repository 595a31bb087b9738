// The secret of a season decides every seed, so nobody may play once it can be read.
import { expect, test } from "vitest";
import { DAY_MS, MINUTE_MS } from "@denkeeper/rules/time/durations.ts";
import { tidyTrials } from "../../app/trials/housekeeping.ts";
import { HASHES } from "../../app/trials/hashes.ts";
import { insertSeason } from "../../store/trials/seasons.ts";
import { readTrials } from "./trials.get/read.ts";
import { houseForFile, houseForTest, type House } from "../../../test/harness.ts";
import { scoreRun, startRun } from "../../../test/trial-runs.ts";

const SECRET = "ab".repeat(32);

/** A house with an open season. */
async function inSeason(house: House): Promise<House> {
  const season = { name: "2027-1", opensAt: Date.now() - DAY_MS, closesAt: Date.now() + MINUTE_MS };
  const { database } = house.app.services;
  await database.withTransaction((tx) =>
    insertSeason(tx, { ...season, secret: SECRET, commitment: HASHES.sha256(SECRET) }),
  );
  return house;
}

/** As if so much time had passed, with the worker stopped. */
async function later({ app: { services } }: House, ms: number): Promise<void> {
  await services.database.adHoc(`UPDATE trial_runs SET started_at = started_at - ${ms}, ended_at = ended_at - ${ms}`);
  await services.database.adHoc(`UPDATE trial_seasons SET opens_at = opens_at - ${ms}, closes_at = closes_at - ${ms}`);
}

const house = await inSeason(await houseForFile());

test("TRIAL-7: a week after the close no call of an open run is answered, and the secret is not shown before the runs have ended", async () => {
  const { call, id, started } = await startRun(house, { scenario: "blind-2" });
  const practice = await startRun(house, { scenario: "first-1", practice: 1 });
  await call("GET", "/api/house/home");
  await later(house, 7 * DAY_MS + 2 * MINUTE_MS);
  for (const [method, path, body] of [
    ["GET", "/api/house/home"],
    ["POST", "/api/house/clock", { advance_hours: 5 }],
    ["POST", "/api/house/care", { action: "feed" }],
  ] as const) {
    const { status, json } = await call(method, path, body);
    expect([status, json.code], path).toEqual([409, "run_over"]);
    expect(json.next_steps).not.toEqual([]);
  }
  expect((await practice.call("GET", "/api/house/home")).json.code).toBe("run_over");
  const clock = await call("GET", "/api/house/clock");
  expect(clock.json).toMatchObject({ over: true, house_time: started.json.starts_at });
  const seen = (await house.call("GET", "/api/trials")).json.season;
  expect(Date.parse(seen.secret_at)).toBeLessThan(Date.now());
  expect(seen.open).toBe(false);
  expect(JSON.stringify(seen)).not.toContain(SECRET);

  await tidyTrials(house.app.services.database, Date.now());
  expect(await scoreRun(house, id)).toEqual(["finished"]);
  const { result } = (await house.call("GET", `/api/trials/runs/${id}`)).json;
  // Only the one before the week was over.
  expect(result.calls).toBe(1);
  // Past what is cached.
  const { season } = await readTrials(house.app.services, Date.now() + 3_000);
  expect(season).toMatchObject({ name: "2027-1", secret: SECRET });
});

test("TRIAL-6: one round of the worker ends all runs that are due, however many were abandoned", async () => {
  const other = await inSeason(await houseForTest());
  const { database } = other.app.services;
  const { id } = await startRun(other, { scenario: "first-1", practice: 1 });
  await database.adHoc(`WITH accounts AS (
      INSERT INTO agents (agent_id, username, display_name, social_links, timezone, source, created_at, is_test)
      SELECT gen_random_uuid(), 'run.' || n, 'run', '[]', 'UTC', 'trial', 0, true FROM generate_series(1, 120) n
      RETURNING agent_id
    )
    INSERT INTO trial_runs (agent_id, owner_id, entry, season, scenario, number, seed, started_at, clock_at, visits, calls, state)
    SELECT a.agent_id, owner_id, entry, season, scenario, number, seed, started_at, clock_at, visits, calls, state
    FROM trial_runs r, accounts a WHERE r.agent_id = '${id}'`);
  const ranked = await startRun(other, { scenario: "blind-2" });
  await later(other, 7 * DAY_MS);
  await tidyTrials(database, Date.now());
  const open = await database.adHoc("SELECT FROM trial_runs WHERE state = 'open'");
  expect(open).toHaveLength(0);
  expect((await ranked.call("GET", "/api/house/clock")).json.house_time).toBe(ranked.started.json.ends_at);
});
