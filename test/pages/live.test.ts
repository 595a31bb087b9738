// Open pages in a real browser: what happens elsewhere shows within two seconds, by the server's clock whatever the
// visitor's clock says, without moving the page around, and also where streams do not get through.
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { rollupRounds } from "../../src/worker/rollups/roll-up.ts";
import { openBrowser } from "../browser.ts";
import { zoneAt } from "../den.ts";
import { houseForFile, type Account } from "../harness.ts";
import { watchedPage } from "./browser.ts";

const OFF_MS = 6 * 3_600_000;
/** What is promised is two seconds; a machine that is shared may stall. */
const PATIENT_MS = 20_000;
let movedMs = 0;
const house = await houseForFile({ env: { RATE_LIMIT_FACTOR: "1000" }, clock: () => Date.now() + movedMs });
const { now } = house.app.services;
let browser: Browser;

beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

interface Kept extends Account {
  readonly creatureId: string;
  readonly path: string;
}

async function keeperWith(name: string): Promise<Kept> {
  const keeper = await house.register({ timezone: zoneAt(12) });
  const adopted = await keeper.call("POST", "/api/house/adopt", { name, species_slug: "housecat" });
  const creatureId: string = adopted.json.creature.id;
  await keeper.call("GET", "/api/house/status");
  return { ...keeper, creatureId, path: `/agents/${keeper.username}/creatures/${creatureId}` };
}

/** What a worker does now and then. Answers are kept for some seconds: the clock moves past them. */
async function rollUp(): Promise<void> {
  const { database } = house.app.services;
  movedMs += 20_000;
  for (const round of rollupRounds(database, now)) for (let more = true; more;) more = (await round.run()) === true;
}

type Opened = Awaited<ReturnType<typeof watchedPage>>;

/** A page of a visitor whose clock is off by so much, up to date for the first time. */
async function opened(path: string, offMs = 0): Promise<Opened> {
  const context = await browser.newContext({ timezoneId: "Asia/Tokyo" });
  onTestFinished(() => context.close());
  await context.addInitScript(
    `window.shifts = 0; new PerformanceObserver((list) => { for (const { value } of list.getEntries()) window.shifts += value; })
      .observe({ type: "layout-shift", buffered: true });`,
  );
  if (offMs !== 0) {
    await context.addInitScript(`{ const real = Date.now; const Real = Date; const off = ${offMs};
      window.Date = class extends Real { constructor(...given) { super(...(given.length === 0 ? [real() + off] : given)); }
        static now() { return real() + off; } }; }`);
  }
  const { page, faults } = await watchedPage(context);
  const streaming = page.waitForResponse((answer) => answer.url().includes("/live/"));
  await page.goto(`${house.url}${path}`);
  expect((await streaming).status()).toBe(200);
  return { page, faults };
}

/** How long after now the page shows it. */
async function msUntil(page: Page, condition: string): Promise<number> {
  const started = performance.now();
  // Not waitForFunction, which the policy of the pages forbids.
  await expect
    .poll(() => page.evaluate(condition), { interval: 30, timeout: PATIENT_MS, message: condition })
    .toBe(true);
  return performance.now() - started;
}

const textOf = (selector: string) => `document.querySelector(${JSON.stringify(selector)})?.textContent ?? ""`;

test("care given elsewhere shows on a creature's open page, without moving it around", async () => {
  const pip = await keeperWith("Pip");
  const { page, faults } = await opened(pip.path);
  await msUntil(page, `/^\\d+\\.\\d{4}$/.test(${textOf('[data-stat="hunger"] .stat__n')})`);
  const entries = await page.locator(".timeline .event").count();
  const answer = await pip.call("POST", "/api/house/care", {
    action: "reflect",
    creature_id: pip.creatureId,
    notes: "Hello from elsewhere",
  });
  expect(answer.status, answer.text).toBe(200);
  const ms = await msUntil(page, `document.querySelectorAll(".timeline .event").length > ${entries}`);
  console.log(`care given elsewhere showed on the page after ${Math.round(ms)} ms`);
  expect(await page.locator(".timeline").innerText()).toContain("Hello from elsewhere");
  expect(await page.evaluate("document.body.dataset.state")).toContain(" 1 ");
  expect(Number(await page.evaluate("window.shifts"))).toBeLessThan(0.02);
  expect(faults).toEqual([]);
});

