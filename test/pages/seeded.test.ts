// Tests pages of the seeded house, which has a critical creature and a released one.
import { beforeAll, expect, test } from "vitest";
import { crowd } from "../../scripts/seed/crowd.ts";
import { SeedLife } from "../../scripts/seed/life.ts";
import { storeCrowd } from "../../scripts/seed/store-crowd.ts";
import { CATALOG } from "@denkeeper/rules/species/catalog/index.ts";
import { HOUR_MS } from "@denkeeper/rules/time/durations.ts";
import { readCreature } from "../../src/community/creatures/creature.get/read.ts";
import { listLivingKinds } from "../../src/community/rollups/store/living.ts";
import { countFigures } from "../../src/community/rollups/roll-up.ts";
import { openBrowser } from "../browser.ts";
import { agentIdOf } from "../../src/platform/identity/agent-id.ts";
import { iso } from "../../src/platform/clock.ts";
import { zoneAt } from "../den.ts";
import { houseForFile } from "../harness.ts";
import { heightOf } from "./browser.ts";
import { ownerLinkOf } from "./owned-house.ts";

/** A fixed instant, because the height of a page depends on texts that change by the hour. */
const AT = Date.UTC(2026, 10, 19, 0, 2);
const house = await houseForFile({ env: { RATE_LIMIT_FACTOR: "1000" }, clock: () => AT });
const { database, now } = house.app.services;
const agents = crowd(96, now());
const lives = agents.flatMap((agent) => agent.lives.map((life) => ({ life, username: agent.username })));

beforeAll(async () => {
  await storeCrowd(database, agents, now());
  await countFigures(database, now);
});

async function page(path: string): Promise<string> {
  const { status, text } = await house.call("GET", path, undefined, { accept: "text/html" });
  expect(status, path).toBe(200);
  return text;
}

type PlacedLife = (typeof lives)[number];

function addressOf({ life, username }: PlacedLife): string {
  return `/agents/${username}/creatures/${life.stored.creature.id}`;
}

function found(fits: (life: SeedLife) => boolean): PlacedLife {
  const first = lives.find(({ life }) => fits(life));
  if (first === undefined) throw new Error("the crowd lacks a creature");
  return first;
}

const diesAt = ({ life }: PlacedLife): number => life.livingAt(now())?.deathClock.diesAt ?? Infinity;
/** The creature that dies first. */
const endangered = lives.reduce((first, each) => (diesAt(each) < diesAt(first) ? each : first));

test("the home page's hill shows the creature in danger and links it", async () => {
  const home = await page("/");
  const hill = home.slice(home.indexOf("dens--hill"), home.indexOf("numbers"));
  expect(hill).toContain(addressOf(endangered));
  expect(hill).toContain("mood--critical");
  expect(home).toContain(`href="${addressOf(endangered)}">Meet ${endangered.life.stored.creature.name}`);
});

test("sorting by danger begins with the first death and ends with eggs", async () => {
  const pages = (await Promise.all([1, 2, 3].map((nth) => page(`/house?page=${nth}`)))).join("");
  const listed = pages.matchAll(/class="den[^"]*" href="[^"]*\/creatures\/([^"]+)"/gu);
  const kinds = new Map(
    (await listLivingKinds(database, { now: now() })).map(({ creatureId, diesAt: at }) => [creatureId, at]),
  );
  const dueAt = [...listed].map(([, id]) => kinds.get(id ?? "") ?? Infinity);
  expect(dueAt.length).toBeGreaterThan(10);
  expect(dueAt).toEqual(dueAt.toSorted((one, other) => one - other || 0));
  expect(dueAt.at(-1)).toBe(Infinity);
  const said = pages.matchAll(/den__wait">\s*(?:<b>)?([A-Z][a-z]+ [a-z]+)/gu);
  const words = [...said].map(([, first]) => first);
  expect(words[0]).toBe("Dies in");
  expect(words.at(-1)).toBe("Waiting for");
});

const EVERY_CREATURE = lives.map(addressOf);

/** Maximum heights in pixels by window width. Each page is fetched once and measured at all widths. */
test.each([
  { what: "every creature's page", paths: EVERY_CREATURE, tallest: { 1440: 2_600, 390: 4_000 } },
  { what: "the list of species", paths: ["/species"], tallest: { 390: 4_700 } },
  { what: "the list of errors", paths: ["/docs/errors"], tallest: { 390: 9_500 } },
  { what: "/join with the longest name", paths: [`/join?username=${"w".repeat(50)}`], tallest: { 390: 4_500 } },
])("$what is at most as tall as allowed at each width", async ({ paths, tallest }) => {
  const browser = await openBrowser();
  const tab = await browser.newPage();
  // Pictures must reserve their space before they load.
  await tab.route(/\.(?:svg|webp)$/u, (route) => route.abort());
  for (const path of paths) {
    await tab.goto(`${house.url}${path}`);
    for (const [width, most] of Object.entries(tallest)) {
      await tab.setViewportSize({ width: Number(width), height: 900 });
      expect(await heightOf(tab), `${path} at ${width}`).toBeLessThanOrEqual(most);
    }
  }
  await browser.close();
});

