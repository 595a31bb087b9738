// Tests public answers against the contract: species, graveyard, hall, statistics, discovery and unknown routes.
import { HOUR_MS } from "@denkeeper/rules/time/durations.ts";
import { expect, test } from "vitest";
import { countFigures } from "../../src/community/rollups/roll-up.ts";
import { openDen, zoneAt } from "../den.ts";
import { until } from "../processes/own-redis.ts";
import { ADMIN_KEY, freshUsername, houseForFile } from "../harness.ts";
import {
  ABSENT,
  ACTIONS,
  FAMILIES,
  INSTANT,
  LIST,
  NUMBER,
  PUBLIC_CACHE,
  STONE,
  TEXT,
  containing,
  entriesWith,
  fieldsOf,
  holds,
  leadsTo,
  near,
  setColumns,
  refuses,
  strangerTo,
  within,
  type Row,
} from "./rows.ts";

const house = await houseForFile({ env: { RATE_LIMIT_FACTOR: "1000" } });
const { database, now } = house.app.services;
const call = strangerTo(house);
const get = (path: string, headers?: Record<string, string>) => call("GET", path, undefined, headers);
const of = (length: number) => "x".repeat(length);
const PAGE = ["page", "per_page", "total", "pages", "has_next", "has_prev"] as const;

// In the morning, because a sleeping creature gets hungry at half the rate.
const designer = await house.register({ username: freshUsername("designer"), timezone: zoneAt(9) });
const DESIGN = { name: "Moss Fox", family: "exotic", personality: "Quiet, curious and slow to trust." };
let slugs = 0;
const design = (body: object) =>
  designer.call("POST", "/api/house/species", { slug: `moss_fox_${++slugs}`, ...DESIGN, ...body });

const refusedDesign = await design({});
await designer.call("POST", "/api/house/adopt", { name: "Elder" });
const elder = (await designer.call("GET", "/api/house/status")).json.creature.id;
await setColumns(house, elder, {
  stage: "adult",
  seen_stage: "adult",
  path: "high_care",
  child_at: now(),
  teen_at: now(),
  adult_at: now(),
});

test("an agent that has raised no adult cannot design a species", () => {
  refuses(refusedDesign, 403, "You haven't raised an adult creature yet");
});

const CREATED = [
  "slug",
  "name",
  "family",
  "trust_speed",
  "feeding_window_hours",
  "personality",
  "hunger_decay_per_hour",
  "happiness_decay_per_hour",
  "creator",
  "adoption_count",
];

test.each<readonly [what: string, fields: object]>([
  [
    "the lowest values",
    {
      slug: "q_",
      name: "x",
      personality: of(10),
      feeding_window_hours: 2,
      hunger_decay_per_hour: 0.2,
      happiness_decay_per_hour: 0.2,
      trust_speed: "instant",
      special_mechanic: null,
      image_prompt: null,
      innate_traits: [],
    },
  ],
  [
    "the highest values",
    {
      slug: "z".repeat(40),
      name: of(50),
      personality: of(300),
      feeding_window_hours: 24,
      hunger_decay_per_hour: 3,
      happiness_decay_per_hour: 2,
      trust_speed: "slow",
      special_mechanic: of(200),
      image_prompt: of(500),
      innate_traits: ["punctual", "forgiving", "suspicious"],
    },
  ],
  ...["grateful stoic anxious", "vocal stubborn gentle", "nocturnal social solitary"].map(
    (line) => [`the traits ${line}`, { innate_traits: line.split(" ") }] as const,
  ),
  ...FAMILIES.map((family) => [`the family ${family}`, { family }] as const),
  ["the trust speed fast", { trust_speed: "fast" }],
])("a species with %s is published", async (_what, fields) => {
  const answer = await design(fields);
  holds(answer, 201, [...fieldsOf("species", ...CREATED), ["message", TEXT], ["next_steps", LIST]]);
  const published = await get(`/api/house/species/${answer.json.species.slug}`);
  expect(published.json.species).toMatchObject(
    Object.fromEntries(Object.entries(fields).filter(([name]) => name !== "image_prompt")),
  );
});