test("stats tick visibly, and everything is right with the visitor's clock six hours off", async () => {
  const pip = await keeperWith("Ticker");
  const { page, faults } = await opened(pip.path, OFF_MS);
  const shown = `Number(${textOf('[data-stat="hunger"] .stat__n')})`;
  await msUntil(page, `/^\\d+\\.\\d{4}$/.test(${textOf('[data-stat="hunger"] .stat__n')})`);
  const before = Number(await page.evaluate(shown));
  await msUntil(page, `${shown} < ${before}`);
  const [hunger, left, readAt] = await page.evaluate<[number, string, string]>(
    `[${shown}, ${textOf(".sunclock__big")}, ${textOf("[data-read-at]")}]`,
  );
  const { json } = await pip.call("GET", `/api/house/status?creature_id=${pip.creatureId}`);
  expect(Math.abs(hunger - json.creature.hunger)).toBeLessThan(0.11);
  const [hours = 0, minutes = 0] = left.match(/\d+/g)?.map(Number) ?? [];
  expect(Math.abs(hours + minutes / 60 - json.creature.death_clock.hours_remaining)).toBeLessThan(0.05);
  const inTokyo = (at: number) => new Date(at + 9 * 3_600_000).toISOString().slice(11, 19);
  const ofDay = (text: string) => text.split(":").reduce((sum, part) => 60 * sum + Number(part), 0);
  expect(Math.abs(ofDay(readAt) - ofDay(inTokyo(now())))).toBeLessThan(PATIENT_MS / 1000);
  const dies = await page.locator(".sunclock [data-form]").last().textContent();
  expect(dies).toContain(inTokyo(Date.parse(json.creature.death_clock.dies_at)).slice(0, 5));
  expect(await page.locator("[data-zone]").innerText()).toContain("Asia/Tokyo");
  const turned = Number(
    /rotate\(([\d.]+)/.exec((await page.locator(".sunclock__sun").getAttribute("transform")) ?? "")?.[1],
  );
  const { hours_remaining, threshold_hours } = json.creature.death_clock;
  expect(Math.abs(turned - 180 * (1 - hours_remaining / threshold_hours))).toBeLessThan(0.5);
  expect(faults).toEqual([]);
});

test("the home page leads with danger, changes in place, and says what just happened", async () => {
  const pip = await keeperWith("Home Pip");
  const other = await keeperWith("Endangered");
  await pip.call("POST", "/api/house/care", { action: "reflect", creature_id: pip.creatureId, notes: "A calm day." });
  await rollUp();
  const safe = await opened("/", OFF_MS);
  expect(await safe.page.locator(".hero__danger").innerText()).toBe("Nobody is in danger right now.");
  expect(await safe.page.locator(".note time, .note .soft").first().innerText()).toBe("just now");
  const { database } = house.app.services;
  await database.adHoc(
    `UPDATE rollup_living SET mood = 'critical', stage = 'child', entry = entry || jsonb_build_object('mood', 'critical',
      'urgency', 'imminent', 'feeding_status', 'critical', 'stage', 'child', 'dies_at', $2::bigint) WHERE creature_id = $1`,
    [other.creatureId, now() + 50 * 60_000],
  );
  const ms = await msUntil(safe.page, `(${textOf(".hero__danger")}).includes("Endangered")`);
  console.log(`a new danger showed on the home page after ${Math.round(ms)} ms`);
  const lead = await safe.page.locator(".hero__danger").innerText();
  expect(lead).toMatch(/^Endangered dies in (49|50) min \d\d s without care\. It needs medicine and a meal\.$/);
  expect(await safe.page.locator(".hero .button").first().innerText()).toBe("Meet Endangered");
  expect(await safe.page.locator(".dens--hill .den__name").first().innerText()).toBe("Endangered");
  await pip.call("POST", "/api/house/care", { action: "feed", creature_id: pip.creatureId });
  await msUntil(safe.page, `(${textOf("[data-tidings]")}).startsWith("Home Pip was fed, just now")`);
  const before = await safe.page.locator(`[data-creature$="${pip.creatureId}"] .den__wait`).first().innerText();
  expect(before).not.toBe("");
  expect(Number(await safe.page.evaluate("window.shifts"))).toBeLessThan(0.02);
  expect(safe.faults).toEqual([]);
});

test("an egg on the list of the living hatches in its doorway when its keeper looks in elsewhere", async () => {
  const keeper = await house.register({ timezone: zoneAt(12) });
  const adopted = await keeper.call("POST", "/api/house/adopt", { name: "Listed Egg", species_slug: "housecat" });
  await rollUp();
  const { page, faults } = await opened("/house");
  const { page: byDanger } = await opened("/house?sort=danger");
  const den = `[data-creature$="${adopted.json.creature.id}"]`;
  expect(await page.locator(`${den} .den__wait`).innerText()).toBe("Waiting for a first visit");
  await keeper.call("GET", "/api/house/status");
  const ms = await msUntil(page, `!(${textOf(`${den} .den__wait`)}).startsWith("Waiting")`);
  console.log(`a birth showed in the list of the living after ${Math.round(ms)} ms`);
  await msUntil(byDanger, `(${textOf(`${den} .den__left`)}).startsWith("Dies in")`);
  expect(await page.locator(`${den} .mood`).getAttribute("class")).not.toContain("egg");
  expect(await page.locator(`${den} img`).getAttribute("src")).toContain("portrait.svg?look=baby-");
  expect(faults).toEqual([]);
});

test("where streams are refused the page is read again now and then; a hidden tab holds no stream", async () => {
  const pip = await keeperWith("Polled Pip");
  const context = await browser.newContext();
  const { page } = await watchedPage(context);
  await page.route("**/live/**", (route) => route.fulfill({ status: 503, headers: { "retry-after": "30" } }));
  await page.clock.install();
  await page.goto(`${house.url}${pip.path}`);
  const entries = await page.locator(".timeline .event").count();
  await pip.call("POST", "/api/house/care", { action: "reflect", creature_id: pip.creatureId, notes: "Polled" });
  await page.clock.runFor(40_000);
  await msUntil(page, `document.querySelectorAll(".timeline .event").length > ${entries}`);
  await context.close();
  const { page: seen } = await opened(pip.path);
  const { liveHub } = house.app.services;
  await expect.poll(() => liveHub.count, { timeout: PATIENT_MS }).toBe(1);
  await seen.evaluate(`Object.defineProperty(document, "hidden", { get: () => window.isAway, configurable: true });
    window.isAway = true; document.dispatchEvent(new Event("visibilitychange"));`);
  await expect.poll(() => liveHub.count, { timeout: PATIENT_MS }).toBe(0);
  await seen.evaluate(`window.isAway = false; document.dispatchEvent(new Event("visibilitychange"));`);
  await expect.poll(() => liveHub.count, { timeout: PATIENT_MS }).toBe(1);
});
