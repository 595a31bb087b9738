// Raises an egg to an adult by following only the advice, then tries what an adult unlocks.
import { expect, test } from "vitest";
import { follow, openDen } from "../den.ts";
import { houseForFile } from "../harness.ts";
import { comparable, replay } from "../lives/replay.ts";

const house = await houseForFile({ env: { RATE_LIMIT_FACTOR: "1000" } });

test("the advice raises an egg to a high_care adult in 120 h", async () => {
  const den = await openDen(house);
  const adopted = await den.call("POST", "/api/house/adopt", { name: "Pip", species_slug: "housecat" });
  expect(adopted.json.creature).toMatchObject({
    stage: "egg",
    age_hours: 0,
    hunger: 100,
    happiness: 100,
    health: 100,
    trust: 20,
    discipline: 0,
    egg_hatches_in_minutes: 0,
  });
  expect(adopted.json.milestones.map(({ type }: { type: string }) => type)).toEqual(["first_adoption"]);
  const { id } = adopted.json.creature;

  const { timings, seen } = await follow(den, id, 120);
  expect(timings.length).toBeGreaterThan(20);
  expect(new Set(timings)).toEqual(new Set(["on_time"]));

  const told = seen.flatMap(({ json }) => (json.milestone === undefined ? [] : [json.milestone.stage]));
  expect(told).toEqual(["baby", "child", "teen", "adult"]);
  for (const { json } of seen) {
    if (json.milestone !== undefined) expect(json.creature.stage).toBe(json.milestone.stage);
  }
  const { creature } = seen.at(-1)?.json ?? {};
  expect(creature).toMatchObject({
    stage: "adult",
    alive: true,
    evolution_progress: { current_path: "high_care", form: "Hearthcat", consistency_score: 100 },
  });
  expect(creature.evolution_progress.hint).toBeUndefined();

  const history = await den.call("GET", `/api/house/history?creature_id=${id}&limit=500`);
  const grown = history.json.evolution_history;
  const born = Date.parse(grown.became_baby);
  const agesAtStages = [grown.became_child, grown.became_teen, grown.became_adult].map(
    (at) => (Date.parse(at) - born) / 3_600_000,
  );
  expect(agesAtStages).toEqual([24, 72, 120]);
  expect(grown).toMatchObject({ evolution_path: "high_care", trending_toward: "high_care" });
  expect(history.json.stats).toMatchObject({ total_feedings: timings.length, missed_feedings: 0 });
  expect(history.json.care_log).toHaveLength(history.json.stats.total_care_actions);

  const life = await replay(house.app.services.database, den.id, id);
  const [stored, replayed] = comparable(life);
  expect(replayed).toEqual(stored);

  const next = await den.call("POST", "/api/house/adopt", { name: "Second" });
  expect(next.json.creature.tier).toBe("uncommon");
  expect(next.json.milestones.map(({ type }: { type: string }) => type)).toEqual(["tier_unlocked:uncommon"]);
  const third = await den.call("POST", "/api/house/adopt", { name: "Third" });
  expect(third.json.milestones).toBeUndefined();
});

test("notes add no headings or rows to the history document", async () => {
  const den = await openDen(house);
  const id = await den.hatched();
  await den.advance(3);
  await den.care("feed", id, { notes: "| fake | row |\n# not a heading" });
  const document = await den.call("GET", `/api/house/history?format=markdown&creature_id=${id}`);
  expect(document.status).toBe(200);
  expect(document.headers["content-type"]).toMatch(/^text\/markdown/);
  for (const part of ["# Pip", "## Timeline", "- Adopted: ", "- Hatched: ", "| feedings | 1 |", "## Log", "| feed |"]) {
    expect(document.text).toContain(part);
  }
  expect(document.text).not.toContain("\n# not a heading");
  expect(document.text).not.toContain("| fake |");
});
