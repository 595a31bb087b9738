// Runs over HTTP: started with the owner's key, played with their own.
import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { houseForFile } from "../../../test/harness.ts";

const house = await houseForFile({ env: { RATE_LIMIT_FACTOR: "1000" } });

async function started(body: object = { scenario: "guided-1", practice: 1 }) {
  const owner = await house.register();
  const answer = await owner.call("POST", "/api/trials", body, { "idempotency-key": randomBytes(16).toString("hex") });
  expect(answer.status, answer.text).toBe(201);
  const { run, your_token: key } = answer.json;
  const call = (method: string, path: string, sent?: object, headers: Record<string, string> = {}) =>
    house.call(method, path, sent, { "x-api-key": key, ...headers });
  return { owner, run, key, answer, call };
}

test("a run starts with everybody hatched, and its clock stands still", async () => {
  const { call, answer } = await started();
  expect(answer.json).toMatchObject({ run: { scenario: "guided-1", season: "practice", number: 1 } });
  const clock = await call("GET", "/api/house/clock");
  expect(clock.json).toMatchObject({ house_time: answer.json.starts_at, over: false, scenario: "guided-1" });
  const home = await call("GET", "/api/house/home");
  expect(home.status, home.text).toBe(200);
  const moved = await call("POST", "/api/house/clock", { advance_hours: 5 });
  expect(moved.status, moved.text).toBe(200);
  expect(Date.parse(moved.json.house_time) - Date.parse(answer.json.starts_at)).toBe(5 * 3_600_000);
  expect(moved.json.visits_left).toBe(clock.json.visits_left - 1);
});
