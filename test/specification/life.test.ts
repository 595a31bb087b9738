// Tests stages, forms, death, resurrection, release and history against the contract.
import { HOUR_MS } from "@denkeeper/rules/time/durations.ts";
import { expect, test } from "vitest";
import { follow, openDen, type Den } from "../den.ts";
import { houseForFile, type Answer } from "../harness.ts";
import { hatch } from "./creatures.ts";
import { CHECKOUT_ENV } from "../payers/checkout.ts";
import { buyCredits } from "../payers/credits.ts";
import {
  ABSENT,
  ACTIONS,
  FAMILIES,
  INSTANT,
  LIST,
  STONE,
  TEXT,
  UNKNOWN_ID,
  containing,
  entriesWith,
  fieldsOf,
  holds,
  leadsTo,
  near,
  oneOf,
  setColumns,
  refuses,
  strangerTo,
  type Columns,
  type Row,
} from "./rows.ts";

const house = await houseForFile({ env: { ...CHECKOUT_ENV, RATE_LIMIT_FACTOR: "1000" } });
const { database } = house.app.services;
const STAGES = [
  ["baby", 24, "child"],
  ["child", 72, "teen"],
  ["teen", 120, "adult"],
] as const;
const FORMS = {
  high_care: ["Hearthcat", "Sunpup", "Bonded", "Lumen"],
  balanced: ["Straycat", "Traildog", "Wanderer", "Signal"],
  low_care: ["Ceilingcat", "Ghostdog", "Phantom", "Static"],
  rescue: ["Scarcat", "Threelegs", "Mender", "Patchwork"],
} as const;
const SPECIES = ["housecat", "retriever", "parrot", "echo"] as const;

/** Returns the columns of a creature that has reached the stages before an age in hours. */
function columnsBefore(age: number, hatchedAt: number): Columns {
  const reached = STAGES.filter(([, hours]) => hours < age);
  const instants = reached.map(([, hours, stage]) => [`${stage}_at`, hatchedAt + hours * HOUR_MS] as const);
  const stage = reached.at(-1)?.[2] ?? "baby";
  return { hatched_at: hatchedAt, baby_at: hatchedAt, stage, seen_stage: stage, ...Object.fromEntries(instants) };
}

/** Hatches a creature that will be `age` hours old in 72 seconds and is not adult. */
async function agedAlmost(den: Den, age: number, species: string, columns: Columns = {}): Promise<string> {
  const id = await den.hatched({ species_slug: species });
  const hatchedAt = Math.round(den.now() - (age - 0.02) * HOUR_MS);
  await setColumns(house, id, { ...columnsBefore(Math.min(age, 120), hatchedAt), ...columns });
  return id;
}

test.each(STAGES)("the %s stage ends at %d hours and %s begins", async (before, hours, after) => {
  const den = await openDen(house);
  const id = await agedAlmost(den, hours, "housecat");
  holds(await den.status(id), 200, [
    ["creature.stage", before],
    ["milestone", ABSENT],
  ]);
  await den.advance(0.04);
  holds(await den.status(id), 200, [
    ["creature.stage", after],
    ["milestone", expect.objectContaining({ stage: after, message: TEXT })],
    ["creature.evolution_progress.hint", after === "adult" ? ABSENT : TEXT],
  ]);
  holds(await den.status(id), 200, [["milestone", ABSENT]]);
  const { evolution_history: history } = (await den.call("GET", `/api/house/history?creature_id=${id}`)).json;
  expect(Date.parse(history[`became_${after}`]) - Date.parse(history.egg_hatched)).toBe(hours * HOUR_MS);
});

const PATHS: readonly (readonly [consistency: number, rescued: boolean, path: keyof typeof FORMS])[] = [
  [100, false, "high_care"],
  [90, false, "high_care"],
  [89.9, false, "balanced"],
  [50, false, "balanced"],
  [49.9, false, "low_care"],
  [100, true, "rescue"],
  [20, true, "rescue"],
];

test.each(PATHS)("consistency %d, rescued %s, leads to the path %s", async (consistency, rescued, path) => {
  // With a consistency below 50, a creature becomes an adult at 168 hours.
  const age = consistency < 50 ? 168 : 120;
  const den = await openDen(house);
  const ids: string[] = [];
  for (const species of SPECIES) ids.push(await agedAlmost(den, age, species, { consistency, rescued }));
  await den.advance(0.04);
  for (const [index, id] of ids.entries()) {
    holds(await den.status(id), 200, [
      ["creature.stage", "adult"],
      ["creature.evolution_progress.current_path", path],
      ["creature.evolution_progress.form", FORMS[path][index]],
    ]);
  }
});

