import { describe, expect, it } from "vitest";
import {
  HOUR,
  T0,
  caredFor,
  creatureWith,
  done,
  hours,
  idThat,
  livingAt,
  speciesWith,
} from "../../../../test/lives/creatures.ts";
import type { Living } from "../creature/creature.ts";
import { isAsleepAt, sleeperOf, type Sleeper } from "../time/sleep.ts";
import { courseOf } from "./course.ts";
import { windowMs } from "./feeding.ts";
import { settle } from "./settle.ts";

const WINDOW = windowMs(speciesWith());
/** 22:00 UTC, and the eight hours during which creatures may sleep. */
const NIGHT = T0 + hours(13);
const NIGHT_HOURS = [0, 1, 2, 3, 4, 5, 6, 7].map((hour) => NIGHT + hours(hour));

interface Plight {
  readonly missed: boolean;
  readonly starving: boolean;
  readonly dirty: boolean;
}

/** Returns a creature that suffers any of the three causes at `at`. Nothing else happens to it during these tests. */
function suffering({ missed, starving, dirty }: Plight, at = T0, overrides: Partial<Living> = {}): Living {
  const { species, stats, ...rest } = overrides;
  return creatureWith({
    ...rest,
    species: { feedingWindowHours: 24, hungerDecayPerHour: 0.35, ...species },
    asOf: at,
    lastCareAt: at,
    lastFedAt: at,
    feedingMs: missed ? 1.5 * hours(species?.feedingWindowHours ?? 24) : 0,
    lastCleanedAt: dirty ? at - hours(48) : at,
    stats: { hunger: starving ? 9 : 100, health: 80, ...stats },
  });
}

function lostBetween(creature: Living, from: number, to: number): number {
  return livingAt(creature, from).creature.stats.health - livingAt(creature, to).creature.stats.health;
}

