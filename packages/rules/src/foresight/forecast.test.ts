// Tests which stats a forecast without care shows and hides. `time/tick.test.ts` tests that the forecast agrees with the life.
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { arbitraryCreature } from "../../../../test/lives/arbitrary-life.ts";
import { T0, creatureWith, hours, idThat, livingAt } from "../../../../test/lives/creatures.ts";
import type { Living } from "../creature/creature.ts";
import { courseOf } from "../life/course.ts";
import { creatureAt } from "../life/life.ts";
import { tick } from "../time/tick.ts";
import { forecastOf } from "./forecast.ts";

/** Hunger reaches 0 eleven seconds before decay begins to grow, so the line before and the curve after must not be joined. */
const emptyBeforeTheCurve = creatureWith({
  species: { feedingWindowHours: 12, hungerDecayPerHour: 2, happinessDecayPerHour: 1.5 },
  stats: { hunger: 17.994 },
  rhythm: { averageHours: 6, weight: 3, intervals: 3 },
});

describe("a forecast", () => {
  it("SEEN-3: a forecast agrees with the visible stats and sleep at every hour", () => {
    fc.assert(
      fc.property(arbitraryCreature, fc.integer({ min: 1, max: 72 }), (stored, span) => {
        const now = creatureAt(stored, stored.asOf);
        if (now.kind !== "living") return;
        const { creature } = now;
        const forecast = forecastOf(creature, span);
        const end = forecast.at(-1)?.until ?? 0;
        expect(end).toBe(Math.min(creature.asOf + hours(span), courseOf(creature).death.at));
        for (let at = creature.asOf; at < end; at += hours(1)) {
          const then = creatureAt(creature, at);
          if (then.kind !== "living") continue;
          const told = tick(forecast, at);
          expect(told.asleep).toBe(then.asleep);
          for (const stat of ["hunger", "happiness", "health", "trust"] as const) {
            const [shown, seen] = [told[stat], then.visibility.stats[stat]];
            if (shown === null || seen === null) expect(shown).toBe(seen);
            else expect(Math.abs(shown - seen)).toBeLessThan(0.05);
          }
        }
      }),
      { examples: [[emptyBeforeTheCurve, 12]] },
    );
  });

  /** Checks each border between pieces without visible stats, and returns the number of these borders. */
  const checkedSilence = (creature: Living): number => {
    const forecast = forecastOf(creature, 48);
    const silent = forecast.slice(1).filter((next, index) => {
      const last = forecast[index] ?? next;
      if ([...Object.values(last.end), ...Object.values(next.start)].some((stat) => stat !== null)) return false;
      expect(next.asleep).not.toBe(last.asleep);
      expect([last.bend, next.bend]).toEqual([0, 0]);
      return true;
    });
    return silent.length;
  };

  it("SEEN-3: borders do not reveal changes of hidden stats", () => {
    fc.assert(
      fc.property(arbitraryCreature, (stored) => {
        const now = creatureAt(stored, stored.asOf);
        if (now.kind === "living") checkedSilence(now.creature);
      }),
    );
  });

  const night = [13, 15, 18].map((hour) => T0 + hours(hour));
  const awake = [14, 16, 17].map((hour) => T0 + hours(hour));
  it.each(
    (["pangolin", "hedgehog"] as const).flatMap((mechanic) =>
      [3, 30, 90].flatMap((hunger) => [40, 60, 100].map((health) => ({ mechanic, hunger, health }))),
    ),
  )("SEEN-3: a hidden $mechanic (hunger $hunger, health $health) shows only sleep borders", (life) => {
    const { mechanic, hunger, health } = life;
    const stored = creatureWith({
      id: idThat({ asleep: night, awake }),
      species: { mechanic, feedingWindowHours: 5 },
      stats: { hunger, health, trust: 39 },
      rhythm: { averageHours: 6, weight: 3, intervals: 3 },
    });
    const { creature } = livingAt(stored, T0 + hours(1));
    const turns = courseOf(creature).stretches.filter(({ start }) => start > 0 && start < hours(48));
    const silent = checkedSilence(creature);
    // The first night alone has three stretches of sleep, and hidden stats change as well.
    expect(silent).toBeGreaterThanOrEqual(6);
    expect(turns.length).toBeGreaterThan(silent);
  });
});