test("a keeper who follows the advice raises a high_care adult", async () => {
  const den = await openDen(house);
  const id = await den.adopt();
  const { timings, seen } = await follow(den, id, 120);
  expect(new Set(timings)).toEqual(new Set(["on_time"]));
  for (const { json } of seen) {
    const { creature, recommended_checkin: checkin } = json;
    const through = (checkin.hours_from_now + creature.hours_since_fed) / creature.feeding_window_hours;
    expect(through, JSON.stringify(checkin)).toBeGreaterThan(0.49);
    expect(
      Math.abs(
        Date.parse(checkin.at) -
          Date.parse(creature.death_clock.dies_at) +
          (creature.death_clock.hours_remaining - checkin.hours_from_now) * HOUR_MS,
      ),
    ).toBeLessThan(90_000);
  }
  holds(await den.status(id), 200, [
    ["creature.stage", "adult"],
    ["creature.evolution_progress.current_path", "high_care"],
  ]);
  const history = await den.call("GET", `/api/house/history?creature_id=${id}&limit=500`);
  holds(history, 200, [
    ["stats.total_feedings", timings.length],
    ["stats.missed_feedings", 0],
    ["stats.total_care_actions", history.json.care_log.length],
    ["evolution_history.evolution_path", "high_care"],
  ]);
  const next = await den.call("POST", "/api/house/adopt", { name: "Next" });
  holds(next, 201, [
    ["creature.tier", "uncommon"],
    ["milestones", [expect.objectContaining({ type: "tier_unlocked:uncommon", message: TEXT })]],
  ]);
});

test("a creature dies at the forecast instant and leaves a gravestone", async () => {
  const den = await openDen(house);
  const id = await den.hatched({ species_slug: "tortoise", name: "Left" });
  await den.care("reflect", id);
  const { dies_at: diesAt } = (await den.status(id)).json.creature.death_clock;
  await den.advanceTo(Date.parse(diesAt) - 90_000);
  holds(await den.status(id), 200, [["creature.alive", true]]);
  await den.advance(150);
  const dead = await den.status(id);
  holds(dead, 200, [
    ["creature.alive", false],
    ...fieldsOf("gravestone", ...STONE),
    ["gravestone.name", "Left"],
    ["gravestone.stage_reached", "child"],
    ["gravestone.caretaker", den.username],
    ["gravestone.feedings", 0],
    ["gravestone.last_care_action", "reflect"],
    ["gravestone.cause", "neglect"],
    ["gravestone.lived", TEXT],
    ["gravestone.epitaph", TEXT],
    ["gravestone.died_at", diesAt],
    ["resurrection.possible", true],
    ["resurrection.cost", 100],
    ["resurrection.closes_at", new Date(Date.parse(diesAt) + 168 * HOUR_MS).toISOString()],
  ]);
  refuses(await den.status(), 404, "No living creatures in your house", [
    ["next_steps", leadsTo("POST", "/api/house/adopt")],
  ]);
  refuses(await den.care("feed", id), 404, "No living creature found");
  refuses(
    await den.call("DELETE", "/api/house/release", { creature_id: id }),
    404,
    "No living creature found with that ID",
  );
  holds(await den.call("GET", `/api/house/history?creature_id=${id}`), 200, [
    ["creature.alive", false],
    ["creature.age_hours", near(36, 0.1)],
    ["next_steps", leadsTo("GET", "/api/house/graveyard")],
    ["next_steps", leadsTo("POST", "/api/house/adopt")],
  ]);
});

test.each([
  ["hunger", { health: 1, hunger: 5 }],
  ["illness", { health: 0.2, hunger: 100 }],
])("%s is named as the cause of death", async (cause, stats) => {
  const { den, id } = await hatch(house, { species: "tortoise", hour: 8 });
  // Two days without cleaning, which harms health.
  await setColumns(house, id, { ...stats, last_cleaned_at: den.now() - 50 * HOUR_MS });
  await den.advance(5);
  holds(await den.status(id), 200, [
    ["creature.alive", false],
    ["gravestone.cause", cause],
  ]);
});

