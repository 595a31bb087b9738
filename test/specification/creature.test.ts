// Tests adoption, status, and every number of a creature that changes with time against the contract.
import { expect, test } from "vitest";
import { openDen, type Den } from "../den.ts";
import { houseForFile } from "../harness.ts";
import { hatch, plainSpecies } from "./creatures.ts";
import {
  ABSENT,
  FAMILIES,
  INSTANT,
  LIST,
  STATS,
  TEXT,
  UNKNOWN_ID,
  UUID,
  containing,
  entriesWith,
  fieldsOf,
  holds,
  leadsTo,
  near,
  oneOf,
  refuses,
  within,
  type Row,
} from "./rows.ts";

const house = await houseForFile({ env: { RATE_LIMIT_FACTOR: "1000" } });
const HOUR = 3_600_000;
const of = (length: number) => "n".repeat(length);
const adopt = (den: Den, body: object) => den.call("POST", "/api/house/adopt", body);
const keeper = await openDen(house);

test("an adopted egg has the values of the contract", async () => {
  const den = await openDen(house);
  const answer = await adopt(den, { name: "Pip the 2nd_a-b" });
  holds(answer, 201, [
    ["creature.id", UUID],
    ["creature.name", "Pip the 2nd_a-b"],
    ["creature.species", TEXT],
    ["creature.species_key", TEXT],
    ["creature.tier", "common"],
    ["creature.family", oneOf(...FAMILIES)],
    ["creature.stage", "egg"],
    ["creature.age_hours", 0],
    ["creature.hunger", 100],
    ["creature.happiness", 100],
    ["creature.health", 100],
    ["creature.trust", 20],
    ["creature.discipline", 0],
    ["creature.personality", TEXT],
    ["creature.feeding_window_hours", within(3, 24)],
    ["creature.egg_hatches_in_minutes", 0],
    ["soul_prompt", TEXT],
    ["message", TEXT],
    ["milestones", [{ type: "first_adoption", message: TEXT }]],
    ["next_steps", leadsTo("GET", "/api/house/status")],
  ]);
  refuses(await den.care("feed", answer.json.creature.id), 400, "The egg hasn't hatched yet", [
    ["next_steps", leadsTo("GET", "/api/house/status")],
  ]);
  holds(await adopt(den, { name: "Second" }), 201, [["milestones", ABSENT]]);
});

test.each<readonly [what: string, body: object, rows: readonly Row[]]>([
  ["a name of 1 character", { name: "n" }, []],
  ["a name of 50 characters", { name: of(50) }, []],
  ["an image prompt of 500 characters", { name: "Pip", image_prompt: of(500) }, []],
  ["an image URL", { name: "Pip", image_url: "https://example.com/a.png" }, []],
  ["unknown fields", { name: "Pip", color: "red" }, []],
  ...FAMILIES.map(
    (family) =>
      [
        `the family ${family}`,
        { name: "Pip", family },
        [
          ["creature.family", family],
          ["creature.tier", "common"],
        ],
      ] as const,
  ),
  ...(
    [
      "common housecat tabby retriever beagle lab",
      "uncommon maine_coon siamese border_collie husky",
      "rare parrot chameleon axolotl owl tortoise",
      "extreme echo drift mirror phoenix void quantum",
    ] as const
  ).flatMap((line) => {
    const [tier, ...slugs] = line.split(" ");
    return slugs.map((slug): readonly [string, object, readonly Row[]] => [
      `${slug}, which is ${tier}`,
      { name: "Pip", species_slug: slug },
      [
        ["creature.species_key", slug],
        ["creature.tier", tier],
      ],
    ]);
  }),
])("adopt accepts %s", async (_what, body, rows) => {
  const answer = await adopt(await openDen(house), body);
  holds(answer, 201, rows);
});

test.each([
  ["no name", "name", { name: undefined }],
  ["an empty name", "name", { name: "" }],
  ["a name of 51 characters", "name", { name: of(51) }],
  ["a name with invalid characters", "name", { name: "Pip!" }],
  ["a name that is a number", "name", { name: 5 }],
  ["an unknown family", "family", { family: "fish" }],
  ["an image prompt of 501 characters", "image_prompt", { image_prompt: of(501) }],
  ["an image URL that is not https", "image_url", { image_url: "http://example.com/a.png" }],
  ["a slug with invalid characters", "species_slug", { species_slug: "Maine-Coon" }],
  ["a slug of 1 character", "species_slug", { species_slug: "a" }],
  ["a slug of 41 characters", "species_slug", { species_slug: "a".repeat(41) }],
  ["an unknown slug", "species_slug", { species_slug: "no_such_species" }],
])("adopt with %s is rejected and names %s", async (_what, named, fields) => {
  refuses(await adopt(keeper, { name: "Pip", ...fields }), 400, "Invalid adoption data", [
    ["details", containing(named)],
  ]);
});

