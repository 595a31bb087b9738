// Tests preferences: what a species approves, and what its keeper has tried.
import { expect, test } from "vitest";
import { openDen } from "../../../test/den.ts";
import { houseForFile } from "../../../test/harness.ts";

const house = await houseForFile({ env: { RATE_LIMIT_FACTOR: "1000" } });
const ACTIONS = ["feed", "play", "clean", "medicine", "discipline", "sleep"] as const;

test("preferences list 8 to 12 approved items for each action", async () => {
  const den = await openDen(house);
  const id = await den.hatched({ species_slug: "owl" });
  const answer = await den.call("GET", `/api/house/preferences?id=${id}`);
  expect(answer.json.creature).toEqual({ id, name: "Pip", species: "Owl", family: "exotic" });
  expect(Object.keys(answer.json.preferences)).toEqual(ACTIONS);
  for (const action of ACTIONS) {
    const items: string[] = answer.json.preferences[action];
    expect(items.length).toBeGreaterThanOrEqual(8);
    expect(items.length).toBeLessThanOrEqual(12);
    expect(new Set(items).size).toBe(items.length);
  }
  expect(answer.json.discovered).toEqual({});
  expect(answer.json.note).toContain("Discipline may stay at 0");
});

test("tried items are listed once per action, best first", async () => {
  const den = await openDen(house);
  const id = await den.hatched();
  for (const item of ["old sock", "feather wand", "old sock"]) await den.care("play", id, { item });
  const better =
    "UPDATE discovered_items SET score = 0.7123456789012345, category = 'loved' WHERE item = 'feather wand'";
  await house.app.services.database.adHoc(better);
  const { discovered } = (await den.call("GET", "/api/house/preferences")).json;
  expect(discovered).toEqual({
    play: [
      { item: "feather wand", category: "loved", score: 0.712 },
      { item: "old sock", category: "neutral", score: 0.46 },
    ],
  });
});

test("ITEM-10: an older judge's verdict is hidden until the next try", async () => {
  const den = await openDen(house);
  const id = await den.hatched();
  await den.care("play", id, { item: "old sock" });
  const older = "UPDATE discovered_items SET model = 'none' WHERE creature_id = $1";
  await house.app.services.database.adHoc(older, [id]);
  expect((await den.call("GET", "/api/house/preferences")).json.discovered).toEqual({});
  await den.care("play", id, { item: "old sock" });
  expect((await den.call("GET", "/api/house/preferences")).json.discovered.play).toHaveLength(1);
});

test("without a target, preferences are for the newest living creature", async () => {
  const den = await openDen(house);
  const old = await den.hatched({ species_slug: "fenrir" });
  await den.hatched({ species_slug: "fenrir" });
  await den.advance(30);
  await den.care("feed", old);
  await den.advance(20);
  expect((await den.call("GET", "/api/house/preferences")).json.creature.id).toBe(old);
});

test("preferences remain readable after a death, but not after a release", async () => {
  const den = await openDen(house);
  const id = await den.hatched();
  const gone = await den.hatched();
  await den.call("DELETE", "/api/house/release", { id: gone });
  await den.advance(60);
  const path = `/api/house/preferences?creature_id=${id}`;
  // Reads once before any call has recorded the death, and once afterward.
  for (let count = 0; count < 2; count++) {
    const { status, json } = await den.call("GET", path);
    expect(status).toBe(200);
    expect(json.next_steps.map(({ endpoint }: { endpoint: string }) => endpoint)).not.toContain("/api/house/care");
    await den.status(id);
  }
  expect((await den.call("GET", `/api/house/preferences?creature_id=${gone}`)).status).toBe(404);
});