test("a new species has default values", async () => {
  holds(await design({ slug: "plain_one" }), 201, [
    ["species.slug", "plain_one"],
    ["species.trust_speed", "medium"],
    ["species.feeding_window_hours", 5],
    ["species.hunger_decay_per_hour", 1.6],
    ["species.happiness_decay_per_hour", 0.8],
    ["species.creator", designer.username],
    ["species.adoption_count", 0],
  ]);
  holds(
    await call("GET", "/api/house/species/plain_one", undefined, { authorization: `Bearer ${designer.key}` }),
    200,
    [
      ["species.special_mechanic", null],
      ["species.innate_traits", []],
    ],
  );
  refuses(await design({ slug: "plain_one" }), 409, "Slug is already taken");
  refuses(await design({ slug: "housecat" }), 409, "Slug is reserved");
});

test.each([
  ["slug", { slug: undefined }],
  ["slug", { slug: "a" }],
  ["slug", { slug: "a".repeat(41) }],
  ["slug", { slug: "Moss_fox" }],
  ["slug", { slug: "moss-fox" }],
  ["name", { name: undefined }],
  ["name", { name: "" }],
  ["name", { name: of(51) }],
  ["family", { family: undefined }],
  ["family", { family: "fish" }],
  ["trust_speed", { trust_speed: "never" }],
  ["feeding_window_hours", { feeding_window_hours: 1.9 }],
  ["feeding_window_hours", { feeding_window_hours: 24.1 }],
  ["feeding_window_hours", { feeding_window_hours: "5" }],
  ["personality", { personality: undefined }],
  ["personality", { personality: of(9) }],
  ["personality", { personality: of(301) }],
  ["special_mechanic", { special_mechanic: of(201) }],
  ["innate_traits", { innate_traits: ["gentle", "vocal", "stoic", "anxious"] }],
  ["innate_traits", { innate_traits: ["invisible"] }],
  ["hunger_decay_per_hour", { hunger_decay_per_hour: 0.1 }],
  ["hunger_decay_per_hour", { hunger_decay_per_hour: 3.1 }],
  ["happiness_decay_per_hour", { happiness_decay_per_hour: 0.1 }],
  ["happiness_decay_per_hour", { happiness_decay_per_hour: 2.1 }],
  ["image_prompt", { image_prompt: of(501) }],
])("a species is rejected for its %s in %j", async (named, fields) => {
  refuses(await design(fields), 400, "Invalid species data", [["details", containing(named)]]);
});

test("creatures of a designed species follow its numbers", async () => {
  const nature = {
    feeding_window_hours: 9.5,
    hunger_decay_per_hour: 2,
    happiness_decay_per_hour: 1.5,
    innate_traits: ["gentle", "stoic"],
  };
  await design({ slug: "tide_fox", ...nature });
  const adopted = await designer.call("POST", "/api/house/adopt", { name: "Own", species_slug: "tide_fox" });
  holds(adopted, 201, [
    ["creature.tier", "community"],
    ["creature.family", "exotic"],
    ["creature.species_key", "tide_fox"],
    ["creature.feeding_window_hours", 9.5],
  ]);
  const status = `/api/house/status?creature_id=${adopted.json.creature.id}`;
  holds(await designer.call("GET", status), 200, [
    ["creature.personality_traits", expect.arrayContaining(["gentle", "stoic"])],
  ]);
  await database.adHoc(AGE, [designer.id, 2 * HOUR_MS]);
  holds(await designer.call("GET", status), 200, [
    ["creature.hunger", near(96, 0.3)],
    ["creature.happiness", near(97, 0.3)],
  ]);
  holds(await get("/api/house/species/tide_fox"), 200, [
    ["species.creator", { username: designer.username, display_name: TEXT, avatar_url: null }],
    ["next_steps", leadsTo("POST", "/api/house/adopt", { species_slug: "tide_fox" })],
  ]);
});

