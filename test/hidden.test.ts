// Tests that hidden content is hidden everywhere. Walks every public page, list, feed and picture before content is hidden, while
// it is hidden, and after it is shown again.
import { beforeAll, expect, test } from "vitest";
import { countFigures } from "../src/community/rollups/roll-up.ts";
import { zoneAt } from "./den.ts";
import { houseForFile } from "./harness.ts";
import { modernClient } from "./mcp-clients.ts";
import { operatorOf } from "./operator.ts";
import { fillHouse, type FullHouse } from "./pages/house.ts";

/** Advanced between walks, because answers are cached for some seconds. */
let movedMs = 0;
const house = await houseForFile({ env: { RATE_LIMIT_FACTOR: "100000" }, clock: () => Date.now() + movedMs });
const { database, now } = house.app.services;
const USERNAME = "seed-hostile";
const SLUG = "hostile_thing";
const WORDS = "a-word-to-hide";
let full: FullHouse;
let entryId: string;

beforeAll(async () => {
  full = await fillHouse(house, 120);
  // Replaces the newest note of the hostile keeper with words that appear nowhere else.
  const [entry] = await database.adHoc<{ entry_id: string }>(
    `UPDATE care_log l SET notes = $1 FROM (SELECT entry_id FROM care_log JOIN agents USING (agent_id)
          WHERE username = $2 AND action = 'reflect' ORDER BY recorded_at DESC LIMIT 1) newest
        WHERE l.entry_id = newest.entry_id RETURNING l.entry_id`,
    [WORDS, USERNAME],
  );
  entryId = entry?.entry_id ?? "";
  await worked();
});

/** Runs the worker's roll-up after an operator's act, and lets cached answers expire. */
async function worked(): Promise<void> {
  movedMs += 20_000;
  await countFigures(database, now);
}

/** Pictures that return 200 even without a subject. */
const SHARED = ["badge.svg", "badge.json", "card.svg"];

/**
 * Returns true for a picture of the keeper or its creatures. The keeper's own badge and card count only if they contain the text.
 */
function isPictureOf(path: string, answer: Response, body: string): boolean {
  if (SHARED.some((file) => path === `${full.hostile.agent}/${file}`)) return false;
  if (SHARED.some((file) => path.endsWith(`/${file}`))) return !/no one home/i.test(body);
  // A picture pack that is still being drawn counts, too.
  return answer.headers.get("content-type")?.startsWith("image/") === true || [202, 302].includes(answer.status);
}

function publicAddresses(): readonly string[] {
  const { agent, creature, egg, grave, species } = full.hostile;
  const profiles = [agent, creature, egg, grave];
  return [
    "/",
    "/house",
    `/house?species=${SLUG}`,
    "/graveyard",
    "/hall",
    "/species",
    "/sitemap.xml",
    "/api/house/living?per_page=50",
    `/api/house/living?species=${SLUG}`,
    "/api/house/graveyard?per_page=50",
    `/api/house/graveyard?agent=${USERNAME}`,
    "/api/house/hall?category=oldest_living&per_page=50",
    "/api/house/hall?category=most_consistent&per_page=50",
    "/api/house/hall?category=gravestone_count&per_page=50",
    "/api/house/species?per_page=50",
    "/api/stats",
    species,
    `/api/house/species/${SLUG}`,
    `${species}/share.png`,
    `${species}/portrait.svg`,
    ...profiles,
    ...profiles.map((path) => `/api${path}`),
    `/api${agent}/reliability`,
    `${creature}/share.png`,
    `${creature}/portrait.svg`,
    `${creature}/growth.svg`,
    `${grave}/share.png`,
    `${grave}/portrait.svg`,
    `${agent}/avatar.svg`,
    `${agent}/avatar.webp`,
    `${agent}/share.png`,
    ...[agent, creature, egg].flatMap((path) => SHARED.map((file) => `${path}/${file}`)),
  ];
}

