// Tests care over HTTP: its effects, timing, items, and refusals.
import { expect, test } from "vitest";
import { openDen } from "../../../test/den.ts";
import { houseForFile } from "../../../test/harness.ts";

const house = await houseForFile({ env: { RATE_LIMIT_FACTOR: "1000" } });
const HALF =
  "UPDATE creatures SET hunger = 40, happiness = 40, health = 40, trust = 40, discipline = 40 WHERE creature_id = $1";

/** Hatches a creature and sets each of its stats to 40. */
async function halfWay(species = "housecat", hour = 9) {
  const den = await openDen(house, { hour });
  const id = await den.hatched({ species_slug: species });
  await house.app.services.database.adHoc(HALF, [id]);
  return { den, id };
}

interface Change {
  readonly before: number;
  readonly after: number;
}

test.each([
  ["play", { happiness: 15 }],
  ["clean", { health: 10 }],
  ["medicine", { health: 25 }],
  ["discipline", { discipline: 10, happiness: -5, trust: -1 }],
  ["sleep", { health: 5 }],
  ["reflect", { trust: 2 }],
])("%s changes stats by the documented amounts", async (action, expected) => {
  const { den, id } = await halfWay();
  const { action_result: result } = (await den.care(action, id)).json;
  expect(result).toMatchObject({ action, success: true, effectiveness: "effective", timing: null });
  const changes: [string, Change][] = Object.entries(result.changes);
  const moved = changes
    .map(([stat, { before, after }]) => [stat, Math.round(10 * (after - before)) / 10] as const)
    .filter(([, by]) => by !== 0);
  expect(Object.fromEntries(moved)).toEqual(expected);
  expect(result.care_log_entry_id).toMatch(/^[\da-f-]{36}$/);
});

test.each([
  [0.5, "early", 10, "reduced"],
  [2, "early", 30, "reduced"],
  [3, "on_time", 50, "effective"],
  [6, "late", 50, "effective"],
  [8, "missed_window", 50, "effective"],
])("feeding after %d h in a 5-hour window counts as %s", async (hours, timing, gain, effectiveness) => {
  const den = await openDen(house, { hour: 7 });
  const id = await den.hatched({ species_slug: "housecat" });
  await den.advance(hours);
  await house.app.services.database.adHoc("UPDATE creatures SET hunger = hunger - 70 WHERE creature_id = $1", [id]);
  const { action_result: result } = (await den.care("feed", id)).json;
  expect(result).toMatchObject({ timing, effectiveness });
  expect(result.changes.hunger.after - result.changes.hunger.before).toBeCloseTo(gain, 0);
  expect("tip" in result).toBe(effectiveness !== "effective");
});

test("care for a full stat succeeds but is wasted, with a tip", async () => {
  const den = await openDen(house);
  await den.hatched();
  const { action_result: result } = (await den.care("medicine")).json;
  expect(result).toMatchObject({ success: true, effectiveness: "wasted", tip: expect.any(String) });
  expect(result.care_log_entry_id).not.toBeNull();
});

test("a jackrabbit eats only after play, and a border collie needs tasks", async () => {
  const rabbit = await halfWay("jackrabbit");
  const refused = (await rabbit.den.care("feed", rabbit.id)).json;
  expect(refused.action_result).toMatchObject({ success: false, effectiveness: "wasted" });
  expect(refused.sleep_info).toBeUndefined();
  await rabbit.den.care("play", rabbit.id);
  expect((await rabbit.den.care("feed", rabbit.id)).json.action_result.success).toBe(true);

  const collie = await halfWay("border_collie");
  const idle = (await collie.den.care("play", collie.id)).json.action_result;
  expect(idle).toMatchObject({ success: true, effectiveness: "wasted" });
  const busy = (await collie.den.care("play", collie.id, { item: "puzzle box" })).json.action_result;
  expect(busy.effectiveness).toBe("effective");
});

test("a judged item is returned and listed among the discovered items", async () => {
  const { den, id } = await halfWay();
  const { action_result: result } = (await den.care("play", id, { item: "feather wand" })).json;
  expect(result.item_result).toMatchObject({ item: "feather wand", category: "neutral", score: 0.46 });
  const { discovered } = (await den.call("GET", "/api/house/preferences")).json;
  expect(discovered).toEqual({ play: [{ item: "feather wand", category: "neutral", score: 0.46 }] });
  for (const item of ["", " ", "x".repeat(101), 5, "\u0007"]) {
    expect((await den.care("play", id, { item })).status, JSON.stringify(item)).toBe(400);
  }
});

test("your_recent lists the last five actions with cleaned notes, newest first", async () => {
  const { den, id } = await halfWay();
  const actions = ["play", "clean", "medicine", "reflect", "sleep", "discipline"];
  for (const action of actions) await den.care(action, id, { notes: `\u202eafter\u0000 ${action}\n` });
  const { your_recent: recent } = (await den.care("reflect", id)).json;
  expect(recent).toHaveLength(5);
  expect(recent.map(({ action }: { action: string }) => action)).toEqual([
    "reflect",
    "discipline",
    "sleep",
    "reflect",
    "medicine",
  ]);
  expect(recent[1]).toMatchObject({ notes: "after discipline\n", item: null, timing: null, ago: "just now" });
});

test("refused care logs nothing, moves no clock, and frees its Idempotency-Key", async () => {
  const { den, id } = await halfWay("jackrabbit");
  const before = (await den.status(id)).json.creature.death_clock.dies_at;
  const headers = { "idempotency-key": "try" };
  const refused = await den.call("POST", "/api/house/care", { action: "feed", creature_id: id }, headers);
  expect(refused.json.action_result.success).toBe(false);
  expect((await den.status(id)).json.creature.death_clock.dies_at).toBe(before);
  expect((await den.call("GET", "/api/house/history")).json.care_log).toEqual([]);
  await den.care("play", id);
  const again = await den.call("POST", "/api/house/care", { action: "feed", creature_id: id }, headers);
  expect(again.json.action_result.success).toBe(true);
});
