// Checks each deliberate deviation from the contract, and compares the list with docs/specification.md.
import { expect, test } from "vitest";
import { HOUR_MS } from "@denkeeper/rules/time/durations.ts";
import { openDen } from "../den.ts";
import { readDocument } from "../documents.ts";
import { houseForFile } from "../harness.ts";
import { until } from "../processes/own-redis.ts";
import { holds, near } from "./rows.ts";

const house = await houseForFile({ env: { ITEM_MODEL: "similarity", RATE_LIMIT_FACTOR: "1000" } });

/** Returns the judgments of items given in play, once the model is loaded. */
async function judged(...items: readonly string[]) {
  const den = await openDen(house);
  const id = await den.hatched();
  const results = [];
  for (const item of items) {
    const judge = async () => (await den.care("play", id, { item })).json.action_result.item_result;
    await until(async () => (await judge()).category !== null);
    results.push(await judge());
  }
  return results;
}

const STATUSES = ["ok", "due_soon", "overdue", "critical"] as const;
const BORDERS = [0.5, 1, 1.5];

const DEVIATIONS: Readonly<Record<string, () => Promise<void>>> = {
  "FEED-2": async () => {
    const den = await openDen(house, { hour: 18 });
    const ids = await den.adoptMany(10);
    await den.status();
    const born = den.now();
    const slept = new Map(ids.map((id) => [id, 0]));
    let later = 0;
    await den.advanceTo(Math.ceil(born / HOUR_MS) * HOUR_MS + 3 * HOUR_MS + 36_000);
    for (let hour = 0; hour < 8; hour++) {
      for (const id of ids) {
        const { creature } = (await den.status(id)).json;
        const hours = slept.get(id) ?? 0;
        const position = (creature.hours_since_fed - hours) / creature.feeding_window_hours;
        const plain = creature.hours_since_fed / creature.feeding_window_hours;
        const status = (at: number) => STATUSES[BORDERS.filter((border) => border <= at).length];
        if (BORDERS.every((border) => Math.abs(position - border) > 0.02)) {
          expect(creature.feeding_status, `${creature.hours_since_fed} h, ${hours} asleep`).toBe(status(position));
          if (status(plain) !== status(position)) later++;
        }
        if (creature.mood === "sleeping") slept.set(id, hours + 1);
      }
      await den.advance(1);
    }
    expect(later).toBeGreaterThan(0);
  },
  "RHYTHM-1": async () => {
    const den = await openDen(house);
    const id = await den.hatched();
    for (let count = 0; count < 5; count++) {
      await den.care("reflect", id);
      await den.advance(0.15);
    }
    holds(await den.status(id), 200, [
      ["creature.care_rhythm.average_hours", 12],
      ["creature.death_clock.hours_remaining", near(36 - 0.15, 0.1)],
    ]);
  },
  "ITEM-4": async () => {
    expect(await judged("broken glass", "rat poison")).toMatchObject([
      { category: "harmful", score: 0 },
      { category: "harmful", score: 0 },
    ]);
  },
  "ITEM-8": async () => {
    const far = await judged("tax form", "algebra", "parliament");
    expect(far.map(({ category }) => category)).toContain("disliked");
    for (const { score } of far) expect(score).toBeGreaterThanOrEqual(0.33);
  },
  "ITEM-9": async () => {
    await judged("toy mouse");
    const den = await openDen(house);
    await den.hatched();
    holds(await den.care("play", undefined, { item: "<zorblax>" }), 200, [
      ["action_result.item_result.category", null],
      ["action_result.item_result.message", expect.stringContaining("plain English")],
    ]);
  },
};

test("docs/specification.md lists the same deviations", () => {
  const listed = [...readDocument("docs/specification.md").matchAll(/^\| ([A-Z]+-\d+) +\|/gm)].map(([, rule]) => rule);
  expect(listed).toEqual(Object.keys(DEVIATIONS));
});

test.each(Object.keys(DEVIATIONS))("the service deviates from the contract as documented: %s", async (rule) => {
  await DEVIATIONS[rule]?.();
});