test("status, care, and history report an empty house", async () => {
  const den = await openDen(house);
  const toAdopt: Row = ["next_steps", leadsTo("POST", "/api/house/adopt")];
  refuses(await den.status(), 404, "No living creatures in your house", [toAdopt]);
  refuses(await den.care("feed"), 404, "No living creature found");
  refuses(await den.call("GET", "/api/house/history"), 404, "No creature found");
});

const CREATURE = ["id", "name", "species", "tier", "family", "stage", "age_hours", ...STATS, "mood", "alive"];
const FEEDING = [
  "personality_traits",
  "feeding_window_hours",
  "next_feeding_window",
  "hours_since_fed",
  "feeding_status",
];

test("the first status hatches the egg and answers with every field", async () => {
  const den = await openDen(house);
  const id = await den.adopt();
  await den.advance(100);
  const answer = await den.status();
  holds(answer, 200, [
    ...fieldsOf("creature", ...CREATURE, ...FEEDING, "death_clock", "care_rhythm", "behavior", "evolution_progress"),
    ["creature.id", id],
    ["creature.stage", "baby"],
    ["creature.alive", true],
    ["creature.age_hours", near(0, 0.1)],
    ["creature.hunger", near(100, 0.2)],
    ["creature.mood", "happy"],
    ["creature.personality_traits", LIST],
    ["creature.behavior", TEXT],
    ["creature.next_feeding_window", INSTANT],
    ["creature.death_clock.dies_at", INSTANT],
    ["creature.death_clock.hours_remaining", near(36, 0.1)],
    ["creature.death_clock.threshold_hours", 36],
    ["creature.death_clock.hours_without_care", near(0, 0.1)],
    ["creature.death_clock.urgency", "safe"],
    ["creature.care_rhythm", { average_hours: 12, death_threshold_hours: 36, decay_multiplier: 1, established: false }],
    ["creature.evolution_progress.consistency_score", 100],
    ["creature.evolution_progress.hint", TEXT],
    ...fieldsOf("creature.evolution_progress", "current_path", "responsiveness_score", "variety_score"),
    ["creature.sleep_info", ABSENT],
    ["milestone", expect.objectContaining({ stage: "baby", message: TEXT })],
    ["other_creatures", ABSENT],
    ["recommended_checkin.at", INSTANT],
    ["recommended_checkin.hours_from_now", within(2.5, 3.75)],
    ["recommended_checkin.reason", TEXT],
    ["recommended_checkin.feeding_window_status", "before_window"],
    ["soul_prompt", TEXT],
    ...fieldsOf(
      "house_activity",
      "creatures_born",
      "creatures_died",
      "care_actions",
      "feedings",
      "reflections",
      "active_agents",
    ),
    ["house_activity.window", "24h"],
  ]);
  const again = await den.status(id);
  holds(again, 200, [
    ["milestone", ABSENT],
    ["creature.death_clock.dies_at", answer.json.creature.death_clock.dies_at],
  ]);
  await den.advance(2);
  holds(await den.status(id), 200, [
    ["creature.hunger", near(100 - 2 * 1.6, 0.2)],
    ["creature.happiness", near(100 - 2 * 0.8)],
    ["creature.hours_since_fed", near(2, 0.1)],
    ["creature.age_hours", near(2, 0.1)],
  ]);
});

test("status finds a creature by id, and lists the others", async () => {
  const { den, id } = await hatch(house);
  const stranger = await (await openDen(house)).hatched();
  const rows: readonly (readonly [query: string, status: number])[] = [
    ["creature_id=abc", 400],
    ["id=abc", 400],
    ["creature_id=", 400],
    [`creature_id=${id}&id=${UNKNOWN_ID}`, 400],
    [`creature_id=${id}&id=${id}`, 200],
    [`id=${id}`, 200],
  ];
  for (const [query, status] of rows)
    holds(await den.call("GET", `/api/house/status?${query}`), status, [["creature.id", status === 200 ? id : ABSENT]]);
  for (const other of [UNKNOWN_ID, stranger]) holds(await den.status(other), 404, [["your_creatures", containing(id)]]);
  const second = await den.hatched();
  holds(await den.status(), 200, [
    ["creature.id", second],
    ["other_creatures.0.id", id],
    ["other_creatures", entriesWith(...CREATURE.filter((name) => !["tier", "family"].includes(name)))],
    ["other_creatures", entriesWith("feeding_status", "hours_since_fed", "next_feeding_window", "death_clock")],
  ]);
});

