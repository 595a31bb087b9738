import { describe, expect, it, vi } from "vitest";
import {
  HOUR,
  T0,
  caredFor,
  creatureWith,
  deadOf,
  done,
  hours,
  idThat,
  livingAt,
  livingOf,
  speciesWith,
} from "../../../../test/lives/creatures.ts";
import { adopt, hatch } from "../care/adoption.ts";
import { check } from "../care/check.ts";
import type { Living } from "../creature/creature.ts";
import { windowMs } from "../life/feeding.ts";
import { chance, pick, seedOf } from "./hash.ts";
import { creatureAt } from "../life/life.ts";
import { release } from "../care/release.ts";
import { resurrect } from "../care/resurrection.ts";
import { settle } from "../life/settle.ts";
import { localHourAt } from "./zone.ts";

/** Freezes a value deeply, so that a function that writes to its argument throws. */
function frozen<Value>(value: Value): Value {
  if (typeof value === "object" && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const part of Object.values(value)) frozen(part);
  }
  return value;
}

describe("whole milliseconds", () => {
  it.each([
    [5, 18_000_000],
    [2, 7_200_000],
    [24, 86_400_000],
    [1 / 3, 1_200_000],
    [3.000_000_1, 10_800_000],
    [3.000_000_3, 10_800_002],
    [3.000_000_5, 10_800_002],
    [7 / 3, 8_400_000],
    [10 / 7, 5_142_858],
  ])("TIME-1: a window of %d h is %d ms, an even number", (feedingWindowHours, ms) => {
    expect(windowMs(speciesWith({ feedingWindowHours }))).toBe(ms);
    expect(ms % 2).toBe(0);
  });

  it.each([2.123_456_7, 3.3, 22 / 7, 5, 17.771])(
    "TIME-1: every instant is a whole number with a window of %d h",
    (feedingWindowHours) => {
      const species = { feedingWindowHours, hungerDecayPerHour: 2.7, happinessDecayPerHour: 0.77 };
      let creature = creatureWith({ species, stats: { hunger: 33.3, health: 30.3 } });
      for (const minute of [7, 61, 133, 179]) creature = caredFor(creature, "play", T0 + minute * 60_000);
      const now = livingAt(creature, T0 + hours(4));
      const { course, nextFeedingWindow, checkIn } = now;
      const instants = [...course.misses, course.death.at, nextFeedingWindow, checkIn.at];
      const dead = settle(creature, course.death.at);
      for (const instant of [dead.starvingSince, dead.criticalSince]) if (instant !== null) instants.push(instant);
      expect(instants.filter((instant) => !Number.isInteger(instant))).toEqual([]);
      expect(Number.isInteger(now.creature.feedingMs)).toBe(true);
    },
  );
});

describe("clocks that run backward", () => {
  it("TIME-2: care by a clock that ran backward counts at the last instant", () => {
    const creature = caredFor(creatureWith(), "play", T0 + hours(4));
    const again = done(creature, "clean", T0 + hours(1));
    expect(again.at).toBe(T0 + hours(4));
    expect(again.creature.asOf).toBe(T0 + hours(4));
    expect(again.creature.lastCleanedAt).toBe(T0 + hours(4));
    expect(again.before.stats).toEqual(creature.stats);
    expect(again.creature.rhythm).toEqual({ averageHours: 12, weight: 1, intervals: 1 });
  });

  it("TIME-2: care never precedes a recorded check", () => {
    const social = creatureWith({ species: { innateTraits: ["social"] } });
    const checked = check(social, T0 + hours(2));
    expect(checked?.creature.lastCheckedAt).toBe(T0 + hours(2));
    expect(done(checked?.creature ?? social, "play", T0 + hours(1)).at).toBe(T0 + hours(2));
    expect(check(checked?.creature ?? social, T0 + hours(1))).toBeNull();
  });

  it("TIME-2: hatching, release, and return never precede recorded events", () => {
    const egg = adopt({ id: "egg", name: "Egg", species: speciesWith(), zone: "UTC", at: T0 });
    expect(hatch(egg, T0 - 1).hatchedAt).toBe(T0);
    const released = release(caredFor(creatureWith(), "play", T0 + hours(4)), T0);
    expect(released).toMatchObject({ kind: "released", creature: { releasedAt: T0 + hours(4) } });
    const dead = settle(creatureWith(), T0 + hours(36));
    expect(resurrect(deadOf(dead), T0).asOf).toBe(T0 + hours(36));
  });
});

