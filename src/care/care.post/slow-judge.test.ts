// Tests a slow judge, such as one that is loading its model. Care counts from the instant of its request.
import { expect, test } from "vitest";
import { zoneAt } from "../../../test/den.ts";
import { houseForFile } from "../../../test/harness.ts";
import { onTimeOf } from "../../../test/lives/band.ts";
import type { ItemJudge } from "../../model/items/item-judge.ts";

const LOADING_MS = 14_000;

let movedMs = 0;
const patiences: (number | undefined)[] = [];
const house = await houseForFile({ env: { RATE_LIMIT_FACTOR: "1000" }, clock: () => Date.now() + movedMs });
const slowJudge: ItemJudge = {
  async judge({ patienceMs }) {
    patiences.push(patienceMs);
    movedMs += LOADING_MS;
    return { category: "liked", score: 0.6, model: "test" };
  },
};
Object.assign(house.app.services, { itemJudge: slowJudge });

test("CARE-2: slow judging neither makes a meal late nor outlasts the creature", async () => {
  const { now } = house.app.services;
  const keeper = await house.register({ timezone: zoneAt(9, now()) });
  await keeper.call("POST", "/api/house/adopt", { name: "Pip", species_slug: "housecat" });
  const hatched = await keeper.call("GET", "/api/house/status");
  const feed = () => keeper.call("POST", "/api/house/care", { action: "feed", item: "something that is not on file" });
  const { id } = hatched.json.creature;
  const before = await onTimeOf(house, keeper.id, id, now());
  movedMs += before.ends - 5_000 - now();
  const asked = now();
  const fed = await feed();
  expect(now()).toBeGreaterThan(before.ends);
  expect(fed.json.action_result, fed.text).toMatchObject({ success: true, timing: "on_time" });
  const half = before.ends - before.opens;
  const { opens } = await onTimeOf(house, keeper.id, id, now());
  expect(opens - asked).toBeGreaterThanOrEqual(half);
  expect(opens - asked).toBeLessThan(half + LOADING_MS);
  const [patience = Infinity] = patiences;
  expect(patience).toBeGreaterThan(0);
  expect(patience).toBeLessThanOrEqual(Date.parse(hatched.json.creature.death_clock.dies_at) - asked);
});
