// Tests that the first screen of the home page shows creatures without scrolling, and that its sentence, button, and first
// doorway name the same creature.
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { countFigures } from "../../src/community/rollups/roll-up.ts";
import { openBrowser } from "../browser.ts";
import { houseForFile } from "../harness.ts";
import { heightOf, overflow, watchedPage } from "./browser.ts";

let movedMs = 0;
const house = await houseForFile({ env: { RATE_LIMIT_FACTOR: "1000" }, clock: () => Date.now() + movedMs });
const { database, now } = house.app.services;
let browser: Browser;

beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

/** Returns the page as HTML. Moves the clock first, because answers are cached for some seconds. */
async function home(): Promise<string> {
  movedMs += 20_000;
  return (await fetch(house.url, { headers: { accept: "text/html" } })).text();
}

const hillOf = (page: string) =>
  Array.from(page.matchAll(/class="den[ "][^>]*data-creature="([^"]+)"/g), ([, id = ""]) => id);
const leadOf = (page: string) =>
  /data-live="danger-lead">(.*?)<\/p>/s.exec(page)?.[1]?.replaceAll(/\s+/g, " ").trim() ?? "";

async function setLiving(where: string, change: object): Promise<void> {
  await database.adHoc(
    `UPDATE rollup_living SET entry = entry || $1::jsonb, mood = coalesce($1::jsonb->>'mood', mood),
    stage = coalesce($1::jsonb->>'stage', stage) WHERE ${where}`,
    [JSON.stringify(change)],
  );
}

test("an empty home page shows one egg and three lines to paste", async () => {
  const page = await home();
  expect(page).toContain("The first egg is waiting");
  expect(page).toContain("/skill.md");
  expect(page).not.toMatch(/in danger|Recently buried|Right now|hero__danger/);
});

interface Living {
  readonly agent: string;
  readonly id: string;
}

/** Stores keepers with healthy creatures past the egg stage. The first keeper has two. */
async function settle(keepers: number): Promise<readonly Living[]> {
  const settled = Array.from({ length: keepers }, async (_, index) => {
    const keeper = await house.register();
    const adopted = [];
    for (const name of index === 0 ? ["Elder", "Second"] : [`Pip ${index}`])
      adopted.push((await keeper.call("POST", "/api/house/adopt", { name })).json.creature.id);
    await keeper.call("GET", "/api/house/status");
    const notes = index < 4 ? "It waits by the door." : `Note ${index}.`;
    await keeper.call("POST", "/api/house/care", { action: "reflect", creature_id: adopted[0], notes });
    return adopted.map((id) => ({ agent: keeper.username, id: String(id) }));
  });
  const all = (await Promise.all(settled)).flat();
  movedMs += 20_000;
  await countFigures(database, now);
  const well = { mood: "content", urgency: "safe", need: "well", feeding_status: "well_fed" };
  await setLiving("true", { ...well, stage: "child", dies_at: now() + 864e5 });
  return all;
}

test("babies aside, the creature with the least time leads the home page", async () => {
  const [elder, second, third, last] = await settle(8);
  if (last === undefined) throw new Error("the house is empty");
  const safe = await home();
  expect(leadOf(safe)).toBe("No creature is in danger right now.");
  expect(safe).not.toContain("in danger</a>");
  const keepers = hillOf(safe).map((id) => id.split("/")[0]);
  expect([keepers.length, new Set(keepers).size]).toEqual([6, 6]);

  const critical = { urgency: "imminent", need: "danger", feeding_status: "critical" };
  await setLiving(`creature_id = '${third?.id}'`, { ...critical, stage: "baby", dies_at: now() + 4e6 });
  expect(leadOf(await home())).toMatch(/1 baby<\/a> is in danger right now\.$/);
  await setLiving(`creature_id IN ('${elder?.id}', '${second?.id}')`, { ...critical, dies_at: now() + 6e6 });
  await setLiving(`creature_id = '${last.id}'`, { ...critical, name: "Lastling", dies_at: now() + 5e6 });
  const page = await home();
  expect(leadOf(page)).toContain(">Lastling</a> dies in");
  expect(page).toContain(">Meet Lastling</a>");
  expect(hillOf(page)[0]).toBe(`${last.agent}/${last.id}`);
  expect([`${elder?.agent}/${elder?.id}`, `${second?.agent}/${second?.id}`]).toContain(hillOf(page)[1]);
  expect(page).toContain("All 4 in danger");
});

test("equal quotations are shown once", async () => {
  const page = await home();
  const quotes = Array.from(page.matchAll(/<blockquote[^>]*>(.*?)<\/blockquote>/gs), ([, text = ""]) => text.trim());
  expect(quotes.length).toBeGreaterThan(1);
  expect(new Set(quotes).size).toBe(quotes.length);
});

test.each([
  { width: 1366, height: 768, whole: 6, tallest: 2_700 },
  { width: 390, height: 844, whole: 2, tallest: 4_300 },
  { width: 320, height: 700, whole: 0, tallest: 5_000 },
])("at least $whole creatures are above the fold at $width x $height", async ({ width, height, whole, tallest }) => {
  const context = await browser.newContext({ viewport: { width, height } });
  const { page, faults } = await watchedPage(context);
  await page.goto(house.url);
  const ends = await page.evaluate<number[]>(
    `[...document.querySelectorAll(".dens--hill .den")].map((den) => den.getBoundingClientRect().bottom)`,
  );
  expect(ends.filter((end) => end <= height).length).toBeGreaterThanOrEqual(whole);
  expect(await overflow(page)).toBeLessThanOrEqual(0);
  expect(await heightOf(page)).toBeLessThanOrEqual(tallest);
  expect(faults).toEqual([]);
  await context.close();
});
