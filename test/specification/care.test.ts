// Tests care against the contract: the effect of each action, the timing of meals, and the mechanics of species.
import { expect, test } from "vitest";
import { HOUR_MS } from "@denkeeper/rules/time/durations.ts";
import { until } from "../processes/own-redis.ts";
import { houseForFile } from "../harness.ts";
import { hatch, plainSpecies, type HatchedCreature, type StartingState } from "./creatures.ts";
import {
  ABSENT,
  ACTIONS,
  INSTANT,
  LIST,
  NUMBER,
  STATS,
  TEXT,
  UNKNOWN_ID,
  UUID,
  containing,
  entriesWith,
  fieldsOf,
  holds,
  movedBy,
  near,
  oneOf,
  setColumns,
  refuses,
} from "./rows.ts";

const house = await houseForFile({ env: { ITEM_MODEL: "similarity", RATE_LIMIT_FACTOR: "1000" } });
const HALF = { hunger: 40, happiness: 40, health: 40, trust: 60, discipline: 40 };

/** Hatches a creature whose stats, by default, leave room for every effect of care. */
function kept(state: StartingState = {}): Promise<HatchedCreature> {
  return hatch(house, { columns: HALF, ...state });
}

/** Gives an item repeatedly until the model is loaded and judges it. */
async function give({ den, id }: HatchedCreature, action: string, item: string) {
  let answer = await den.care(action, id, { item });
  await until(async () => {
    if (answer.json.action_result.item_result.category !== null) return true;
    await setColumns(house, id, HALF);
    answer = await den.care(action, id, { item });
    return false;
  });
  return answer;
}

const TABLE = [
  ["feed", { hunger: 50 }, { hunger: 60, happiness: 8 }, { health: -15 }],
  ["play", { happiness: 15 }, { happiness: 20, health: 5 }, { happiness: -10, health: -5 }],
  ["clean", { health: 10 }, { health: 15, happiness: 8 }, { health: -10 }],
  ["medicine", { health: 25 }, { health: 30, trust: 4 }, { health: -20 }],
  [
    "discipline",
    { discipline: 10, happiness: -5, trust: -1 },
    { discipline: 12, happiness: -2 },
    { happiness: -15, health: -10 },
  ],
  ["sleep", { health: 5 }, { health: 8, happiness: 3 }, { health: -5 }],
  ["reflect", { trust: 2 }, null, null],
] as const;

test.each(TABLE)("%s moves stats as the table states", async (action, plain, loved, harmful) => {
  // Three hours after the last meal, another is on time and counts in full.
  const hours = 3;
  const one = await kept({ hours });
  expect(movedBy(await one.den.care(action, one.id))).toEqual(plain);
  if (loved === null) return;
  const { preferences } = (await one.den.call("GET", "/api/house/preferences")).json;
  const fond = await kept({ hours, columns: { ...HALF, hunger: 30 } });
  const given = await give(fond, action, preferences[action][0]);
  holds(given, 200, [
    ["action_result.item_result.category", "loved"],
    ["action_result.item_result.score", expect.toSatisfy((score) => score >= 0.6)],
  ]);
  expect.soft(movedBy(given), "loved").toEqual(loved);
  const hurt = await kept({ hours });
  const harmed = await give(hurt, action, "rat poison");
  holds(harmed, 200, [["action_result.item_result.category", "harmful"]]);
  expect.soft(movedBy(harmed), "harmful").toEqual(harmful);
});

const categoryOf = (score: number) =>
  [["loved", 0.6] as const, ["liked", 0.5] as const, ["neutral", 0.42] as const, ["disliked", 0.33] as const].find(
    ([, from]) => score >= from,
  )?.[0] ?? "harmful";

test("an item's score determines its category", async () => {
  const one = await kept();
  const categories = new Set<string>();
  for (const item of [
    "toy mouse",
    "feather",
    "newspaper",
    "a walk",
    "homework",
    "tax form",
    "a brick",
    "broken glass",
  ]) {
    await setColumns(house, one.id, HALF);
    const { item_result: result } = (await give(one, "play", item)).json.action_result;
    expect.soft(result, item).toMatchObject({ item, category: categoryOf(result.score), message: TEXT });
    categories.add(result.category);
  }
  expect(categories.size).toBeGreaterThanOrEqual(4);
  const { json } = await one.den.call("GET", "/api/house/preferences");
  const scores = json.discovered.play.map(({ score }: { score: number }) => score);
  expect(scores).toEqual(scores.toSorted((a: number, b: number) => b - a));
  expect(json.discovered.play).toEqual(entriesWith("item", "category", "score"));
});