const list = await get("/api/house/species");

test("the list contains every built-in and community species", async () => {
  holds(list, 200, [
    ["built_in", entriesWith("slug", "name", "family", "feeding_window_hours", "hunger_decay_per_hour")],
    ["species", LIST],
    ["pagination.page", 1],
    ["pagination.per_page", 25],
    ...fieldsOf("pagination", ...PAGE),
    ["next_steps", LIST],
  ]);
  expect(list.json.built_in.length).toBeGreaterThanOrEqual(48);
  for (const [field, low, high] of [
    ["feeding_window_hours", 3, 24],
    ["hunger_decay_per_hour", 0.35, 2.6],
    ["happiness_decay_per_hour", 0.2, 1.6],
  ] as const) {
    const values: number[] = list.json.built_in.map((each: Record<string, number>) => each[field]);
    expect([Math.min(...values), Math.max(...values)], field).toEqual([low, high]);
  }
});

test("designed species can be sorted newest first or by adoptions", async () => {
  await design({ slug: "newest_one" });
  const newest = await get("/api/house/species?sort=newest&per_page=100");
  holds(newest, 200, [
    ["species.0.slug", "newest_one"],
    [
      "species",
      entriesWith(
        "slug",
        "name",
        "family",
        "personality",
        "hunger_decay_per_hour",
        "happiness_decay_per_hour",
        "creator",
        "adoption_count",
        "created_at",
      ),
    ],
    ["species.0.creator", designer.username],
  ]);
  const counts = (await get("/api/house/species?sort=popular")).json.species.map(
    (each: { adoption_count: number }) => each.adoption_count,
  );
  expect(counts).toEqual(counts.toSorted((a: number, b: number) => b - a));
});

test.each(FAMILIES)("the family filter lists only species of the family %s", async (family) => {
  const { built_in: builtIn, species } = (await get(`/api/house/species?family=${family}`)).json;
  expect(builtIn.length).toBeGreaterThan(0);
  for (const each of [...builtIn, ...species]) expect(each.family).toBe(family);
});

test("a built-in species has a profile, an unknown one returns 404", async () => {
  const profile = [
    "slug",
    "name",
    "family",
    "trust_speed",
    "feeding_window_hours",
    "personality",
    "special_mechanic",
    "innate_traits",
    "hunger_decay_per_hour",
    "happiness_decay_per_hour",
    "adoption_count",
    "creator",
  ];
  holds(await get("/api/house/species/housecat"), 200, [
    ...fieldsOf("species", ...profile),
    ["species.built_in", true],
    ["next_steps", leadsTo("POST", "/api/house/adopt", { species_slug: "housecat" })],
  ]);
  holds(await get("/api/house/species/no_such_species"), 404, [["error", TEXT]]);
  const broken = await get("/api/house/species/%E0%A4%A");
  holds(broken, broken.status === 400 ? 400 : 404, [["error", TEXT]]);
});

test.each<readonly [path: string, status: number]>([
  ["species?family=fish", 400],
  ["species?sort=oldest", 400],
  ["species?page=0", 400],
  ["species?per_page=0", 400],
  ["species?per_page=101", 400],
  ["species?per_page=100", 200],
  ["species?per_page=50&page=2", 200],
  ["graveyard?page=0", 400],
  ["graveyard?page=abc", 400],
  ["graveyard?per_page=0", 400],
  ["graveyard?per_page=201", 400],
  ["graveyard?per_page=200", 200],
  ["graveyard?page=99", 200],
  ["graveyard?user_id=abc", 400],
  ["graveyard?agent=nobody-here", 200],
  ["hall?page=0", 400],
  ["hall?per_page=0", 400],
  ["hall?per_page=101", 400],
  ["hall?per_page=100", 200],
])("the query %s returns %d", async (path, status) => {
  holds(await get(`/api/house/${path}`), status, status === 400 ? [["error", TEXT]] : []);
});