test("counts beside a filter respect the other filters", async () => {
  const cats = await page("/house?family=cat");
  const adults = /<option value="adult"[^>]*>adult \((\d+)\)/u.exec(cats)?.[1];
  expect(await page("/house?family=cat&stage=adult")).toContain(`${adults} creatures found`);
  // Choosing one family must not change the counts of the others.
  expect(cats).toMatch(/Dogs [1-9]/u);
});

test("a released creature stops aging and is not marked as living", async () => {
  const at = addressOf(found(({ stored }) => stored.creature.releasedAt !== null));
  const [, username = "", id = ""] = /agents\/(.+)\/creatures\/(.+)/u.exec(at) ?? [];
  const ageAt = async (instant: number) =>
    (await readCreature(house.app.services, { username, id }, instant))?.creature.age_hours;
  expect(await ageAt(now() + 26 * 3_600_000)).toBe(await ageAt(now() + 3_600_000));
  const text = await page(at);
  expect(text).toContain("old when it left");
  expect(text).not.toMatch(/aria-current="page"[^>]*>Living/u);
  expect((await house.call("GET", `${at}/portrait.svg`)).status).toBe(200);
});

test("a dead creature's page belongs to the graveyard, which shows epitaphs", async () => {
  expect(await page(addressOf(found(({ stored }) => stored.creature.death !== null)))).toMatch(
    /href="\/graveyard"[^>]*aria-current="page"/u,
  );
  const yard = await page("/graveyard");
  expect(yard).toMatch(/stone__epitaph">[^<]{8,40}<\/span>/u);
  expect(yard).not.toMatch(/GET \/api/u);
});

/** Stores a keeper whose housecat had all meals on time except the one numbered `left`. Returns its pages and its due time. */
async function keeperOf(meals: number, left?: number) {
  const species = CATALOG.find(({ slug }) => slug === "housecat");
  if (species === undefined) throw new Error("there are no housecats");
  const username = `kept-${meals}-${left ?? "all"}`;
  const keeper = { id: agentIdOf(username), username, clockMoved: false, clockOffsetMs: 0 };
  const windowMs = species.feedingWindowHours * HOUR_MS;
  const bornAt = now() - (meals + 0.5) * (windowMs - HOUR_MS);
  const id = `0199${String(meals).padStart(4, "0")}-${keeper.id.slice(0, 4)}-7000-8000-${keeper.id.slice(-12)}`;
  const life = new SeedLife(keeper, { id, name: "Bea", species, zone: zoneAt(12), at: bornAt });
  life.look(bornAt);
  let [fedAt, dueAt] = [bornAt, 0];
  for (let nth = 1; nth <= meals; nth++) {
    if (nth === left) dueAt = fedAt + windowMs;
    if (nth === left) continue;
    // A sleeping creature may refuse, so each meal is repeated.
    for (fedAt = bornAt + nth * (windowMs - HOUR_MS); !life.care("feed", fedAt);) fedAt += HOUR_MS / 12;
    for (const action of ["play", "clean"] as const) life.care(action, fedAt);
  }
  const about = { displayName: username, bio: "", model: ["", ""] as const, timezone: "UTC", location: "" };
  await storeCrowd(database, [{ id: keeper.id, username, ...about, registeredAt: bornAt, lives: [life] }], now());
  return { owner: await ownerLinkOf(house, keeper.id), public: `/agents/${username}`, dueAt };
}

/** Returns the color and the words of the sign. */
async function signOn(path: string): Promise<string> {
  const [, look, words] = /standing--(\w+)" dir="auto"\s*>([^<]*)</u.exec(await page(path)) ?? [];
  return `${look}: ${words}`;
}

test.each([
  [1, /^curious: new · 1 of 1 on time$/u],
  [10, /^curious: new · 10 of 10 on time$/u],
  [60, /^happy: no miss in 1\d days$/u],
])("RECORD-9: records without a miss show no warning after meal %i", async (meals, sign) => {
  const keeper = await keeperOf(meals);
  const owner = await page(keeper.owner);
  expect(await signOn(keeper.owner)).toMatch(sign);
  expect(await signOn(keeper.public)).toMatch(sign);
  expect(owner).toMatch(/verdict__title">\s*All well/u);
  expect(owner).toContain("No late or missed visits");
  expect(owner).not.toMatch(/class="record__(?:late|missed)|incident--/u);
});

test("RECORD-9: the owner's page names the creature and window of a miss", async () => {
  const keeper = await keeperOf(60, 58);
  const owner = await page(keeper.owner);
  const [incident = "", ...others] = owner.split('<li class="incident ').slice(1);
  expect(others).toHaveLength(0);
  expect(incident).toContain("Bea: ");
  expect(incident).toContain(`datetime="${iso(keeper.dueAt)}"`);
});
