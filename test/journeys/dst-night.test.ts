// The night in which New York sets its clocks back. An hour repeats, but no time is lived twice.
import { expect, test } from "vitest";
import { openDen } from "../den.ts";
import { houseForFile } from "../harness.ts";
import { comparable, replay } from "../lives/replay.ts";

/** 4 p.m. in New York the day before. Clocks go from 02:00 back to 01:00 at 06:00 UTC. */
const EVE = Date.UTC(2026, 9, 31, 20);
const HOUR = 3_600_000;
let now = EVE;
const house = await houseForFile({ env: { RATE_LIMIT_FACTOR: "1000" }, clock: () => now });
const ZONE = "America/New_York";

const localHour = (at: number): string =>
  new Date(at).toLocaleTimeString("en-GB", { timeZone: ZONE, hour: "2-digit", minute: "2-digit" });

test("sleep follows the repeated local hour; age follows elapsed time", async () => {
  now = EVE;
  const den = await openDen(house, { timezone: ZONE });
  const ids: string[] = [];
  while (ids.length < 30) ids.push(await den.adopt({ species_slug: "tortoise" }));
  await den.status();
  const asleep = new Map<string, string[]>();
  for (let at = EVE; at <= EVE + 16 * HOUR; at += HOUR) {
    now = at + HOUR / 2;
    const status = await den.status(ids[0]);
    const all = [status.json.creature, ...status.json.other_creatures];
    expect(all).toHaveLength(30);
    const sleepers = all.filter(({ mood }) => mood === "sleeping").map(({ id }) => id);
    asleep.set(new Date(at).toISOString(), sleepers);
    const hour = Number(localHour(now).slice(0, 2));
    if (hour >= 6 && hour < 22) expect(sleepers, localHour(now)).toEqual([]);
    for (const { age_hours: age } of all) expect(age).toBeCloseTo((now - EVE) / HOUR, 1);
    if (sleepers.includes(status.json.creature.id)) {
      expect(status.json.creature.sleep_info).toEqual({
        sleeping: true,
        sleep_window_end: "06:00",
        timezone_used: ZONE,
        wakes_at: expect.stringMatching(/:00:00\.000Z$/),
      });
    }
  }
  // Nine hours pass between 22:00 and 06:00, because one repeats.
  const nights = [...asleep].filter(([, sleepers]) => sleepers.length > 0);
  expect(nights.length).toBe(9);
  expect(localHour(Date.UTC(2026, 10, 1, 5, 30))).toBe("01:30");
  expect(localHour(Date.UTC(2026, 10, 1, 6, 30))).toBe("01:30");
  const [first, second] = ["2026-11-01T05:00:00.000Z", "2026-11-01T06:00:00.000Z"].map((at) => asleep.get(at));
  expect(first).not.toEqual(second);
  const share = nights.reduce((sum, [, sleepers]) => sum + sleepers.length, 0) / (30 * 9);
  expect(share).toBeGreaterThan(0.2);
  expect(share).toBeLessThan(0.47);
});

test("the log of that night replays to the same life", async () => {
  now = EVE;
  const den = await openDen(house, { timezone: ZONE });
  const id = await den.hatched({ species_slug: "retriever" });
  let refused = 0;
  for (let count = 0; count < 20; count++) {
    now += Math.round(0.83 * HOUR);
    await den.status(id);
    const care = await den.care(count % 3 === 0 ? "feed" : "play", id);
    expect(care.status).toBe(200);
    const { success } = care.json.action_result;
    expect(care.json.sleep_info !== undefined).toBe(!success);
    if (!success) refused++;
  }
  const life = await replay(house.app.services.database, den.id, id);
  expect(life.rows.filter(({ kind }) => kind === "care")).toHaveLength(20 - refused);
  const [stored, replayed] = comparable(life);
  expect(replayed).toEqual(stored);
});
