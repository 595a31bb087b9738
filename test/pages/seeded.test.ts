// Pages of the seeded house, where one creature is critical and one was released: the pages say what is true of them.
import { beforeAll, expect, test } from "vitest";
import { raiseAll } from "../../scripts/seed/raise.ts";
import { storeHouse } from "../../scripts/seed/store.ts";
import { readCreature } from "../../src/community/creatures/creature.get/read.ts";
import { listLivingKinds } from "../../src/community/rollups/store/living.ts";
import { rollupRounds } from "../../src/community/rollups/roll-up.ts";
import { openBrowser } from "../browser.ts";
import { houseForFile } from "../harness.ts";

const house = await houseForFile({ env: { RATE_LIMIT_FACTOR: "1000" } });
const { database, now } = house.app.services;
const agents = raiseAll(now());

beforeAll(async () => {
  await storeHouse(database, agents, now());
  for (const round of rollupRounds(database, now)) for (let more = true; more;) more = (await round.run()) === true;
}, 60_000);

async function page(path: string): Promise<string> {
  const { status, text } = await house.call("GET", path, undefined, { accept: "text/html" });
  expect(status, path).toBe(200);
  return text;
}

function addressOf(name: string): string {
  for (const { username, lives } of agents) {
    const life = lives.find(({ stored }) => stored.creature.name === name);
    if (life !== undefined) return `/agents/${username}/creatures/${life.stored.creature.id}`;
  }
  throw new Error(`nobody is called ${name}`);
}

test("the hill of the home page has the one in danger, and leads to it", async () => {
  const home = await page("/");
  const hill = home.slice(home.indexOf("dens--hill"), home.indexOf("numbers"));
  expect(hill).toContain(addressOf("Glyph"));
  expect(hill).toContain("mood--critical");
  expect(home).toContain(`href="${addressOf("Glyph")}">Meet Glyph`);
});

test("the living sorted by danger begin with the one that dies first; eggs come last", async () => {
  const listed = (await page("/house")).matchAll(/class="den[^"]*" href="[^"]*\/creatures\/([^"]+)"/gu);
  const kinds = new Map(
    (await listLivingKinds(database, { now: now() })).map(({ creatureId, diesAt }) => [creatureId, diesAt]),
  );
  const dueAt = [...listed].map(([, id]) => kinds.get(id ?? "") ?? Infinity);
  expect(dueAt.length).toBeGreaterThan(10);
  expect(dueAt).toEqual(dueAt.toSorted((one, other) => one - other || 0));
  expect(dueAt.at(-1)).toBe(Infinity);
  const said = (await page("/house")).matchAll(/den__wait">\s*(?:<b>)?([A-Z][a-z]+ [a-z]+)/gu);
  const words = [...said].map(([, first]) => first);
  expect(words[0]).toBe("Dies in");
  expect(words.at(-1)).toBe("Waiting for");
});

test.each([
  { width: 1440, tallest: 4_000 },
  { width: 390, tallest: 5_500 },
])("a creature's page is at most $tallest px tall at $width", async ({ width, tallest }) => {
  const browser = await openBrowser();
  const tab = await browser.newPage({ viewport: { width, height: 900 } });
  await tab.goto(`${house.url}${addressOf("Biscuit")}`);
  expect(Number(await tab.evaluate("document.documentElement.scrollHeight"))).toBeLessThanOrEqual(tallest);
  await browser.close();
});

test("counts beside a filter respect the other filters", async () => {
  const cats = await page("/house?family=cat");
  const adults = /<option value="adult"[^>]*>adult \((\d+)\)/u.exec(cats)?.[1];
  expect(await page("/house?family=cat&stage=adult")).toContain(`${adults} creatures found`);
  // Of the family that is chosen, all others are still counted.
  expect(cats).toMatch(/Dogs [1-9]/u);
});

test("a released creature stops aging, keeps its face, and is not marked as living", async () => {
  const at = addressOf("Atlas");
  const [, username = "", id = ""] = /agents\/(.+)\/creatures\/(.+)/u.exec(at) ?? [];
  const ageAt = async (instant: number) =>
    (await readCreature(house.app.services, { username, id }, instant))?.creature.age_hours;
  expect(await ageAt(now() + 26 * 3_600_000)).toBe(await ageAt(now() + 3_600_000));
  const text = await page(at);
  expect(text).toContain("old when it left");
  expect(text).not.toMatch(/aria-current="page"[^>]*>Living/u);
  expect((await house.call("GET", `${at}/portrait.svg`)).status).toBe(200);
});

test("a dead creature belongs to the graveyard, and a stone shows its face and one line about the life", async () => {
  expect(await page(addressOf("Nib"))).toMatch(/href="\/graveyard"[^>]*aria-current="page"/u);
  const yard = await page("/graveyard");
  expect(yard).toMatch(/stone__epitaph">[^<]{8,40}<\/span>/u);
  expect(yard).not.toMatch(/GET \/api/u);
});