test("credits resurrect a creature until the deadline", async () => {
  const den = await openDen(house);
  const resurrect = (body: object) => den.call("POST", "/api/house/resurrect", body);
  const id = await den.hatched();
  refuses(await resurrect({ creature_id: id }), 400, "This creature is still alive");
  refuses(await resurrect({}), 400, "Invalid resurrection request");
  refuses(await resurrect({ creature_id: id, id }), 400, "Invalid resurrection request");
  refuses(await resurrect({ creature_id: UNKNOWN_ID }), 404, "Creature not found");
  await setColumns(house, id, { discipline: 77, trust: 80 });
  await den.advance(49);
  await den.status(id);
  refuses(await resurrect({ creature_id: id }), 402, "Insufficient credits", [
    ["cost", 100],
    ["credits", 0],
    ["checkout_url", TEXT],
  ]);
  await buyCredits(database, den.id, "1000");
  holds(await resurrect({ id }), 200, [
    ["success", true],
    ["message", TEXT],
    ...fieldsOf("creature", "name", "species", "stage"),
    ["creature.resurrection_number", 1],
    ["creature.stats", { hunger: 50, happiness: 50, health: 50, trust: 30, discipline: 50 }],
    ["credits_spent", 100],
    ["credits_remaining", 900],
    ["next_resurrection_cost", 500],
    ["next_steps", LIST],
  ]);
  holds(await den.status(id), 200, [
    ["creature.hours_since_fed", near(0, 0.1)],
    ["creature.death_clock.hours_without_care", near(0, 0.1)],
    ["creature.care_rhythm.established", false],
    ["creature.age_hours", near(36, 0.2)],
  ]);
  holds(await den.call("GET", "/api/house/graveyard"), 200, [["gravestones.0.resurrected", true]]);
  await den.advance(37);
  await den.status(id);
  holds(await resurrect({ id }), 200, [
    ["credits_spent", 500],
    ["credits_remaining", 400],
    ["next_resurrection_cost", 2500],
  ]);
  await den.advance(37 + 169);
  refuses(await resurrect({ id }), 410, "Resurrection window has closed");
  holds(await den.status(id), 200, [["resurrection.possible", false]]);
});

test.each([
  [24, 100],
  [168, 100],
  [720, 429],
  [4320, 2572],
])("a first resurrection at %d hours of age costs %d credits", async (age, cost) => {
  const { den, id } = await hatch(house, { species: "tortoise" });
  const ageNow = age - 36;
  const columns = columnsBefore(ageNow, Math.round(den.now() - ageNow * HOUR_MS));
  await setColumns(house, id, { ...columns, ...(columns["stage"] === "adult" && { path: "high_care" }) });
  await den.advance(36.01);
  holds(await den.status(id), 200, [
    ["creature.alive", false],
    ["resurrection.cost", cost],
  ]);
});

test("a creature can be released once and leaves no grave", async () => {
  const den = await openDen(house);
  const release = (body?: object) => den.call("DELETE", "/api/house/release", body);
  const [first, second] = [await den.hatched(), await den.hatched()];
  refuses(await release(), 400, "creature_id is required");
  refuses(await release({}), 400, "creature_id is required");
  holds(await release({ creature_id: "abc" }), 400);
  holds(await release({ creature_id: first, id: second }), 400);
  refuses(await release({ creature_id: UNKNOWN_ID }), 404, "No living creature found with that ID");
  holds(await release({ creature_id: first }), 200, [
    ["success", true],
    ["message", TEXT],
    ["creature_id", first],
    ["next_steps", LIST],
  ]);
  refuses(await release({ creature_id: first }), 404, "No living creature found with that ID");
  holds(await den.status(first), 404, [["your_creatures", containing(second)]]);
  refuses(await den.care("feed", first), 404, "No living creature found");
  holds(await den.call("GET", "/api/house/graveyard"), 200, [["gravestones", []]]);
  holds(await release({ id: second }), 200, [["creature_id", second]]);
});

test("releasing a creature whose death is not yet recorded returns 410", async () => {
  const den = await openDen(house);
  const id = await den.hatched({ name: "Gone" });
  await den.advance(60);
  holds(await den.call("DELETE", "/api/house/release", { creature_id: id }), 410, [
    ["error", TEXT],
    ["gravestone.name", "Gone"],
  ]);
});