describe("zones", () => {
  it("TIME-3: zones differ only in their hours of sleep", () => {
    const night = [13, 14, 15, 16].map((hour) => T0 + hours(hour));
    const id = idThat({ asleep: night });
    const inUtc = creatureWith({ id });
    // 22:00 UTC is 10 a.m. in Auckland, where creatures are awake.
    const inAuckland = creatureWith({ id, zone: "Pacific/Auckland" });
    const id2 = idThat({ awake: [1, 2, 3, 4, 5, 6, 7, 8].map((hour) => T0 + hours(hour)), zone: "Pacific/Auckland" });
    expect(livingAt({ ...inUtc, id: id2 }, T0 + hours(9)).creature.stats).toEqual(
      livingAt({ ...inAuckland, id: id2 }, T0 + hours(9)).creature.stats,
    );
    expect(livingAt(inUtc, T0 + hours(14)).asleep).toBe(true);
    expect(livingAt(inAuckland, T0 + hours(14)).asleep).toBe(false);
  });

  it("TIME-3: clocks, threshold, and age are the same in every zone", () => {
    const zones = ["UTC", "Europe/Berlin", "America/St_Johns", "Asia/Kathmandu", "Pacific/Auckland"];
    const seen = zones.map((zone) => {
      const now = livingAt(creatureWith({ zone }), T0 + hours(30));
      const { hoursSinceFed, ageHours, deathClock } = now;
      return { hoursSinceFed, ageHours, deathClock };
    });
    expect(seen[0]).toMatchObject({ hoursSinceFed: 30, ageHours: 30, deathClock: { hoursRemaining: 6 } });
    for (const other of seen) expect(other).toEqual(seen[0]);
  });

  it("TIME-3: an offset change makes no day longer or shorter", () => {
    // Berlin sets its clocks back on October 25, 2026, at 01:00 UTC.
    const at = Date.UTC(2026, 9, 24, 12);
    const egg = adopt({ id: "autumn", name: "Egg", species: speciesWith(), zone: "Europe/Berlin", at });
    const now = livingAt(hatch(egg, at), at + hours(24));
    expect(now.ageHours).toBe(24);
    expect(now.creature.stage).toBe("child");
    expect(now.deathClock.diesAt).toBe(at + hours(36));
    expect(localHourAt("Europe/Berlin", at).hour).toBe(14);
    expect(localHourAt("Europe/Berlin", at + hours(24)).hour).toBe(13);
  });
});

describe("chance", () => {
  it("TIME-4: chance yields evenly spread, repeatable numbers in [0, 1)", () => {
    const tenths = Array.from({ length: 10 }, () => 0);
    for (let hour = 0; hour < 20_000; hour++) {
      const value = chance(seedOf("somebody"), T0 + hour * HOUR);
      expect(value).toBeGreaterThanOrEqual(0);
      expect(value).toBeLessThan(1);
      expect(chance(seedOf("somebody"), T0 + hour * HOUR)).toBe(value);
      tenths[Math.floor(value * 10)] = (tenths[Math.floor(value * 10)] ?? 0) + 1;
    }
    for (const count of tenths) expect(Math.abs(count - 2000)).toBeLessThan(200);
  });

  it("TIME-4: chance depends on the seed and the instant", () => {
    const values = new Set<number>();
    for (const id of ["a", "b", "ab", "ba"]) {
      for (const at of [T0, T0 + 1, T0 + HOUR, T0 + 2 ** 32, -T0]) values.add(chance(seedOf(id), at));
    }
    expect(values.size).toBe(20);
  });

  it("TIME-4: picks from a list are evenly spread and never beyond its end", () => {
    const letters = ["a", "b", "c"] as const;
    const counts = { a: 0, b: 0, c: 0 };
    for (let key = 0; key < 9000; key++) counts[pick(letters, seedOf("somebody"), key)]++;
    for (const count of Object.values(counts)) expect(Math.abs(count - 3000)).toBeLessThan(250);
  });

  it("TIME-4: a life uses neither random numbers nor a clock", () => {
    const roll = vi.spyOn(Math, "random");
    const clock = vi.spyOn(Date, "now");
    const calls = (() => {
      const creature = caredFor(creatureWith({ species: { curious: true } }), "play", T0 + hours(3));
      creatureAt(creature, T0 + hours(16));
      resurrect(deadOf(settle(creature, T0 + hours(50))), T0 + hours(51));
      return [roll.mock.calls.length, clock.mock.calls.length];
    })();
    roll.mockRestore();
    clock.mockRestore();
    expect(calls).toEqual([0, 0]);
  });
});

