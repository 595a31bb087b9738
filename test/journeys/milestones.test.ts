// Tests stat milestones: each occurs once per life, in the answer to the care that raised the stat.
import { expect, test } from "vitest";
import { follow, openDen } from "../den.ts";
import { houseForFile } from "../harness.ts";

const house = await houseForFile({ env: { RATE_LIMIT_FACTOR: "1000" } });

interface Fired {
  readonly type: string;
  readonly threshold: number;
}

test("discipline milestones come at 25, 50 and 75, and never again", async () => {
  const den = await openDen(house);
  const id = await den.hatched();
  const fired: string[] = [];
  for (let count = 0; count < 12; count++) {
    const care = await den.care("discipline", id);
    const milestones: Fired[] = care.json.milestones ?? [];
    for (const { type, threshold } of milestones) {
      fired.push(`${type}:${threshold}`);
      const { before, after } = care.json.action_result.changes.discipline;
      expect(before).toBeLessThan(threshold);
      expect(after).toBeGreaterThanOrEqual(threshold);
    }
  }
  expect(fired).toEqual(["discipline_milestone:25", "discipline_milestone:50", "discipline_milestone:75"]);
});

test("a well-kept life brings milestones of trust and streak once each", async () => {
  const den = await openDen(house);
  const id = await den.hatched({ species_slug: "pixel" });
  await follow(den, id, 72);
  const statement = "SELECT milestones FROM creatures WHERE creature_id = $1";
  const [row] = await house.app.services.database.adHoc<{ milestones: readonly string[] }>(statement, [id]);
  expect(row?.milestones).toEqual(expect.arrayContaining(["trust_milestone:50", "care_streak:10", "care_streak:25"]));
  expect(new Set(row?.milestones).size).toBe(row?.milestones.length);
});

test("only a creature that was critical gets a health milestone", async () => {
  const den = await openDen(house);
  const well = await den.hatched();
  const ill = await den.hatched();
  const weaken = "UPDATE creatures SET health = $2, was_critical = $3 WHERE creature_id = $1";
  await house.app.services.database.adHoc(weaken, [well, 60, false]);
  await house.app.services.database.adHoc(weaken, [ill, 60, true]);
  expect((await den.care("medicine", well)).json.milestones).toBeUndefined();
  const saved = await den.care("medicine", ill);
  expect(saved.json.milestones).toMatchObject([
    { type: "health_milestone", threshold: 80, message: expect.any(String) },
  ]);
  await house.app.services.database.adHoc(weaken, [ill, 60, true]);
  expect((await den.care("medicine", ill)).json.milestones).toBeUndefined();
});

test("only the first status after a new stage reports the stage", async () => {
  const den = await openDen(house);
  const id = await den.hatched({ species_slug: "fenrir" });
  await den.advance(30);
  const care = await den.care("clean", id);
  expect(care.json.creature.stage).toBe("child");
  const told = await den.status(id);
  expect(told.json.milestone).toMatchObject({ stage: "child", message: expect.any(String) });
  expect((await den.status(id)).json.milestone).toBeUndefined();
});