test("history contains the care log in JSON and Markdown", async () => {
  const den = await openDen(house);
  const id = await den.hatched({ name: "Scribe" });
  for (const action of ACTIONS) await den.care(action, id, { notes: `note of ${action}` });
  const read = (query: string) => den.call("GET", `/api/house/history${query}`);
  const all = await read("");
  holds(all, 200, [
    ...fieldsOf("creature", "id", "name", "species", "stage", "alive", "age_hours"),
    ["care_log", entriesWith("timestamp", "action", "notes", "timing")],
    ...["hunger", "happiness", "health"].map((stat): Row => [
      "care_log",
      entriesWith(`${stat}_before`, `${stat}_after`),
    ]),
    ["care_log", containing(...ACTIONS.map((action) => `note of ${action}`))],
    ["evolution_history.egg_hatched", INSTANT],
    ["evolution_history.became_baby", INSTANT],
    ["evolution_history.became_child", null],
    ["evolution_history.became_teen", null],
    ["evolution_history.became_adult", null],
    ["evolution_history.evolution_path", null],
    ["evolution_history.trending_toward", oneOf(...Object.keys(FORMS))],
    ["stats.total_feedings", 1],
    ["stats.missed_feedings", 0],
    ["stats.total_care_actions", 7],
    ["stats.consistency_score", 100],
    ["stats.variety_score", near(100, 1)],
    ["next_steps", LIST],
  ]);
  const [page, next] = [await read("?limit=2"), await read("?limit=2&offset=2")];
  expect([...page.json.care_log, ...next.json.care_log]).toEqual(all.json.care_log.slice(0, 4));
  const { status, headers, text } = await read("?format=markdown");
  expect([status, headers["content-type"]]).toEqual([200, expect.stringMatching(/^text\/markdown/)]);
  expect(text.match(/^\|[ :|-]+\|\s*$/gm)?.length).toBeGreaterThan(1);
  for (const word of ["Scribe", "Housecat", "dopted", "atched", ...ACTIONS]) expect(text).toContain(word);
  const rows: readonly (readonly [query: string, status: number])[] = [
    ["limit=0", 400],
    ["limit=501", 400],
    ["limit=many", 400],
    ["offset=-1", 400],
    ["offset=10001", 400],
    ["format=xml", 400],
    ["creature_id=abc", 400],
    ["limit=500&offset=10000", 200],
    ["offset=", 200],
    ["limit=1", 200],
    ["format=json", 200],
    [`id=${id}`, 200],
  ];
  for (const [query, expected] of rows) holds(await read(`?${query}`), expected);
  refuses(await read(`?creature_id=${UNKNOWN_ID}`), 404, "No creature found");
});

test("preferences show what a creature likes", async () => {
  const { den, id } = await hatch(house);
  const answer = await den.call("GET", "/api/house/preferences");
  holds(answer, 200, [
    ["creature.id", id],
    ["creature.family", oneOf(...FAMILIES)],
    ...fieldsOf("creature", "name", "species"),
    ["discovered", {}],
    ["note", TEXT],
    ["next_steps", LIST],
  ]);
  for (const action of ACTIONS.filter((each) => each !== "reflect")) {
    const items: string[] = answer.json.preferences[action];
    expect(items.length, action).toBeGreaterThanOrEqual(8);
    expect(items.length, action).toBeLessThanOrEqual(12);
  }
  holds(await den.call("GET", `/api/house/preferences?id=${id}`), 200);
  holds(await den.call("GET", "/api/house/preferences?creature_id=abc"), 400);
});

test("the service sells the three packs of the contract", async () => {
  const den = await openDen(house);
  holds(await den.call("GET", "/api/house/credits"), 200, [
    ["credits", 0],
    ["mpp_enabled", expect.any(Boolean)],
    ["x402_enabled", expect.any(Boolean)],
    [
      "packs",
      [
        { id: "100", credits: 100, price: "$1.00" },
        { id: "500", credits: 500, price: "$4.00" },
        { id: "1000", credits: 1000, price: "$7.00" },
      ],
    ],
    ["next_steps", LIST],
  ]);
  for (const [pack, credits, price] of [
    ["100", 100, "$1.00"],
    ["500", 500, "$4.00"],
    ["1000", 1000, "$7.00"],
  ] as const)
    holds(await den.call("POST", "/api/house/credits", { pack }), 200, [
      ["checkout_url", TEXT],
      ["pack.credits", credits],
      ["pack.price", price],
      ["message", TEXT],
      ["next_steps", LIST],
    ]);
  for (const pack of ["200", 100, undefined]) holds(await den.call("POST", "/api/house/credits", { pack }), 400);
  await buyCredits(database, den.id, "500");
  holds(await den.call("GET", "/api/house/credits"), 200, [["credits", 500]]);
});

