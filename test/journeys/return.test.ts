// A creature dies, is resurrected for credits, and lives on.
import { expect, test } from "vitest";
import { buyCredits } from "../payers/credits.ts";
import { follow, openDen, type Step } from "../den.ts";
import { houseForFile } from "../harness.ts";
import { comparable, replay } from "../lives/replay.ts";

const house = await houseForFile({ env: { RATE_LIMIT_FACTOR: "1000" } });
const { database } = house.app.services;

test("advised steps lead from death through credits to an adult life", async () => {
  const den = await openDen(house);
  const id = await den.hatched();
  await follow(den, id, 30);
  await den.advance(72);
  const dead = await den.status(id);
  const { cost } = dead.json.resurrection;
  expect(dead.json).toMatchObject({ creature: { alive: false }, resurrection: { possible: true, cost: 100 } });
  const [poor]: Step[] = dead.json.next_steps;
  expect(poor?.endpoint).toBe("/api/house/credits");
  const refused = await den.call("POST", "/api/house/resurrect", { creature_id: id });
  expect([refused.status, refused.json.shortfall]).toEqual([402, cost]);

  await buyCredits(database, den.id, "500");
  const credits = await den.call("GET", "/api/house/credits");
  const [way]: Step[] = credits.json.next_steps;
  const back = await den.call(way?.method ?? "", way?.endpoint ?? "", way?.body);
  expect(back.status, back.text).toBe(200);
  expect(back.json).toMatchObject({ credits_spent: 100, credits_remaining: 400 });

  const { seen } = await follow(den, id, 170);
  const last = seen.at(-1)?.json.creature;
  expect(last).toMatchObject({ alive: true, stage: "adult" });
  expect(last.age_hours).toBeGreaterThanOrEqual(170);
  const life = await replay(database, den.id, id);
  expect(life.rows.map(({ kind }) => kind)).toContain("resurrect");
  const [stored, replayed] = comparable(life);
  expect(stored).toEqual(replayed);
  expect((await den.call("GET", "/api/house/graveyard")).json.gravestones).toMatchObject([{ resurrected: true }]);
});