test.each([
  [{ health: 19.9, hunger: 10 }, "critical"],
  [{ health: 20.5, hunger: 10 }, "sick"],
  [{ health: 39.9, hunger: 10 }, "sick"],
  [{ health: 41, hunger: 29.9 }, "hungry"],
  [{ health: 41, hunger: 30.5, happiness: 60 }, "content"],
  [{ happiness: 81, hunger: 50.9 }, "happy"],
  [{ happiness: 79.9, hunger: 51 }, "content"],
  [{ happiness: 90, hunger: 49.9 }, "content"],
])("a creature with %j has the mood %s", async (stats, mood) => {
  const { den, id } = await hatch(house, { columns: stats });
  const answer = await den.status(id);
  // Housecats are curious in some hours.
  holds(answer, 200, [["creature.mood", mood === "content" ? oneOf("content", "curious") : mood]]);
  if (mood === "critical") holds(answer, 200, [["recommended_checkin.hours_from_now", 0]]);
});

test.each([
  [2.45, "ok", "before_window"],
  [2.55, "due_soon", "in_window"],
  [4.95, "due_soon", "in_window"],
  [5.05, "overdue", "past_window"],
  [7.45, "overdue", "past_window"],
  [7.55, "critical", "past_window"],
])("feeding %d of 5 hours after a meal is %s, %s", async (hours, feeding, window) => {
  const { den, id } = await hatch(house, { hour: 8, hours });
  holds(await den.status(id), 200, [
    ["creature.feeding_status", feeding],
    ["creature.next_feeding_window", feeding === "ok" ? INSTANT : "open now"],
    ["recommended_checkin.feeding_window_status", window],
  ]);
});

test("health falls while feeding is critical", async () => {
  const { den, id } = await hatch(house, { hour: 8, hours: 7.5 });
  holds(await den.status(id), 200, [["creature.health", 100]]);
  await den.advance(4);
  holds(await den.status(id), 200, [["creature.health", near(98)]]);
});

test.each([
  [11.8, "safe"],
  [12, "warning"],
  [24, "warning"],
  [24.3, "critical"],
  [31.9, "critical"],
  [32.2, "imminent"],
])("the death clock after %d of 36 hours is %s", async (hours, urgency) => {
  const { den, id } = await hatch(house, { species: "tortoise", hours });
  holds(await den.status(id), 200, [
    ["creature.death_clock.urgency", urgency],
    ["creature.death_clock.hours_without_care", near(hours, 0.1)],
    ["creature.death_clock.hours_remaining", near(36 - hours, 0.1)],
  ]);
});

test("four care actions establish a rhythm and never bring death closer", async () => {
  const { den, id } = await hatch(house);
  const shown: unknown[] = [];
  let diesAt = 0;
  for (let count = 0; count < 4; count++) {
    await den.care("reflect", id);
    const { care_rhythm: rhythm, death_clock: clock } = (await den.status(id)).json.creature;
    shown.push([rhythm.established, rhythm.average_hours, rhythm.death_threshold_hours, clock.threshold_hours]);
    expect(Date.parse(clock.dies_at)).toBeGreaterThanOrEqual(diesAt);
    diesAt = Date.parse(clock.dies_at);
  }
  expect(shown).toEqual([false, false, false, true].map((established) => [established, 12, 36, 36]));
});

test("the rhythm averages the intervals between care", async () => {
  const { den, id } = await hatch(house, { species: "tortoise" });
  const shown: number[] = [];
  for (let count = 0; count < 5; count++) {
    if (count > 0) await den.advance(2);
    await den.care("reflect", id);
    shown.push((await den.status(id)).json.creature.care_rhythm.average_hours);
  }
  for (const [count, average] of [12, 7, 16 / 3, 4.5, 4].entries()) expect(shown[count]).toBeCloseTo(average, 1);
});

