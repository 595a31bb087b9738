// The forecast without care agrees with the life itself.
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { arbitraryCreature } from "../../../../test/lives/arbitrary-life.ts";
import { T0, creatureWith, hours, livingAt } from "../../../../test/lives/creatures.ts";
import { courseOf } from "../life/course.ts";
import { forecastOf } from "./forecast.ts";
import { hourlyForecast } from "./foresight.ts";
import { creatureAt } from "../life/life.ts";

/** Hunger comes to zero eleven seconds before decay begins to grow: the line up to there and the curve after it are not one. */
const emptyBeforeTheCurve = creatureWith({
  species: { feedingWindowHours: 12, hungerDecayPerHour: 2, happinessDecayPerHour: 1.5 },
  stats: { hunger: 17.994 },
  rhythm: { averageHours: 6, weight: 3 },
});

describe("foresight", () => {
  it("SEEN-3: every hour and every turn is what then comes, and nothing hidden is told", () => {
    fc.assert(
      fc.property(arbitraryCreature, fc.integer({ min: 1, max: 72 }), (stored, span) => {
        const now = creatureAt(stored, stored.asOf);
        if (now.kind !== "living") return;
        const { creature } = now;
        const { hours: shown, turns, diesAt } = hourlyForecast(creature, span);
        expect(diesAt).toBe(courseOf(creature).death.at);
        for (const { at, asleep, ...stats } of shown) {
          const then = creatureAt(creature, at);
          if (then.kind !== "living" || at === shown.at(-1)?.at) continue;
          expect(asleep).toBe(then.asleep);
          for (const stat of ["hunger", "happiness", "health", "trust"] as const) {
            const [told, seen] = [stats[stat], then.visibility.stats[stat]];
            if (told === null || seen === null) expect(told).toBe(seen);
            else expect(Math.abs(told - seen)).toBeLessThan(0.05);
          }
        }
        for (const { at, turn } of turns) {
          const [before, after] = [creatureAt(creature, at - 2), creatureAt(creature, at + 2)];
          if (before.kind !== "living" || turn === "dies")
            expect([before.kind, after.kind]).toEqual(["living", "dead"]);
          else if (after.kind !== "living") continue;
          else if (turn === "asleep" || turn === "awake") expect(after.asleep).toBe(turn === "asleep");
          else if (turn === "window_missed")
            expect(after.creature.missedFeedings).toBe(before.creature.missedFeedings + 1);
          else if (turn === "grows") expect(after.creature.stage).not.toBe(before.creature.stage);
        }
      }),
      { examples: [[emptyBeforeTheCurve, 12]] },
    );
  });

  it("SEEN-3: neither the borders of a forecast nor its turns tell when something hidden changes", () => {
    let silent = 0;
    fc.assert(
      fc.property(arbitraryCreature, (stored) => {
        const now = creatureAt(stored, stored.asOf);
        if (now.kind !== "living") return;
        const forecast = forecastOf(now.creature, 48);
        for (const [index, next] of forecast.slice(1).entries()) {
          const last = forecast[index] ?? next;
          const shown = [...Object.values(last.end), ...Object.values(next.start)];
          if (shown.some((stat) => stat !== null)) continue;
          silent++;
          expect(next.asleep).not.toBe(last.asleep);
          expect([last.bend, next.bend]).toEqual([0, 0]);
        }
        for (const { at, turn } of hourlyForecast(now.creature, 48).turns) {
          if (turn !== "critical") continue;
          const then = creatureAt(now.creature, at);
          if (then.kind === "living") expect(then.visibility.stats.health).not.toBeNull();
        }
      }),
    );
    expect(silent).toBeGreaterThan(10);
  });

  it("SEEN-3: an hour apart, from now to the end", () => {
    const { hours: shown, turns } = hourlyForecast(livingAt(creatureWith(), T0 + hours(1)).creature, 3);
    expect(shown.map(({ at }) => at)).toEqual([1, 2, 3, 4].map((hour) => T0 + hours(hour)));
    expect(turns).toEqual([{ at: T0 + hours(2.5), turn: "feeding_due" }]);
  });
});