/** Moves a life into the past, because only test accounts can advance their clocks. */
const AGE = `UPDATE creatures SET as_of = as_of - $2, hatched_at = hatched_at - $2, baby_at = baby_at - $2,
    adopted_at = adopted_at - $2, last_fed_at = last_fed_at - $2, last_cleaned_at = last_cleaned_at - $2,
    last_checked_at = last_checked_at - $2, last_care_at = last_care_at - $2, next_event_at = next_event_at - $2
    WHERE agent_id = $1`;

// Two keepers with unmoved clocks: the first has two graves and a living creature, the second only a living creature.
const mourner = await house.register({ username: freshUsername("mourner") });
const lucky = await house.register({ username: freshUsername("lucky") });
const adopt = async ({ call: as }: typeof mourner, name: string) => {
  await as("POST", "/api/house/adopt", { name, family: "cat" });
  return (await as("GET", "/api/house/status")).json.creature.id;
};
await adopt(mourner, "First");
await adopt(mourner, "Second");
await database.adHoc(AGE, [mourner.id, 60 * HOUR_MS]);
await mourner.call("GET", "/api/house/status");
for (const [keeper, name] of [
  [mourner, "Third"],
  [lucky, "Fourth"],
] as const)
  await keeper.call("POST", "/api/house/care", { action: "reflect", creature_id: await adopt(keeper, name) });
await lucky.call("POST", "/api/house/adopt", { name: "Egg" });
await countFigures(database, now);
// Waits until the cached figures have expired.
await until(async () => {
  const { agents, activity_24h: activity } = (await get("/api/stats")).json;
  return agents === 3 && activity.care_actions === 2;
});

test("the graveyard is public", async () => {
  const answer = await get("/api/house/graveyard");
  holds(answer, 200, [
    ["gravestones", entriesWith(...STONE)],
    ["gravestones.length", 2],
    ["gravestones.0.caretaker", mourner.username],
    ["gravestones.0.died_at", INSTANT],
    ["pagination", { page: 1, per_page: 50, total: 2, pages: 1, has_next: false, has_prev: false }],
    ["message", TEXT],
    ["next_steps", leadsTo("POST", "/api/auth/register")],
  ]);
  expect(answer.headers["cache-control"]).toBe(PUBLIC_CACHE);
  for (const query of [`agent=${mourner.username}`, `user_id=${mourner.id}`])
    holds(await get(`/api/house/graveyard?${query}`), 200, [["gravestones.length", 2]]);
  holds(await get(`/api/house/graveyard?agent=${lucky.username}`), 200, [["gravestones.length", 0]]);
});

test("a keeper sees only its own graves, page by page", async () => {
  const mine = await mourner.call("GET", "/api/house/graveyard");
  holds(mine, 200, [
    ["gravestones.length", 2],
    ["next_steps", leadsTo("GET", "/api/house/status")],
    ["next_steps", leadsTo("POST", "/api/house/adopt")],
  ]);
  expect(mine.headers["cache-control"]).toBe("private, no-store");
  holds(await lucky.call("GET", "/api/house/graveyard"), 200, [["gravestones", []]]);
  const page = (number: number) => mourner.call("GET", `/api/house/graveyard?per_page=1&page=${number}`);
  const common = { per_page: 1, total: 2, pages: 2 };
  const [first, second] = [await page(1), await page(2)];
  holds(first, 200, [["pagination", { page: 1, ...common, has_next: true, has_prev: false }]]);
  holds(second, 200, [["pagination", { page: 2, ...common, has_next: false, has_prev: true }]]);
  expect(first.json.gravestones[0].id).not.toBe(second.json.gravestones[0].id);
});