// The feeding window is 5 hours.
const TIMINGS = [
  [1.2, "early", { hunger: 10, happiness: -2 }, 0],
  [1.3, "early", { hunger: 30 }, 0],
  [2.45, "early", { hunger: 30 }, 0],
  [2.55, "on_time", { hunger: 50 }, 0],
  [4.95, "on_time", { hunger: 50 }, 0],
  [5.05, "late", { hunger: 50, trust: -0.5 }, -5],
  [7.45, "late", { hunger: 50, trust: -0.5 }, -5],
  [7.55, "missed_window", { hunger: 50, health: -3, trust: -1 }, -10],
] as const;

test.each(TIMINGS)("a meal after %d of 5 hours is %s", async (hours, timing, moved, consistency) => {
  const { den, id } = await kept({ hour: 7, hours });
  const answer = await den.care("feed", id);
  holds(answer, 200, [["action_result.timing", timing]]);
  expect.soft(movedBy(answer)).toEqual(moved);
  holds(await den.status(id), 200, [
    ["creature.evolution_progress.consistency_score", near(100 + consistency)],
    ["creature.hours_since_fed", near(0, 0.05)],
  ]);
});

test.each([
  [1, 0],
  [2, 0],
  [3, 1.5],
  [4, 2],
  [5, 2.5],
  [9, 4.5],
  [10, 5],
  [15, 5],
])("on-time meal %d in a row adds %d trust", async (streak, trust) => {
  const { den, id } = await kept({ hours: 3, columns: { ...HALF, streak: streak - 1 } });
  expect(movedBy(await den.care("feed", id))["trust"] ?? 0).toBe(trust);
});

test.each([
  ["early", 2],
  ["late", 6],
  ["missed", 8],
])("a meal that is %s ends the streak", async (_timing, hours) => {
  const { den, id } = await kept({ hour: 7, hours, columns: { ...HALF, streak: 9 } });
  await den.care("feed", id);
  await den.advance(3);
  await setColumns(house, id, { hunger: 40 });
  expect(movedBy(await den.care("feed", id))).toEqual({ hunger: 50 });
});

test.each([
  ["medicine", { health: 60 }, "effective", ABSENT],
  ["medicine", { health: 90 }, "reduced", TEXT],
  ["medicine", { health: 100 }, "wasted", TEXT],
  ["play", { happiness: 70 }, "effective", ABSENT],
  ["play", { happiness: 95 }, "reduced", TEXT],
  ["reflect", { trust: 100 }, "wasted", TEXT],
])("%s at %j is rated %s", async (action, stats, effectiveness, tip) => {
  const { den, id } = await kept({ columns: { ...HALF, ...stats } });
  holds(await den.care(action, id), 200, [
    ["action_result.success", true],
    ["action_result.effectiveness", effectiveness],
    ["action_result.tip", tip],
  ]);
});

test.each([
  ["instant", 4],
  ["fast", 3],
  ["medium", 2],
  ["slow", 1],
])("trust speed %s makes a reflection add %d trust", async (speed, trust) => {
  const { slug } = await plainSpecies(house, (species) => species.trust_speed === speed);
  const { den, id } = await kept({ species: slug });
  expect(movedBy(await den.care("reflect", id))).toEqual({ trust });
});

// Every creature is in the middle of its feeding window.
const MECHANICS = [
  ["persian", "clean", { health: 30 }, 12],
  ["persian", "feed", { hunger: 25 }, 12],
  ["persian", "play", { happiness: 7.5 }, 12],
  ["bengal", "feed", { hunger: 25 }, 12],
  ["border_collie", "play", {}, 12],
  ["chonk", "feed", { hunger: 90 }, 12],
  ["chonk", "play", { happiness: 7.5 }, 12],
  ["chonk", "clean", { health: 5 }, 12],
  ["chonk", "medicine", { health: 12.5 }, 12],
  ["owl", "play", { happiness: 7.5 }, 12],
  ["kinkajou", "play", { happiness: 7.5 }, 12],
  ["owl", "play", { happiness: 30 }, 3],
  ["kinkajou", "play", { happiness: 30 }, 3],
  ["robot", "reflect", { trust: 3 }, 12],
] as const;

/** Hatches a creature that is awake, 60 % of its feeding window after its last meal. */
async function hungry(species: string, hour: number): Promise<HatchedCreature> {
  for (let tries = 0; tries < 30; tries++) {
    const { json } = await house.call("GET", `/api/house/species/${species}`);
    const fed = Math.round(0.6 * json.species.feeding_window_hours * HOUR_MS);
    const one = await kept({ species, hour });
    const now = one.den.now();
    await setColumns(house, one.id, { ...HALF, hunger: 10, as_of: now, last_fed_at: now - fed, feeding_ms: fed });
    if ((await one.den.status(one.id)).json.creature.mood !== "sleeping") return one;
  }
  throw new Error(`no ${species} is awake`);
}

