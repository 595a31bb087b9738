// Tests open pages in a real browser. Changes elsewhere must appear at the next refresh, even after a failed one. Times follow
// the server's clock, and the page must not shift.
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { countFigures } from "../../src/community/rollups/roll-up.ts";
import { openBrowser } from "../browser.ts";
import { zoneAt } from "../den.ts";
import { houseForFile, type Account } from "../harness.ts";
import { watchedPage, type Watched } from "./browser.ts";

const OFF_MS = 6 * 3_600_000;
/** Longer than a page ever waits before it refreshes. */
const READING_MS = 19_000;
const PATIENT_MS = 20_000;
let movedMs = 0;
const house = await houseForFile({ env: { RATE_LIMIT_FACTOR: "1000" }, clock: () => Date.now() + movedMs });
const { database, now } = house.app.services;
let browser: Browser;

beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

interface Pet extends Account {
  readonly creatureId: string;
  readonly path: string;
}

async function keeperWith(name: string): Promise<Pet> {
  const keeper = await house.register({ timezone: zoneAt(12, now()) });
  const adopted = await keeper.call("POST", "/api/house/adopt", { name, species_slug: "housecat" });
  const creatureId: string = adopted.json.creature.id;
  await keeper.call("GET", "/api/house/status");
  return { ...keeper, creatureId, path: `/agents/${keeper.username}/creatures/${creatureId}` };
}

/** Runs the worker's roll-up. Moves the clock first, because answers are cached for some seconds. */
async function rollUp(): Promise<void> {
  movedMs += 20_000;
  await countFigures(database, now);
}

/** Opens a page for a visitor in Tokyo whose clock is off by `offMs`. */
async function opened(path: string, offMs = 0): Promise<Watched> {
  const context = await browser.newContext({ timezoneId: "Asia/Tokyo" });
  onTestFinished(() => context.close());
  await context.addInitScript(
    `window.shifts = 0; new PerformanceObserver((list) => { for (const { value } of list.getEntries()) window.shifts += value; })
      .observe({ type: "layout-shift", buffered: true });`,
  );
  const watched = await watchedPage(context);
  await watched.page.clock.install({ time: now() + offMs });
  await watched.page.goto(`${house.url}${path}`);
  return watched;
}

/** Lets enough time pass for an open page to refresh. */
async function readAgain(page: Page): Promise<void> {
  movedMs += READING_MS;
  await page.clock.runFor(READING_MS);
}

const shifts = async (page: Page) => Number(await page.evaluate("window.shifts"));
const withoutPictures = (faults: readonly string[]) =>
  faults.filter((fault) => !/portrait\.svg|avatar\.webp/.test(fault));

test("a creature's open page shows care, even after a failed read", async () => {
  const pip = await keeperWith("Pip");
  const { page, faults } = await opened(pip.path);
  const entries = await page.locator(".timeline .event").count();
  const reflect = (notes: string) =>
    pip.call("POST", "/api/house/care", { action: "reflect", creature_id: pip.creatureId, notes });
  expect((await reflect("Hello from elsewhere")).status).toBe(200);
  await readAgain(page);
  const timeline = page.locator(".timeline").first();
  await expect.poll(() => timeline.innerText(), { timeout: PATIENT_MS }).toContain("Hello from elsewhere");
  expect(await page.locator(".timeline .event").count()).toBeGreaterThan(entries);
  expect(await shifts(page)).toBeLessThan(0.02);
  expect(withoutPictures(faults)).toEqual([]);
  let refused = 0;
  await page.route("**/*live=*", async (route) => {
    refused++;
    await route.fulfill({ status: 503, headers: { "retry-after": "30" } });
  });
  await reflect("Written in the dark");
  await readAgain(page);
  await expect.poll(() => refused, { timeout: PATIENT_MS }).toBe(1);
  expect(await timeline.innerText()).not.toContain("Written in the dark");
  await page.unroute("**/*live=*");
  await readAgain(page);
  await expect.poll(() => timeline.innerText(), { timeout: PATIENT_MS }).toContain("Written in the dark");
}, 120_000);