describe("reading", () => {
  it("TIME-5: reading writes nothing and changes no later answer", () => {
    const creature: Living = frozen(creatureWith({ species: { innateTraits: ["social"] } }));
    const end = T0 + hours(23) + 17;
    const once = livingAt(creature, end);
    for (let at = T0; at < end; at += 1_234_567) creatureAt(creature, at);
    expect(livingAt(creature, end)).toEqual(once);
  });

  it("TIME-5: stats are those of the requested instant", () => {
    const creature = creatureWith();
    const hungerAt = (at: number) => livingAt(creature, at).creature.stats.hunger;
    expect(hungerAt(T0)).toBe(100);
    expect(hungerAt(T0 + hours(10))).toBeCloseTo(84, 9);
    expect(hungerAt(T0 + hours(5))).toBeCloseTo(92, 9);
    expect(livingAt(creature, T0 + hours(5)).creature.asOf).toBe(T0 + hours(5));
  });

  it("TIME-5: a copy of a stored state lives the same life", () => {
    const cared = caredFor(creatureWith(), "clean", T0 + hours(6));
    const copy: Living = structuredClone(cared);
    expect(livingAt(copy, T0 + hours(20))).toEqual(livingAt(cared, T0 + hours(20)));
  });
});

describe("several events at one instant", () => {
  /** Returns a teen that hatched at `T0`, has a two-hour window, and was fed at `fedAt`. */
  function teenOf(consistency: number, fedAt: number): Living {
    return creatureWith({
      species: { feedingWindowHours: 2 },
      stage: "teen",
      stageInstants: { baby: T0, child: T0 + hours(24), teen: T0 + hours(72), adult: null },
      asOf: fedAt,
      lastFedAt: fedAt,
      lastCareAt: fedAt,
      lastCleanedAt: fedAt,
      consistency,
    });
  }

  it("TIME-6: a window missed at 120 h counts before growing up", () => {
    const grownAt = T0 + hours(120);
    const missing = teenOf(55, grownAt - hours(3));
    expect(settle(missing, grownAt)).toMatchObject({ stage: "teen", path: null, missedThisCycle: 1 });
    expect(settle(missing, grownAt).consistency).toBeCloseTo(49.5, 12);
    const lucky = teenOf(55, grownAt - hours(3) + 1);
    expect(settle(lucky, grownAt)).toMatchObject({ stage: "adult", path: "balanced", missedThisCycle: 0 });
    expect(settle(teenOf(100, grownAt - hours(3)), grownAt).path).toBe("high_care");
    expect(settle(teenOf(99, grownAt - hours(3)), grownAt).path).toBe("balanced");
  });

  it("TIME-6: a creature that turns 24 h at its death dies a child", () => {
    const rhythm = { averageHours: 5, weight: 3, intervals: 3 };
    const dead = settle(creatureWith({ rhythm }), T0 + hours(24));
    expect(dead.death).toEqual({ at: T0 + hours(24), cause: "neglect" });
    expect(dead.stage).toBe("child");
    expect(dead.stageInstants.child).toBe(T0 + hours(24));
    const before = creatureWith({ rhythm, lastCareAt: T0 - 1 });
    expect(settle(before, T0 + hours(24)).stage).toBe("baby");
  });

  it("TIME-6: a window missed at a death by neglect counts first", () => {
    // Twelve hours after `T0`, 36 h without care have passed, and the feeding clock reads 15 hours of a ten-hour window.
    const creature = creatureWith({ species: { feedingWindowHours: 10 }, lastCareAt: T0 - hours(24) });
    const dead = settle({ ...creature, feedingMs: hours(3) }, T0 + hours(12));
    expect(dead.death).toEqual({ at: T0 + hours(12), cause: "neglect" });
    expect(dead).toMatchObject({ missedThisCycle: 1, scored: 1 });
    expect(dead.consistency).toBeCloseTo(87.5, 12);
  });

  it("TIME-6: a window missed at the instant health runs out counts first", () => {
    // The five hours from p = 1.5 to 2.5 cost 2.5 health.
    const dead = settle(creatureWith({ stats: { health: 2.5 } }), T0 + hours(12.5));
    expect(dead.death).toEqual({ at: T0 + hours(12.5), cause: "hunger" });
    expect(dead).toMatchObject({ missedThisCycle: 2, missedFeedings: 2, scored: 2 });
    expect(dead.consistency).toBeCloseTo(81, 12);
  });

  it("TIME-6: a creature that turns 24 h as health ends dies a child", () => {
    const at = T0 + hours(24);
    const dirty = creatureWith({
      species: { feedingWindowHours: 24, hungerDecayPerHour: 0.35 },
      asOf: at - hours(2),
      lastFedAt: at - hours(2),
      lastCareAt: at - hours(2),
      lastCleanedAt: at - hours(60),
      stats: { health: 0.5 },
    });
    const dead = settle(dirty, at);
    expect(dead.death).toEqual({ at, cause: "illness" });
    expect(dead.stage).toBe("child");
  });
});