test.each(MECHANICS)("for a %s, %s changes the stats by %j", async (species, action, moved, hour) => {
  const { den, id } = await hungry(species, hour);
  const answer = await den.care(action, id);
  holds(answer, 200, [["action_result.success", true]]);
  expect(movedBy(answer)).toEqual(moved);
});

test("a bengal benefits fully from food after play", async () => {
  const { den, id } = await hungry("bengal", 12);
  await den.care("play", id);
  expect(movedBy(await den.care("feed", id))).toMatchObject({ hunger: 50 });
});

test("play with a task is effective for a border collie", async () => {
  const { den, id } = await hungry("border_collie", 12);
  for (const item of ["puzzle", "training"])
    holds(await den.care("play", id, { item }), 200, [["action_result.effectiveness", "effective"]]);
});

test("a jackrabbit eats only if it has played since its last meal", async () => {
  const { den, id } = await hungry("jackrabbit", 12);
  const refused = [["action_result.success", false] as const, ["action_result.effectiveness", "wasted"] as const];
  holds(await den.care("feed", id), 200, [...refused, ["action_result.message", TEXT]]);
  holds(await den.care("play", id), 200, [["action_result.success", true]]);
  holds(await den.care("feed", id), 200, [["action_result.success", true]]);
  holds(await den.care("feed", id), 200, refused);
});

test.each([
  [1.1, -1],
  [1.6, -2],
])("a meal after %d windows changes the trust of a robot by %d", async (windows, trust) => {
  const { json } = await house.call("GET", "/api/house/species/robot");
  const window = json.species.feeding_window_hours;
  const { den, id } = await kept({ species: "robot", hour: 6, hours: windows * window });
  expect(movedBy(await den.care("feed", id))["trust"]).toBe(trust);
});

test.each([
  ["hedgehog", 49, []],
  ["hedgehog", 51, ["hunger"]],
  ["hedgehog", 89, ["hunger"]],
  ["hedgehog", 91, STATS],
  ["pangolin", 39, []],
  ["pangolin", 41, STATS],
])("a %s at trust %d shows the stats %j", async (species, trust, shown) => {
  const { den, id } = await kept({ species, columns: { ...HALF, trust } });
  const { creature } = (await den.status(id)).json;
  expect(STATS.filter((stat) => creature[stat] !== null)).toEqual(shown);
});

test.each([
  ["clean", 39, false],
  ["reflect", 39, true],
  ["clean", 41, true],
])("a pangolin accepts %s at trust %d: %s", async (action, trust, success) => {
  const { den, id } = await kept({ species: "pangolin", columns: { ...HALF, trust } });
  holds(await den.care(action, id), 200, [["action_result.success", success]]);
});

test("a void never shows more than 50", async () => {
  const columns = { hunger: 100, happiness: 100, health: 100, trust: 100, discipline: 100 };
  const { den, id } = await kept({ species: "void", columns });
  const shown = STATS.map((stat) => [`creature.${stat}`, near(50)] as const);
  holds(await den.status(id), 200, shown);
  holds(await den.care("reflect", id), 200, shown);
});

test("a care answer contains every field", async () => {
  const { den, id } = await kept();
  const answer = await den.care("play", undefined, { notes: 'sang; <i>"quote"</i>', item: "toy mouse" });
  holds(answer, 200, [
    ["creature.id", id],
    ...fieldsOf("creature", "name", "species", "stage", ...STATS, "mood", "alive"),
    ["action_result.action", "play"],
    ["action_result.success", true],
    ...STATS.map((stat) => [`action_result.changes.${stat}`, { before: NUMBER, after: NUMBER }] as const),
    ["action_result.effectiveness", oneOf("effective", "reduced", "wasted")],
    ["action_result.timing", null],
    ["action_result.message", TEXT],
    ["action_result.care_log_entry_id", UUID],
    ...fieldsOf("action_result.item_result", "item", "category", "score", "message"),
    ["soul_prompt", TEXT],
    ["house_activity.window", "24h"],
    ["next_steps", LIST],
  ]);
  for (let count = 0; count < 6; count++)
    holds(await den.care("clean", id), 200, [["action_result.item_result", ABSENT]]);
  const { json } = await den.call("POST", "/api/house/care", { action: "reflect", id });
  expect(json.your_recent).toEqual(entriesWith("action", "item", "notes", "timing", "ago"));
  expect([3, 4, 5]).toContain(json.your_recent.length);
  const log = await den.call("GET", "/api/house/history");
  expect(log.json.care_log).toHaveLength(8);
  holds(log, 200, [
    ["care_log.7.notes", 'sang; <i>"quote"</i>'],
    ["care_log.0.timestamp", INSTANT],
  ]);
});