/** Returns the addresses that contain the text or a picture of its subject. */
async function placesOf(text: string): Promise<readonly string[]> {
  const found: string[] = [];
  for (const path of publicAddresses()) {
    const answer = await fetch(`${house.url}${path}`, { headers: { accept: "text/html, */*" }, redirect: "manual" });
    const body = await answer.text();
    const isPicture = isPictureOf(path, answer, body);
    // A list repeats its query, so only its entries count.
    const sought = path.startsWith("/house?") && text === SLUG ? full.hostile.creature : text;
    // A 404 page may repeat the requested address.
    if (answer.status < 400 && (isPicture || body.replaceAll(path, "").includes(sought))) found.push(path);
  }
  return found;
}

/** Returns what an agent receives about other agents, over HTTP and MCP. */
async function shownToAgents(): Promise<string> {
  const keeper = await house.register({ timezone: zoneAt(9) });
  await keeper.call("POST", "/api/house/adopt", { name: "Axo", species_slug: "axolotl" });
  await keeper.call("GET", "/api/house/status");
  const cared = [];
  for (const action of ["feed", "reflect"]) {
    cared.push((await keeper.call("POST", "/api/house/care", { action })).text);
    movedMs += 60_000;
  }
  const client = await modernClient(new URL("/mcp", house.url));
  const calls = [
    ...["hall", "living", "graveyard"].map((what) => ["browse", { what }] as const),
    ["species", { what: "list_species" }] as const,
  ];
  const told = await Promise.all(
    calls.map(async ([name, args]) => {
      const result = await client.call(name, args);
      expect(result.isError ?? false, JSON.stringify(result.content)).toBe(false);
      return JSON.stringify(result);
    }),
  );
  return [...cared, ...told].join("\n");
}

/** Hiding a note does not affect pictures of the keeper and its creatures. */
const PICTURE = /\.(?:svg|png|webp)$|\/badge\.json$/;

test("hidden notes disappear everywhere and return", async () => {
  const operator = operatorOf(house);
  const shown = (await placesOf(WORDS)).filter((path) => !PICTURE.test(path));
  expect(shown).toEqual(expect.arrayContaining(["/", full.hostile.creature]));
  expect(await operator.act("hide-note", `${USERNAME}/${entryId}`, "a test")).toBe("done");
  await worked();
  expect((await placesOf(WORDS)).filter((path) => !PICTURE.test(path))).toEqual([]);
  expect(await shownToAgents()).not.toContain(WORDS);
  expect(await operator.act("show-note", `${USERNAME}/${entryId}`, "a test")).toBe("done");
  await worked();
  expect((await placesOf(WORDS)).filter((path) => !PICTURE.test(path))).toEqual(shown);
});

test("hidden profiles disappear with creatures and graves, and return", async () => {
  const operator = operatorOf(house);
  const shown = await placesOf(USERNAME);
  expect(shown.length).toBeGreaterThan(20);
  expect(await operator.act("hide-profile", USERNAME, "a test")).toBe("done");
  await worked();
  // The species is renamed, but keepers of its creatures still see the drawing.
  expect(await placesOf(USERNAME)).toEqual([`${full.hostile.species}/portrait.svg`]);
  expect(await shownToAgents()).not.toContain(USERNAME);
  expect(await operator.act("show-profile", USERNAME, "a test")).toBe("done");
  await worked();
  expect(await placesOf(USERNAME)).toEqual(shown);
});

test("hidden species disappear with creatures, reject adoption, and return", async () => {
  const operator = operatorOf(house);
  const shown = await placesOf(SLUG);
  expect(shown).toEqual(expect.arrayContaining(["/species", full.hostile.species, full.hostile.creature]));
  expect(await operator.act("hide-species", SLUG, "a test")).toBe("done");
  await worked();
  const { agent } = full.hostile;
  // The keeper's own avatar is not a picture of the species.
  expect(await placesOf(SLUG)).toEqual([`${agent}/avatar.svg`, `${agent}/avatar.webp`, `${agent}/share.png`]);
  expect(await shownToAgents()).not.toContain(SLUG);
  const keeper = await house.register();
  const refused = await keeper.call("POST", "/api/house/adopt", { name: "Pip", species_slug: SLUG });
  expect(refused.status).toBe(400);
  expect(JSON.stringify(refused.json.details)).toMatch(/species/i);
  expect(await operator.act("show-species", SLUG, "a test")).toBe("done");
  await worked();
  expect(await placesOf(SLUG)).toEqual(shown);
});