test("stats tick despite a wrong clock, and hidden tabs send nothing", async () => {
  const pip = await keeperWith("Ticker");
  const { page, faults } = await opened(pip.path, OFF_MS);
  const shown = async () => Number(await page.locator('[data-stat="hunger"] .stat__n').innerText());
  const before = await shown();
  let asked = 0;
  page.on("request", (request) => (asked += Number(request.url().includes("live="))));
  await page.evaluate(
    `Object.defineProperty(document, "hidden", { get: () => window.isAway ?? true, configurable: true });`,
  );
  movedMs += 3_600_000;
  await page.clock.runFor(3_600_000);
  expect([asked, await shown()]).toEqual([0, before]);
  await page.evaluate("window.isAway = false");
  await page.clock.runFor(2_000);
  const { json } = await pip.call("GET", `/api/house/status?creature_id=${pip.creatureId}`);
  expect(await shown()).toBeLessThan(before);
  expect(Math.abs((await shown()) - json.creature.hunger)).toBeLessThan(0.11);
  const left = (await page.locator(".left__time").textContent()) ?? "";
  const [hours = 0, minutes = 0] = left.match(/\d+/g)?.map(Number) ?? [];
  expect(Math.abs(hours + minutes / 60 - json.creature.death_clock.hours_remaining)).toBeLessThan(0.05);
  const inTokyo = (at: number) => new Date(at + 9 * 3_600_000).toISOString().slice(11, 19);
  const ofDay = (text: string) => text.split(":").reduce((sum, part) => 60 * sum + Number(part), 0);
  const readAt = (await page.locator("[data-read-at]").textContent()) ?? "";
  const apart = Math.abs(ofDay(readAt) - ofDay(inTokyo(now())));
  expect(Math.min(apart, 86_400 - apart)).toBeLessThan(PATIENT_MS / 1000);
  const dies = await page.locator(".left [data-form]").textContent();
  expect(dies).toContain(inTokyo(Date.parse(json.creature.death_clock.dies_at)).slice(0, 5));
  expect(await page.locator("[data-zone]").innerText()).toContain("Asia/Tokyo");
  expect(withoutPictures(faults)).toEqual([]);
}, 120_000);

test("the home page changes in place when a creature gets into danger", async () => {
  const pip = await keeperWith("Home Pip");
  const other = await keeperWith("Endangered");
  await pip.call("POST", "/api/house/care", { action: "reflect", creature_id: pip.creatureId, notes: "A calm day." });
  await rollUp();
  const { page, faults } = await opened("/", OFF_MS);
  const lead = page.locator('[data-live="danger-lead"]');
  expect(await lead.innerText()).toBe("No creature is in danger right now.");
  await database.adHoc(
    `UPDATE rollup_living SET mood = 'critical', stage = 'child', entry = entry || jsonb_build_object('mood', 'critical',
      'urgency', 'imminent', 'need', 'danger', 'feeding_status', 'critical', 'stage', 'child', 'dies_at', $2::bigint)
      WHERE creature_id = $1`,
    [other.creatureId, now() + 50 * 60_000],
  );
  await readAgain(page);
  await expect.poll(() => lead.innerText(), { timeout: PATIENT_MS }).toContain("Endangered");
  expect(await lead.innerText()).toMatch(/^Endangered dies in (49|50) min \d\d s without care\./);
  expect(await page.locator(".hero .button").first().innerText()).toBe("Meet Endangered");
  expect(await page.locator(".dens--hill .den__name").first().innerText()).toBe("Endangered");
  expect(await shifts(page)).toBeLessThan(0.02);
  expect(withoutPictures(faults)).toEqual([]);
}, 120_000);

test("an egg in the list hatches in its doorway", async () => {
  const keeper = await house.register({ timezone: zoneAt(12, now()) });
  const adopted = await keeper.call("POST", "/api/house/adopt", { name: "Listed Egg", species_slug: "housecat" });
  await rollUp();
  const { page, faults } = await opened("/house");
  const den = page.locator(`[data-creature$="${adopted.json.creature.id}"]`);
  expect(await den.innerText()).toContain("Waiting for a first visit");
  await keeper.call("GET", "/api/house/status");
  await rollUp();
  await readAgain(page);
  await expect.poll(() => den.innerText(), { timeout: PATIENT_MS }).not.toContain("Waiting for a first visit");
  expect(await den.locator("img").getAttribute("src")).toContain("portrait.svg?look=baby-");
  expect(withoutPictures(faults)).toEqual([]);
}, 120_000);