const one = await kept();

test.each([["tickle"], [undefined], [7]])("the action %j is rejected with a list of all seven", async (action) => {
  refuses(await one.den.call("POST", "/api/house/care", { action, creature_id: one.id }), 400, "Invalid care action", [
    ["suggestion", containing(...ACTIONS)],
  ]);
});

test.each([
  ["an empty item", "item", { item: "" }],
  ["an item of 101 characters", "item", { item: "i".repeat(101) }],
  ["an item that is a number", "item", { item: 3 }],
  ["an item for reflection", "item", { action: "reflect", item: "toy mouse" }],
  ["notes of 1001 characters", "notes", { notes: "n".repeat(1001) }],
  ["notes that are not text", "notes", { notes: {} }],
  ["an invalid id", "creature_id", { creature_id: "mine" }],
  ["two different ids", "id", { id: UNKNOWN_ID }],
])("care with %s is rejected and names %s", async (_what, named, body) => {
  holds(await one.den.care("play", one.id, body), 400, [["details", containing(named)]]);
});

test.each([
  ["item", "i".repeat(100)],
  ["notes", "n".repeat(1000)],
])("the longest %s is accepted", async (field, text) => {
  holds(await one.den.care("clean", one.id, { [field]: text }), 200);
});

test("care without an id is rejected in a house of several creatures", async () => {
  const { den, id } = await kept();
  refuses(await den.care("feed", UNKNOWN_ID), 404, "No living creature found");
  const second = await den.hatched();
  holds(await den.care("feed"), 400, [
    ["your_creatures", containing(id, second)],
    ["your_creatures", entriesWith("id", "name", "species", "stage")],
  ]);
  holds(await den.care("reflect", second), 200, [["creature.id", second]]);
});

test.each([
  ["trust", 50],
  ["trust", 75],
  ["trust", 90],
  ["happiness", 50],
  ["happiness", 80],
  ["happiness", 100],
  ["discipline", 25],
  ["discipline", 50],
  ["discipline", 75],
] as const)("the milestone of %s at %d is reported once", async (stat, threshold) => {
  const action = { trust: "reflect", happiness: "play", discipline: "discipline" }[stat];
  const { den, id } = await kept({ columns: { ...HALF, [stat]: threshold - 1 } });
  const milestone = { type: `${stat}_milestone`, threshold };
  holds(await den.care(action, id), 200, [
    ["milestones", expect.arrayContaining([expect.objectContaining(milestone)])],
  ]);
  await setColumns(house, id, { [stat]: threshold - 1 });
  const { milestones = [] } = (await den.care(action, id)).json;
  expect(milestones).not.toContainEqual(expect.objectContaining(milestone));
});

test.each([10, 25, 50, 100])("a streak of %d on-time meals is reported", async (streak) => {
  const { den, id } = await kept({ hours: 3, columns: { ...HALF, streak: streak - 1 } });
  const milestone = expect.objectContaining({ type: "care_streak", threshold: streak });
  holds(await den.care("feed", id), 200, [["milestones", expect.arrayContaining([milestone])]]);
});

test.each([true, false])("health of 80 is a milestone only after a critical state: %s", async (critical) => {
  const { den, id } = await kept({ columns: { ...HALF, health: 70, was_critical: critical } });
  const milestone = expect.arrayContaining([expect.objectContaining({ type: "health_milestone", threshold: 80 })]);
  holds(await den.care("medicine", id), 200, [["milestones", critical ? milestone : ABSENT]]);
});

test("answers show others' recent care, with notes of reflections", async () => {
  const reflect = { action: "reflect", notes: "a quiet hour" };
  const others = await Promise.all([1, 2, 3].map(() => house.register()));
  const reader = await house.register();
  for (const { call } of [...others, reader]) {
    await call("POST", "/api/house/adopt", { name: "Pip", family: "cat" });
    await call("GET", "/api/house/status");
    await call("POST", "/api/house/care", reflect);
  }
  await until(async () => {
    const { others: shown = [] } = (await reader.call("POST", "/api/house/care", reflect)).json;
    const reflected = shown.filter(({ agent }: { agent: string }) => others.some(({ username }) => username === agent));
    if (reflected.length < 2) return false;
    expect(shown.length).toBeLessThanOrEqual(5);
    expect(shown).toEqual(entriesWith("agent", "creature", "species", "action", "ago"));
    expect(reflected).toEqual(entriesWith("notes"));
    expect(shown).not.toContainEqual(expect.objectContaining({ agent: reader.username }));
    return true;
  });
});
