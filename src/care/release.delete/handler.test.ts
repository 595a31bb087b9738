// Tests that a release happens once and is not a death.
import { expect, test } from "vitest";
import { openDen } from "../../../test/den.ts";
import { houseForFile } from "../../../test/harness.ts";

const house = await houseForFile({ env: { RATE_LIMIT_FACTOR: "1000" } });

test("a released creature has a history, but no gravestone and no status", async () => {
  const den = await openDen(house);
  const id = await den.hatched();
  await den.care("play", id);
  const released = await den.call("DELETE", "/api/house/release", { creature_id: id });
  expect(released.json).toMatchObject({ success: true, creature_id: id, message: expect.any(String) });
  expect((await den.status(id)).status).toBe(404);
  expect((await den.care("feed", id)).status).toBe(404);
  expect((await den.call("GET", "/api/house/graveyard")).json.gravestones).toEqual([]);
  const history = await den.call("GET", "/api/house/history");
  expect(history.json.creature).toMatchObject({ id, alive: false });
  expect(history.json.care_log).toHaveLength(1);
  const again = await den.call("DELETE", "/api/house/release", { creature_id: id });
  expect([again.status, again.json.error]).toEqual([404, "No living creature found with that ID"]);
});

test("a release repeated under its Idempotency-Key counts once", async () => {
  const den = await openDen(house);
  const id = await den.hatched();
  const headers = { "idempotency-key": "goodbye" };
  const first = await den.call("DELETE", "/api/house/release", { id }, headers);
  const again = await den.call("DELETE", "/api/house/release", { id }, headers);
  expect([first.status, again.status]).toEqual([200, 200]);
  expect(again.text).toBe(first.text);
});

test("a release makes room for another adoption", async () => {
  const den = await openDen(house);
  const ids = await den.adoptMany(50);
  expect((await den.call("POST", "/api/house/adopt", { name: "Pip" })).status).toBe(400);
  await den.call("DELETE", "/api/house/release", { creature_id: ids[0] });
  expect((await den.call("POST", "/api/house/adopt", { name: "Pip" })).status).toBe(201);
});