describe("health lost per hour", () => {
  it.each([
    { missed: false, starving: false, dirty: false, perHour: 0 },
    { missed: true, starving: false, dirty: false, perHour: 0.5 },
    { missed: false, starving: true, dirty: false, perHour: 1.25 },
    { missed: false, starving: false, dirty: true, perHour: 0.25 },
    { missed: true, starving: true, dirty: false, perHour: 1.75 },
    { missed: true, starving: false, dirty: true, perHour: 0.75 },
    { missed: false, starving: true, dirty: true, perHour: 1.5 },
    { missed: true, starving: true, dirty: true, perHour: 2 },
  ])("HEALTH-1: missed $missed, starving $starving, dirty $dirty costs $perHour an hour", ({ perHour, ...plight }) => {
    expect(lostBetween(suffering(plight), T0, T0 + hours(6))).toBeCloseTo(6 * perHour, 9);
  });

  it.each([
    { missed: true, starving: false, dirty: false, perHour: 0.25 },
    { missed: false, starving: true, dirty: false, perHour: 0.625 },
    { missed: false, starving: false, dirty: true, perHour: 0.125 },
    { missed: true, starving: true, dirty: true, perHour: 1 },
  ])("HEALTH-1, SLEEP-3: sleep halves the loss: missed $missed, starving $starving, dirty $dirty", (row) => {
    const { perHour, ...plight } = row;
    const creature = suffering(plight, NIGHT, { id: idThat({ asleep: [NIGHT, NIGHT + hours(1)] }) });
    expect(lostBetween(creature, NIGHT, NIGHT + hours(2))).toBeCloseTo(2 * perHour, 9);
  });

  it("HEALTH-1: a missed window costs health from p = 1.5 on", () => {
    const creature = creatureWith();
    const from = T0 + 1.5 * WINDOW;
    expect(livingAt(creature, from - 1).creature.stats.health).toBe(100);
    expect(livingAt(creature, from).creature.stats.health).toBe(100);
    expect(livingAt(creature, from + 1).creature.stats.health).toBeCloseTo(100 - 0.5 / HOUR, 12);
    expect(livingAt(creature, from + hours(2)).creature.stats.health).toBeCloseTo(99, 9);
  });

  it("HEALTH-1: hunger costs health from the instant it falls below 10", () => {
    // Hunger falls from 26 to 10 in 10 hours at 1.6 an hour. The 24-hour window prevents other losses.
    const creature = creatureWith({ species: { feedingWindowHours: 24 }, stats: { hunger: 26 } });
    const from = T0 + hours(10);
    expect(livingAt(creature, from).creature.stats).toMatchObject({ hunger: 10, health: 100 });
    expect(livingAt(creature, from + hours(2)).creature.stats.hunger).toBeCloseTo(6.8, 9);
    expect(livingAt(creature, from + hours(2)).creature.stats.health).toBeCloseTo(97.5, 9);
  });

  it.each([
    [10, 6.25],
    [9.999_999, 6.25],
    [0, 6.25],
    [10.8, 6.25 - 1.25 / 2],
    [11.6, 6.25 - 1.25],
    [18, 0],
  ])("HEALTH-1: from hunger %d, five hours at 1.6 an hour cost %d health", (hunger, lost) => {
    const creature = creatureWith({ species: { feedingWindowHours: 24 }, stats: { hunger } });
    expect(lostBetween(creature, T0, T0 + hours(5))).toBeCloseTo(lost, 5);
  });

  it("HEALTH-1: dirt costs health after more than 48 hours without cleaning", () => {
    const creature = suffering({ missed: false, starving: false, dirty: false });
    const cleaned = { ...creature, lastCleanedAt: T0 - hours(44) };
    const from = T0 + hours(4);
    expect(livingAt(cleaned, from - 1).creature.stats.health).toBe(80);
    expect(livingAt(cleaned, from).creature.stats.health).toBe(80);
    expect(livingAt(cleaned, from + 1).creature.stats.health).toBeCloseTo(80 - 0.25 / HOUR, 12);
    expect(livingAt(cleaned, from + hours(4)).creature.stats.health).toBeCloseTo(79, 9);
  });

  it("HEALTH-1: neither rhythm nor loneliness multiplies the loss", () => {
    const lonely = suffering({ missed: true, starving: true, dirty: true }, T0, {
      species: speciesWith({ feedingWindowHours: 2, innateTraits: ["social"] }),
      rhythm: { averageHours: 1, weight: 5, intervals: 5 },
    });
    const left = { ...lonely, lastCareAt: T0 - hours(12), lastCheckedAt: T0 - hours(12) };
    expect(livingAt(left, T0).decayMultiplier).toBe(4);
    expect(lostBetween(left, T0, T0 + hours(6))).toBeCloseTo(12, 9);
  });

  it("HEALTH-1: 50 health lasts 25 waking hours under all drains", () => {
    const all = { missed: true, starving: true, dirty: true };
    const wakeful = suffering(all, T0, { id: idThat({ awake: NIGHT_HOURS }) });
    const dying = { ...wakeful, stats: { ...wakeful.stats, health: 50 } };
    expect(livingAt(dying, T0 + hours(24)).creature.stats.health).toBeCloseTo(2, 9);
    expect(livingAt(dying, T0).deathClock.diesAt).toBe(T0 + hours(25));
    const sleepy = { ...dying, id: idThat({ asleep: NIGHT_HOURS.slice(0, 4) }) };
    expect(livingAt(sleepy, T0).deathClock.diesAt).toBeGreaterThan(T0 + hours(26));
  });

  it("HEALTH-1: drains that begin in one millisecond all count from then", () => {
    const born = T0 + hours(2) - 14_558;
    const together = born + hours(48);
    const fullHours = Array.from({ length: 100 }, (_, hour) => T0 + hours(2 + hour));
    /** Computes by hand the death of a creature that sleeps like `sleeper`, with costs of hunger from `hungerFrom` on. */
    const deathBy = (sleeper: Sleeper, hungerFrom: number) => {
      const cuts = [born, born + hours(6), together, ...fullHours].toSorted((a, b) => a - b);
      let health = 100;
      for (const [index, from] of cuts.entries()) {
        const waking =
          (from >= born + hours(6) ? 0.5 : 0) + (from >= hungerFrom ? 1.25 : 0) + (from >= together ? 0.25 : 0);
        const perHour = isAsleepAt(sleeper, from) ? waking / 2 : waking;
        const lost = (perHour * ((cuts[index + 1] ?? from) - from)) / HOUR;
        if (lost >= health) return { at: from + (health / perHour) * HOUR, asleep: isAsleepAt(sleeper, from) };
        health -= lost;
      }
      throw new Error("it never dies");
    };
    const seen = { awake: 0, asleep: 0 };
    for (let number = 0; seen.awake < 3 || seen.asleep < 3; number++) {
      const id = `quantum-${number}`;
      const sleeper = sleeperOf({ id, zone: "UTC" });
      const slept = fullHours.filter((at) => at < together && isAsleepAt(sleeper, at)).length;
      if (slept !== 6) continue;
      const species = { feedingWindowHours: 4, hungerDecayPerHour: 2 };
      const start = {
        asOf: born,
        lastCareAt: born,
        lastFedAt: born,
        lastCleanedAt: born,
        stats: { health: 100, hunger: 100 },
      };
      const lonely = creatureWith({ id, species, ...start });
      const kept = [30, 46, 80].reduce((creature, hour) => caredFor(creature, "reflect", born + hours(hour)), lonely);
      expect(courseOf(caredFor(lonely, "reflect", born + hours(30))).starvesAt).toBe(together);
      const right = deathBy(sleeper, together);
      expect(livingAt(kept, kept.asOf).deathClock.diesAt, id).toBe(Math.round(right.at));
      // Counting hunger only from the next full hour would delay the death. The delay is twice as long if the creature dies
      // asleep.
      const late = deathBy(sleeper, together + 14_558);
      if (late.asleep !== right.asleep) continue;
      expect(late.at - right.at).toBeCloseTo(right.asleep ? 18_197.5 : 9_098.75, 3);
      seen[right.asleep ? "asleep" : "awake"]++;
    }
  });

  it("HEALTH-1: a fed, clean creature loses no health", () => {
    const creature = suffering({ missed: false, starving: false, dirty: false });
    expect(livingAt(creature, T0 + hours(35)).creature.stats.health).toBe(80);
  });
});

