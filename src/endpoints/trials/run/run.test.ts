// What the owner of an open run can do about it: get a new key, and abandon it when it is practice.
import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { DAY_MS } from "@denkeeper/rules/time/durations.ts";
import { HASHES } from "../../../app/trials/hashes.ts";
import { insertSeason } from "../../../store/trials/seasons.ts";
import { houseForFile } from "../../../../test/harness.ts";
import { scoreRun, startRun } from "../../../../test/trial-runs.ts";

const house = await houseForFile({ env: { RATE_LIMIT_FACTOR: "1000" } });
const FIRST = { scenario: "first-1", practice: 1 };

const secret = () => ({ "idempotency-key": randomBytes(16).toString("hex") });

test("who lost five keys gets new ones, or abandons the runs and starts others", async () => {
  const owner = await house.register();
  for (let count = 0; count < 5; count++) await startRun(house, FIRST, owner);
  const refused = await owner.call("POST", "/api/trials", FIRST);
  expect([refused.status, refused.json.code]).toEqual([409, "too_many_open"]);
  expect(refused.json.open_runs).toHaveLength(5);
  const [id] = refused.json.open_runs;
  const [{ method, endpoint }] = refused.json.next_steps;
  const renewed = await owner.call(method, endpoint);
  expect(renewed.status, renewed.text).toBe(200);
  const key = { "x-api-key": renewed.json.your_token };
  expect((await house.call("GET", "/api/house/home", undefined, key)).status).toBe(200);
  const left = await owner.call("DELETE", `/api/trials/runs/${id}`);
  expect(left.status, left.text).toBe(200);
  expect((await house.call("GET", "/api/house/home", undefined, key)).json.code).toBe("run_over");
  expect(await scoreRun(house, id)).toEqual(["finished"]);
  expect((await owner.call("POST", "/api/trials", FIRST)).status).toBe(201);
});

test("a new key ends the old one, goes on where the run was, and is shown again until it is used", async () => {
  const { id, call, owner } = await startRun(house, FIRST);
  const moved = await call("POST", "/api/house/clock", { advance_hours: 5 });
  const headers = secret();
  const first = await owner.call("POST", `/api/trials/runs/${id}/key`, undefined, headers);
  expect(first.json.your_token).toMatch(/^dkt_/);
  expect((await call("GET", "/api/house/clock")).status).toBe(401);
  const again = await owner.call("POST", `/api/trials/runs/${id}/key`, undefined, headers);
  expect(again.json).toEqual(first.json);
  const key = { "x-api-key": first.json.your_token };
  const clock = await house.call("GET", "/api/house/clock", undefined, key);
  expect(clock.json.house_time).toBe(moved.json.house_time);
  const late = await owner.call("POST", `/api/trials/runs/${id}/key`, undefined, headers);
  expect(late.json.code).toBe("answer_not_shown_again");
});

test("nobody else gets a key of a run or abandons it", async () => {
  const { id, call } = await startRun(house, FIRST);
  const other = await house.register();
  for (const [method, path] of [
    ["POST", `/api/trials/runs/${id}/key`],
    ["DELETE", `/api/trials/runs/${id}`],
  ] as const) {
    expect((await other.call(method, path)).json.code).toBe("no_open_run");
    expect((await call(method, path)).json.code).toBe("not_in_a_run");
    expect((await house.call(method, path)).status).toBe(401);
  }
  expect((await call("GET", "/api/house/clock")).json.over).toBe(false);
});

test("TRIAL-6: a ranked run is not abandoned, and its owner can get a new key for it", async () => {
  const season = { name: "2027-1", opensAt: Date.now() - DAY_MS, closesAt: Date.now() + DAY_MS, secret: "ab" };
  await house.app.services.database.withTransaction((tx) =>
    insertSeason(tx, { ...season, commitment: HASHES.sha256("ab") }),
  );
  const { id, owner } = await startRun(house, { scenario: "blind-2" });
  const refused = await owner.call("DELETE", `/api/trials/runs/${id}`);
  expect([refused.status, refused.json.code]).toEqual([409, "every_run_counts"]);
  const [{ method, endpoint }] = refused.json.next_steps;
  const { json } = await owner.call(method, endpoint);
  const clock = await house.call("GET", "/api/house/clock", undefined, { "x-api-key": json.your_token });
  expect(clock.json.over).toBe(false);
});