describe("rounding", () => {
  it("TIME-7: no stat is rounded during a computation", () => {
    const creature = creatureWith({ stats: { hunger: 77.123_456_789, happiness: 66.6 } });
    const { stats } = livingAt(creature, T0 + 1).creature;
    expect(stats.hunger).toBeCloseTo(77.123_456_789 - 1.6 / HOUR, 12);
    expect(stats.happiness).toBeCloseTo(66.6 - 0.8 / HOUR, 12);
    expect(stats.hunger).not.toBe(77.123_456_789);
  });

  it("TIME-7: a thousand intermediate steps accumulate no error", () => {
    const creature = creatureWith({ stats: { hunger: 77.7, happiness: 66.6, health: 55.5, trust: 44.4 } });
    const end = T0 + hours(30);
    let stopped = creature;
    for (let at = T0; at < end; at += 107_993) stopped = livingOf(settle(stopped, at));
    const { stats, consistency, feedingMs } = settle(creature, end);
    const after = settle(stopped, end);
    expect(after.stats.hunger).toBeCloseTo(stats.hunger, 9);
    expect(after.stats.happiness).toBeCloseTo(stats.happiness, 9);
    expect(after.stats.health).toBeCloseTo(stats.health, 9);
    expect(after.stats.trust).toBeCloseTo(stats.trust, 9);
    expect(after.consistency).toBe(consistency);
    expect(after.feedingMs).toBe(feedingMs);
  });

  it("TIME-7: hours are not rounded either", () => {
    const now = livingAt(creatureWith(), T0 + 1_234_567);
    expect(now.hoursSinceFed).toBe(1_234_567 / HOUR);
    expect(now.ageHours).toBe(1_234_567 / HOUR);
    expect(now.deathClock.hoursWithoutCare).toBe(1_234_567 / HOUR);
    expect(now.deathClock.hoursRemaining).toBe((hours(36) - 1_234_567) / HOUR);
  });
});
