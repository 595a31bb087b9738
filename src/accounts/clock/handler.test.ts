// Tests moving the clock of a house: its limits, who may do so, and that no other house is affected.
import { expect, test } from "vitest";
import { openDen } from "../../../test/den.ts";
import { freshAddress, houseForFile } from "../../../test/harness.ts";

const house = await houseForFile({ env: { RATE_LIMIT_FACTOR: "1000" } });

test("clock moves accumulate and stop after one year", async () => {
  const den = await openDen(house);
  await den.advance(0.01);
  await den.advance(719.99);
  const clock = await den.call("GET", "/api/house/clock");
  expect(clock.json).toMatchObject({ advanced_hours: 720, remaining_hours: 8040, movable: true });
  for (let moves = 0; moves < 11; moves++) await den.advance(720);
  const last = await den.advance(120);
  expect(last.json).toMatchObject({ advanced_hours: 8760, remaining_hours: 0 });
  expect((await den.call("POST", "/api/house/clock", { advance_hours: 0.01 })).status).toBe(400);
});

test("20 concurrent moves each advance the clock", async () => {
  const den = await openDen(house);
  await Promise.all(Array.from({ length: 20 }, () => den.advance(1)));
  expect((await den.call("GET", "/api/house/clock")).json.advanced_hours).toBe(20);
});

test("a move repeated under its Idempotency-Key counts once", async () => {
  const den = await openDen(house);
  const headers = { "idempotency-key": "tick" };
  for (let count = 0; count < 3; count++) await den.call("POST", "/api/house/clock", { advance_hours: 2 }, headers);
  expect((await den.call("GET", "/api/house/clock")).json.advanced_hours).toBe(2);
});

test("moving a clock does not age another house's creatures", async () => {
  const mine = await openDen(house);
  const theirs = await openDen(house);
  await theirs.hatched();
  await mine.advance(100);
  expect((await theirs.status()).json.creature.age_hours).toBeLessThan(0.1);
});

test.each(["test-", "e2e-", "dev-", "ci-", "seed-", "TEST-"])(
  "an account named %s... may move its clock",
  async (prefix) => {
    const account = await house.register({ username: `${prefix}mover-${process.pid}${prefix === "TEST-" ? "x" : ""}` });
    expect((await account.call("POST", "/api/house/clock", { advance_hours: 1 })).status).toBe(200);
  },
);

test.each(["tester", "mytest-1", "test_1"])("an account named %s may not move its clock", async (username) => {
  const account = await house.register({ username: `${username}${process.pid}` });
  expect((await account.call("POST", "/api/house/clock", { advance_hours: 1 })).status).toBe(403);
});

test("the next step after a rejected move registers a test account", async () => {
  const refused = await (await house.register()).call("POST", "/api/house/clock", { advance_hours: 1 });
  expect(refused.status).toBe(403);
  const [{ method, endpoint, body }] = refused.json.next_steps;
  const made = await house.call(method, endpoint, body, {}, freshAddress());
  expect(made.status, made.text).toBe(201);
  const key = { "x-api-key": made.json.your_token };
  expect((await house.call("POST", "/api/house/clock", { advance_hours: 1 }, key)).status).toBe(200);
});