test.each([
  [5, 24],
  [8, 24],
  [10, 30],
  [16, 48],
  [20, 48],
])("a rhythm of %d hours has a threshold of %d", async (average, threshold) => {
  const { den, id } = await hatch(house, { columns: { rhythm_intervals: 3, rhythm_average_hours: average } });
  holds(await den.status(id), 200, [
    ["creature.care_rhythm.established", true],
    ["creature.care_rhythm.death_threshold_hours", threshold],
    ["creature.death_clock.threshold_hours", threshold],
    ["creature.death_clock.hours_remaining", near(threshold, 0.1)],
  ]);
});

test.each([
  [4, 1],
  [6, 1],
  [8, 1.5],
  [12, 2.5],
  [16, 4],
  [20, 4],
])("%d hours after care at rhythm 4, decay is multiplied by %d", async (hours, multiplier) => {
  const { den, id } = await hatch(house, { columns: { rhythm_intervals: 3, rhythm_average_hours: 4 } });
  await den.advance(hours);
  holds(await den.status(id), 200, [["creature.care_rhythm.decay_multiplier", near(multiplier, 0.05)]]);
});

test("decay is not multiplied before a rhythm is established", async () => {
  const { den, id } = await hatch(house, { columns: { rhythm_intervals: 2, rhythm_average_hours: 4 } });
  await den.advance(20);
  holds(await den.status(id), 200, [["creature.care_rhythm.decay_multiplier", 1]]);
});

test("a social creature decays faster after 3 hours unchecked", async () => {
  const social = await plainSpecies(house, ({ innate_traits: traits }) => traits.includes("social"));
  const { den, id } = await hatch(house, { species: social.slug, hour: 8, hours: 5 });
  holds(await den.status(id), 200, [["creature.hunger", near(100 - 6 * social.hunger_decay_per_hour, 0.3)]]);
});

test("a sleeping creature refuses care and decays by half", async () => {
  const den = await openDen(house, { hour: 21 });
  const ids = await den.adoptMany(4);
  await den.status();
  // 72 seconds into each hour, so that a creature falls asleep or wakes only between checks.
  await den.advanceTo(Math.ceil(den.now() / HOUR) * HOUR + 72_000);
  const hunger = new Map<string, { value: number; asleep: boolean }>();
  let slept = 0;
  let refused = false;
  for (let hour = 22; hour < 32; hour++) {
    for (const id of ids) {
      const answer = await den.status(id);
      const { creature } = answer.json;
      const asleep = creature.mood === "sleeping";
      const before = hunger.get(id);
      if (before !== undefined)
        expect.soft(before.value - creature.hunger, `hour ${hour}`).toEqual(near(before.asleep ? 0.8 : 1.6, 0.2));
      hunger.set(id, { value: creature.hunger, asleep });
      if (!asleep) continue;
      slept++;
      expect.soft(hour, "an hour of the night").toBeLessThan(30);
      const sleep = { sleeping: true, sleep_window_end: "06:00", timezone_used: expect.stringMatching(/^Etc\//) };
      holds(answer, 200, [["creature.sleep_info", expect.objectContaining(sleep)]]);
      if (refused) continue;
      refused = true;
      for (const action of ["feed", "play", "clean", "medicine", "discipline", "sleep"]) {
        holds(await den.care(action, id), 200, [
          ["action_result.success", false],
          ["action_result.effectiveness", "wasted"],
          ["action_result.message", TEXT],
          ["sleep_info", expect.objectContaining(sleep)],
          ["next_steps", LIST],
        ]);
      }
      const { json } = await den.status(id);
      expect(json.creature.death_clock.dies_at).toBe(creature.death_clock.dies_at);
      expect((await den.call("GET", `/api/house/history?creature_id=${id}`)).json.care_log).toEqual([]);
    }
    await den.advance(1);
  }
  expect(slept).toEqual(within(2, 24));
});

test("a sleeping creature accepts reflection", async () => {
  const den = await openDen(house, { hour: 23 });
  for (let hour = 0; hour < 6; hour++) {
    for (const id of hour === 0 ? await den.adoptMany(8) : []) await den.status(id);
    const { creature, other_creatures: others } = (await den.status()).json;
    const sleeper = [creature, ...others].find(({ mood }) => mood === "sleeping");
    if (sleeper !== undefined) {
      holds(await den.care("reflect", sleeper.id), 200, [["action_result.success", true]]);
      return;
    }
    await den.advance(1);
  }
  throw new Error("no creature slept");
});
