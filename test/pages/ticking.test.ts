// Tests the live stats on a creature's page: they must agree with a status call after ten hours and show events from elsewhere.
import { expect, test } from "vitest";
import { openBrowser } from "../browser.ts";
import { zoneAt } from "../den.ts";
import { houseForFile } from "../harness.ts";
import { watchedPage } from "./browser.ts";

const HOURS = 10;
let movedMs = 0;
const house = await houseForFile({ env: { RATE_LIMIT_FACTOR: "1000" }, clock: () => Date.now() + movedMs });

test("stats on the page agree with status to 0.1 after ten hours", async () => {
  const keeper = await house.register({ timezone: zoneAt(18) });
  const adopted = await keeper.call("POST", "/api/house/adopt", { name: "Pip", species_slug: "housecat" });
  const id: string = adopted.json.creature.id;
  await keeper.call("GET", "/api/house/status");
  for (let count = 0; count < 4; count++) {
    movedMs += 30 * 60_000;
    await keeper.call("POST", "/api/house/care", { action: "reflect", creature_id: id });
  }
  const browser = await openBrowser();
  try {
    const { page, faults } = await watchedPage(await browser.newContext());
    await page.clock.install({ time: Date.now() + movedMs });
    await page.goto(`${house.url}/agents/${keeper.username}/creatures/${id}`);
    const shown = async (stat: string) => Number(await page.locator(`[data-stat="${stat}"] .stat__n`).innerText());
    const before = await shown("hunger");
    await page.clock.fastForward(HOURS * 3_600_000);
    movedMs += HOURS * 3_600_000;
    await page.clock.runFor(2_000);
    const { json } = await keeper.call("GET", `/api/house/status?creature_id=${id}`);
    expect(await shown("hunger")).toBeLessThan(before - 5);
    for (const stat of ["hunger", "happiness", "health", "trust"]) {
      expect(Math.abs((await shown(stat)) - json.creature[stat]), stat).toBeLessThanOrEqual(0.101);
    }
    const left = (await page.locator(".left__time").textContent()) ?? "";
    const [hours = 0, minutes = 0] = left.match(/\d+/g)?.map(Number) ?? [];
    expect(Math.abs(hours + minutes / 60 - json.creature.death_clock.hours_remaining)).toBeLessThan(0.05);
    expect(faults.filter((fault) => !/portrait\.svg|avatar\.webp/.test(fault))).toEqual([]);
  } finally {
    await browser.close();
  }
});

test("an open page shows care and, after sleep, the right time", async () => {
  const keeper = await house.register({ timezone: zoneAt(9, Date.now() + movedMs) });
  const adopted = await keeper.call("POST", "/api/house/adopt", { name: "Moss", species_slug: "housecat" });
  const id: string = adopted.json.creature.id;
  await keeper.call("GET", "/api/house/status");
  const browser = await openBrowser();
  try {
    const { page, faults } = await watchedPage(await browser.newContext());
    const shared: number[] = [];
    page.on("request", (request) => {
      const instant = new URL(request.url()).searchParams.get("live");
      if (instant !== null) shared.push(Number(instant) % 2_000);
    });
    await page.clock.install({ time: Date.now() + movedMs });
    await page.goto(`${house.url}/agents/${keeper.username}/creatures/${id}`);
    // The page's clock does not move with the server's, as on a machine that sleeps.
    movedMs += 3 * 3_600_000;
    const fed = await keeper.call("POST", "/api/house/care", { action: "feed", creature_id: id });
    expect(fed.json.action_result.success).toBe(true);
    movedMs += 3_600_000;
    const { json } = await keeper.call("GET", `/api/house/status?creature_id=${id}`);
    await page.clock.runFor(20_000);
    const hunger = async () => Number(await page.locator('[data-stat="hunger"] .stat__n').innerText());
    const apart = async () => Math.abs((await hunger()) - json.creature.hunger);
    await expect.poll(apart, { timeout: 30_000 }).toBeLessThanOrEqual(0.101);
    const left = (await page.locator(".left__time").textContent()) ?? "";
    const [hours = 0, minutes = 0] = left.match(/\d+/g)?.map(Number) ?? [];
    expect(Math.abs(hours + minutes / 60 - json.creature.death_clock.hours_remaining)).toBeLessThan(0.05);
    expect(shared).toEqual([0]);
    expect(faults.filter((fault) => !/portrait\.svg|avatar\.webp/.test(fault))).toEqual([]);
  } finally {
    await browser.close();
  }
});