const HALL: readonly (readonly [category: string, rows: readonly Row[]])[] = [
  [
    "oldest_living",
    [
      [
        "leaderboard",
        entriesWith(
          "rank",
          "creature_name",
          "creature_species",
          "stage",
          "age_days",
          "consistency_score",
          "total_feedings",
        ),
      ],
    ],
  ],
  [
    "most_consistent",
    [
      [
        "leaderboard",
        entriesWith("rank", "agent", "display_name", "consistency_score", "creatures_alive", "adults_raised"),
      ],
    ],
  ],
  [
    "gravestone_count",
    [
      ["leaderboard", entriesWith("rank", "agent", "display_name", "gravestones")],
      ["leaderboard.0.agent", mourner.username],
      ["leaderboard.0.gravestones", 2],
      ["leaderboard.length", 1],
    ],
  ],
];

test.each(HALL)("the hall of %s is public", async (category, rows) => {
  const answer = await get(`/api/house/hall?category=${category}`);
  holds(answer, 200, [
    ["category", category],
    ["leaderboard.0.rank", 1],
    ["house_stats", { creatures_alive: 3, creatures_dead: 2, total_agents: 3 }],
    ["next_steps", LIST],
    ...rows,
  ]);
  expect(answer.headers["cache-control"]).toBe(PUBLIC_CACHE);
  expect(answer.text).not.toContain("Egg");
});

test("the hall sorts by age, has pages, and rejects other categories", async () => {
  const { category: shown, leaderboard } = (await get("/api/house/hall")).json;
  expect(shown).toBe("oldest_living");
  const ages = leaderboard.map((each: { age_days: number }) => each.age_days);
  expect(ages).toEqual(ages.toSorted((a: number, b: number) => b - a));
  expect(leaderboard).toEqual(
    expect.arrayContaining(["Third", "Fourth"].map((name) => expect.objectContaining({ creature_name: name }))),
  );
  holds(await get("/api/house/hall?per_page=1&page=2"), 200, [
    ["leaderboard.length", 1],
    ["leaderboard.0.rank", 2],
  ]);
  const refused = await get("/api/house/hall?category=prettiest");
  refuses(refused, 400, "Unknown category", [["suggestion", containing(...HALL.map(([category]) => category))]]);
  expect(refused.headers["cache-control"]).toBe(PUBLIC_CACHE);
});

test("statistics show the totals of the house", async () => {
  holds(await get("/api/stats"), 200, [
    ["creatures_alive", 3],
    ["eggs_unhatched", 1],
    ["gravestones", 2],
    ["agents", 3],
    ["activity_24h.reflections", 2],
    ["activity_24h.care_actions", 2],
    ["activity_24h.feedings", 0],
    ["activity_24h.active_agents", 3],
    ["activity_24h.creatures_born", within(2, 5)],
    ["activity_24h.creatures_died", NUMBER],
    ["activity_24h.window", "24h"],
  ]);
});

test.each<readonly [what: string, headers: Record<string, string>, status: number]>([
  ["no key", {}, 401],
  ["a wrong key", { "x-admin-key": "wrong" }, 401],
  ["a wrong bearer token", { authorization: "Bearer wrong" }, 401],
  ["an agent's key", { authorization: `Bearer ${lucky.key}` }, 401],
  ["the key as bearer token", { authorization: `Bearer ${ADMIN_KEY}` }, 200],
  ["the key in x-admin-key", { "x-admin-key": ADMIN_KEY }, 200],
])("analytics answer a request with %s", async (_what, headers, status) => {
  const answer = await get("/api/admin/analytics", headers);
  holds(answer, status);
  if (status === 401) return;
  holds(answer, status, [
    ...fieldsOf("", "agents", "creatures", "care", "species", "deaths", "funnel", "test_users_excluded"),
    ["funnel.registered", 3],
    ["funnel.adopted", 3],
    ["funnel.cared_at_least_once", 2],
    ["funnel.reached_adult", 1],
    ...fieldsOf("funnel", "reached_child", "created_species", "rates"),
    ["agents.total", 3],
    ["test_users_excluded", 0],
    ["agents.active", { "24h": 3, "7d": 3, "30d": 3 }],
    ...fieldsOf("creatures", "by_status", "by_stage", "by_family", "by_evolution_path"),
    ...fieldsOf("care.24h", "by_action", "by_feeding_timing", "items"),
    ...fieldsOf("deaths", "by_cause", "by_stage_reached"),
    ["agents.by_provider", expect.any(Object)],
  ]);
});