const UNLOCKED = [
  ["common", 0, 0, 0],
  ["uncommon", 1, 0, 0],
  ["uncommon", 2, 0, 40],
  ["rare", 3, 0, 0],
  ["uncommon", 3, 2, 0],
  ["rare", 5, 0, 29],
  ["rare", 5, 1, 31],
  ["extreme", 5, 0, 31],
] as const;

test.each(UNLOCKED)(
  "adopt draws a %s species after %d adults, %d resurrected, %d days",
  async (tier, adults, lost, days) => {
    const { id, call } = await house.register();
    await database.adHoc("UPDATE agents SET created_at = created_at - $2 WHERE agent_id = $1", [
      id,
      days * 24 * HOUR_MS,
    ]);
    for (let count = 0; count < adults; count++) await call("POST", "/api/house/adopt", { name: "Pip" });
    await call("GET", "/api/house/status");
    const grown = `stage = 'adult', seen_stage = 'adult', path = 'high_care', child_at = $2, teen_at = $2, adult_at = $2`;
    await database.adHoc(`UPDATE creatures SET ${grown} WHERE agent_id = $1`, [id, Date.now()]);
    const some = "SELECT creature_id FROM creatures WHERE agent_id = $1 ORDER BY creature_id LIMIT $2";
    await database.adHoc(`UPDATE creatures SET resurrections = 1 WHERE creature_id IN (${some})`, [id, lost]);
    holds(await call("POST", "/api/house/adopt", { name: "Next" }), 201, [["creature.tier", tier]]);
  },
);

/** Makes a call while a table is missing. */
async function without(table: string, call: () => Promise<Answer>): Promise<Answer> {
  await database.adHoc(`ALTER TABLE ${table} RENAME TO away`, []);
  try {
    return await call();
  } finally {
    await database.adHoc(`ALTER TABLE away RENAME TO ${table}`, []);
  }
}

const FAULTS: readonly (readonly [
  error: string,
  table: string,
  call: readonly [method: string, path: string, body?: object],
])[] = [
  ["Registration failed", "agents", ["POST", "/api/auth/register", { username: "unlucky-one" }]],
  ["Key rotation failed", "account_events", ["POST", "/api/auth/rotate-key", {}]],
  ["Adoption failed", "care_log", ["POST", "/api/house/adopt", { name: "Pip" }]],
  ["Something went wrong in the den", "care_log", ["POST", "/api/house/care", { action: "play" }]],
  ["Something went wrong reading the logs", "care_log", ["GET", "/api/house/history"]],
  ["Failed to read the gravestones", "gravestones", ["GET", "/api/house/graveyard"]],
  ["Something went wrong", "care_log", ["DELETE", "/api/house/release", {}]],
  ["Something went wrong in the hall", "creatures", ["GET", "/api/house/hall?per_page=77"]],
];

test.each(FAULTS)("a call returns 500 %j while the %s table is missing", async (error, table, [method, path, body]) => {
  const { den, id } = await hatch(house);
  const call = path.includes("register") || path.includes("hall") ? strangerTo(house) : den.call;
  const sent = method === "DELETE" ? { creature_id: id } : body;
  refuses(await without(table, () => call(method, path, sent)), 500, error);
  // The fault must change nothing: the key works, and the creature lives.
  holds(await den.status(id), 200, [["creature.alive", true]]);
});

test("a fault hatches nothing and charges no credits", async () => {
  const den = await openDen(house);
  const id = await den.adopt();
  refuses(await without("care_log", () => den.status(id)), 500, "Something went wrong checking the den");
  await den.status(id);
  await den.advance(60);
  await den.status(id);
  await buyCredits(database, den.id, "100");
  const resurrect = () => den.call("POST", "/api/house/resurrect", { id });
  refuses(await without("care_log", resurrect), 500, "Something went wrong");
  holds(await den.call("GET", "/api/house/credits"), 200, [["credits", 100]]);
  holds(await resurrect(), 200);
});