describe("the missed-window penalty", () => {
  const late = (health: number) => creatureWith({ feedingMs: 1.5 * WINDOW, stats: { health, hunger: 30 } });

  it.each([
    [100, 97],
    [10, 7],
    [4.5, 1.5],
    [4, 1],
    [3.9, 1],
    [3, 1],
    [1, 1],
    [0.5, 0.5],
    [0.001, 0.001],
  ])("HEALTH-2: feeding after a missed window changes health %d to %d", (health, left) => {
    const feeding = done(late(health), "feed", T0);
    expect(feeding.timing).toBe("missed_window");
    expect(feeding.creature.stats.health).toBeCloseTo(left, 12);
    expect(feeding.creature.death).toBeNull();
  });

  it.each([
    [30, 12],
    [18.5, 1],
    [16, 1],
    [15.5, 0.5],
  ])("HEALTH-2: the penalty follows a harmful item's damage: health %d becomes %d", (health, left) => {
    const feeding = done(late(health), "feed", T0, { category: "harmful" });
    expect(feeding.creature.stats.health).toBeCloseTo(left, 12);
    expect(feeding.creature.death).toBeNull();
  });

  it("HEALTH-2: the penalty does not revive a creature that a harmful item killed", () => {
    const feeding = done(late(15), "feed", T0, { category: "harmful" });
    expect(feeding.creature.stats.health).toBe(0);
    expect(feeding.creature.death).toEqual({ at: T0, cause: "harm" });
  });

  it("HEALTH-2: no other timing costs health", () => {
    for (const windows of [0.1, 0.4, 0.7, 1.4]) {
      const creature = creatureWith({ feedingMs: windows * WINDOW, stats: { health: 50 } });
      expect(done(creature, "feed", T0).creature.stats.health).toBe(50);
    }
    expect(settle(late(50), T0).stats.health).toBe(50);
  });
});
