// Tests that a forecast read with `tick` agrees with the creature itself (SEEN-3).
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { arbitraryCreature } from "../../../../test/lives/arbitrary-life.ts";
import { creatureWith, hours } from "../../../../test/lives/creatures.ts";
import { forecastOf } from "../foresight/forecast.ts";
import { creatureAt } from "../life/life.ts";
import { settle } from "../life/settle.ts";
import { tick } from "./tick.ts";

const TICKING = ["hunger", "happiness", "health", "trust"] as const;
const HOURS = 10;

it("SEEN-3: a forecast agrees with the creature within a tenth", () => {
  const moment = fc.record({
    asked: fc.integer({ min: 0, max: hours(30) }),
    later: fc.integer({ min: 0, max: hours(HOURS) }),
  });
  fc.assert(
    fc.property(arbitraryCreature, moment, (creature, { asked, later }) => {
      const now = creatureAt(creature, creature.asOf + asked);
      fc.pre(now.kind === "living");
      if (now.kind !== "living") return;
      const told = tick(forecastOf(now.creature, HOURS), now.now + later);
      const then = creatureAt(creature, now.now + later);
      if (then.kind !== "living") return;
      expect(told.asleep).toBe(then.asleep);
      for (const stat of TICKING) {
        const seen = then.visibility.stats[stat];
        if (seen === null) expect(told[stat]).toBeNull();
        else expect(Math.abs((told[stat] ?? NaN) - seen)).toBeLessThanOrEqual(0.1);
      }
    }),
    { numRuns: 2000 },
  );
});

it("SEEN-3: a forecast ends with death; instants outside use its nearer end", () => {
  const creature = creatureWith({ stats: { hunger: 5, health: 3 } });
  const forecast = forecastOf(creature, 48);
  const last = forecast.at(-1);
  const end = settle(creature, creature.asOf + hours(60)).death?.at;
  expect(last?.until).toBe(end);
  expect(tick(forecast, (end ?? 0) + hours(1)).health).toBeCloseTo(0, 5);
  expect(tick(forecast, creature.asOf - hours(1)).hunger).toBe(5);
});