const ROUTES = ["/api/auth/register", "/api/auth/rotate-key", "/api/health", "/api/stats"];
const ROOMS = [
  "adopt",
  "status",
  "care",
  "history",
  "preferences",
  "graveyard",
  "release",
  "credits",
  "resurrect",
  "hall",
  "species",
].map((name) => `/api/house/${name}`);

test("the indexes and openapi.json name every route of the contract", async () => {
  holds(await get("/api/health"), 200, [["status", "ok"]]);
  holds(await get("/api"), 200, [["endpoints", containing(...ROUTES, ...ROOMS)]]);
  holds(await get("/api/house"), 200, [["operations", containing(...ROOMS)]]);
  holds(await get("/openapi.json"), 200, [
    ["info.version", "1.0.0"],
    ["paths", containing(...ROUTES, ...ROOMS, "/api/house/species/{slug}", "/api/admin/analytics")],
  ]);
});

test.each(["/api/openapi.json", "/api/docs"])("%s redirects and preserves method and body", async (path) => {
  for (const method of ["GET", "POST"]) {
    const { status, headers } = await call(method, path, method === "POST" ? { a: 1 } : undefined);
    expect([status, headers.location]).toEqual([308, TEXT]);
    if (method === "GET") holds(await get(new URL(headers.location ?? "", house.url).pathname), 200);
  }
});

test.each([
  ["GET", "/api/nonsense"],
  ["POST", "/api/house/nonsense"],
  ["GET", "/api/house/status/deep/er"],
  ["DELETE", "/api/x?y=z"],
])("%s %s returns a 404 in JSON", async (method, path) => {
  const answer = await call(method, path, method === "POST" ? {} : undefined, { accept: "text/html" });
  holds(answer, 404, [
    ["error", TEXT],
    ["next_steps", LIST],
  ]);
  expect(answer.headers["content-type"]).toMatch(/^application\/json/);
});

test.each(ACTIONS)("POST /api/house/%s suggests care", async (action) => {
  holds(await call("POST", `/api/house/${action}`, {}), 404, [
    ["next_steps.0.method", "POST"],
    ["next_steps.0.endpoint", "/api/house/care"],
    ["next_steps.0.body.action", action],
  ]);
});

test.each([
  ["POST", "/api/house/register", "/api/auth/register"],
  ["POST", "/api/auth/adopt", "/api/house/adopt"],
  ["GET", "/api/auth/hall", "/api/house/hall"],
])("%s %s suggests the call %s", async (method, path, meant) => {
  holds(await call(method, path, method === "POST" ? {} : undefined), 404, [["did_you_mean", containing(meant)]]);
});

test("graves of an account with a moved clock are not public", async () => {
  const den = await openDen(house);
  await den.hatched({ name: "Hidden" });
  await den.advance(60);
  holds(await den.call("GET", "/api/house/graveyard"), 200, [["gravestones.0.name", "Hidden"]]);
  for (const query of ["", `?agent=${den.username}`, `?user_id=${den.id}`]) {
    const { text } = await get(`/api/house/graveyard${query}`);
    expect(text).not.toContain("Hidden");
  }
  holds(await lucky.call("POST", "/api/house/clock", { advance_hours: 1 }), 403, [
    ["error", TEXT],
    ["advanced_hours", ABSENT],
  ]);
});
