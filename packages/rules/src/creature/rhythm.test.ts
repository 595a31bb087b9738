import { describe, expect, it } from "vitest";
import {
  HOUR,
  T0,
  caredFor,
  creatureWith,
  deadOf,
  hours,
  livingAt,
  livingOf,
} from "../../../../test/lives/creatures.ts";
import type { Living, Rhythm } from "./creature.ts";
import { resurrect } from "../care/resurrection.ts";
import {
  NO_RHYTHM,
  deathThresholdHours,
  decayMultiplier,
  isEstablished,
  withInterval,
  type RhythmState,
} from "./rhythm.ts";
import { afterPause } from "../life/pause.ts";
import { settle } from "../life/settle.ts";

const MINUTE = 60_000;

function rhythm(averageHours: number, intervals = 3): Rhythm {
  return { averageHours, weight: intervals };
}

/** A rhythm that was kept for long enough to be established, if its weight is enough. */
function keptFor(averageHours: number, weight = 3): RhythmState {
  return { rhythm: rhythm(averageHours, weight), rhythmSince: T0 - hours(4), lastCareAt: T0 };
}

describe("the moving average", () => {
  it.each([
    [1, 0.1],
    [5, 0.5],
    [9, 0.9],
    [9.999, 0.9999],
    [10, 1],
    [11, 1],
    [600, 1],
  ])("RHYTHM-1: an interval of %d minutes has the weight %d", (minutes, weight) => {
    const before: Rhythm = { averageHours: 3, weight: 2 };
    const after = withInterval(before, minutes * MINUTE);
    expect(after.weight).toBeCloseTo(2 + weight, 12);
    expect(after.averageHours).toBeCloseTo(3 + (weight / (2 + weight)) * (minutes / 60 - 3), 12);
  });

  it.each([
    { weight: 0, minutes: 240, pull: 1 },
    { weight: 0, minutes: 3, pull: 1 },
    { weight: 1, minutes: 240, pull: 1 / 2 },
    { weight: 9, minutes: 240, pull: 1 / 10 },
    { weight: 9.5, minutes: 240, pull: 2 / 21 },
    { weight: 10, minutes: 240, pull: 2 / 21 },
    { weight: 400, minutes: 240, pull: 2 / 21 },
    { weight: 4.5, minutes: 5, pull: 1 / 10 },
    { weight: 30, minutes: 5, pull: 1 / 21 },
  ])("RHYTHM-1: with weight $weight before, $minutes minutes move it by $pull", ({ weight, minutes, pull }) => {
    const after = withInterval({ averageHours: 10, weight }, minutes * MINUTE);
    expect(after.averageHours).toBeCloseTo(10 + pull * (minutes / 60 - 10), 12);
  });

  it("RHYTHM-1: an interval of no length moves neither average nor weight", () => {
    const before: Rhythm = { averageHours: 3, weight: 2 };
    expect(withInterval(before, 0)).toEqual({ averageHours: 3, weight: 2 });
    expect(withInterval(NO_RHYTHM, 0)).toEqual({ averageHours: 0, weight: 0 });
  });

  it("RHYTHM-1: care of any kind closes an interval", () => {
    let creature = caredFor(creatureWith(), "play", T0 + hours(1));
    creature = caredFor(creature, "feed", T0 + hours(5));
    expect(creature.rhythm).toEqual({ averageHours: 4, weight: 1 });
    creature = caredFor(creature, "clean", T0 + hours(7));
    expect(creature.rhythm).toEqual({ averageHours: 3, weight: 2 });
    creature = caredFor(creature, "reflect", T0 + hours(7));
    expect(creature.rhythm).toEqual({ averageHours: 3, weight: 2 });
    creature = caredFor(creature, "medicine", T0 + hours(13));
    expect(creature.rhythm).toEqual({ averageHours: 4, weight: 3 });
  });
});

describe("an established rhythm", () => {
  /** Whether the rhythm is established after care at each of these minutes. */
  const establishedAfter = (creature: Living, minutes: readonly number[]): boolean => {
    const cared = minutes.reduce((each, minute) => caredFor(each, "reflect", T0 + minute * MINUTE), creature);
    return isEstablished(cared);
  };

  it("RHYTHM-2: the first care closes no interval; a weight of 3 over at least 4 hours establishes the rhythm", () => {
    let creature = creatureWith();
    const established = [1, 2, 4, 5, 6].map((hour) => {
      creature = caredFor(creature, "play", T0 + hours(hour));
      return [creature.rhythm.weight, isEstablished(creature)];
    });
    expect(established).toEqual([
      [0, false],
      [1, false],
      [2, false],
      [3, true],
      [4, true],
    ]);
  });

  it.each([
    ["three full intervals in 4 hours", [0, 80, 160, 240], true],
    ["three full intervals in a minute less", [0, 80, 160, 239], false],
    ["two full intervals in 30 hours", [0, 900, 1800], false],
    ["two full ones and a short one", [0, 900, 1800, 1809], false],
    ["two full ones and one of 10 minutes", [0, 900, 1800, 1810], true],
    ["four in one minute", [0, 0, 0, 1], false],
    ["an hour of care, each minute", Array.from({ length: 60 }, (_, minute) => minute), false],
  ])("RHYTHM-2: %s: %s", (_what, minutes, established) => {
    expect(establishedAfter(creatureWith(), minutes)).toBe(established);
  });

  it("RHYTHM-2: care in one visit never brings death nearer", () => {
    const baby = creatureWith();
    const before = livingAt(baby, T0).deathClock.diesAt;
    let creature = baby;
    for (let minute = 0; minute < 20; minute++) {
      creature = caredFor(creature, "reflect", T0 + minute * MINUTE);
      expect(livingAt(creature, T0 + minute * MINUTE).deathClock.diesAt).toBeGreaterThanOrEqual(before);
    }
  });

  it("RHYTHM-2: time that does not count is not between the first and the latest care", () => {
    const cared = [0, 70, 140].reduce(
      (each, minute) => caredFor(each, "reflect", T0 + minute * MINUTE),
      creatureWith({ zone: "Etc/GMT-5" }),
    );
    const paused = afterPause(livingOf(settle(cared, T0 + hours(3))), {
      kind: "amnesty",
      from: T0 + hours(3),
      until: T0 + hours(6),
    });
    expect(isEstablished(caredFor(paused, "reflect", T0 + hours(6.9)))).toBe(false);
    expect(isEstablished(caredFor(paused, "reflect", T0 + hours(7)))).toBe(true);
  });

  it("RHYTHM-2: until the first interval the average is 0", () => {
    expect(creatureWith().rhythm).toEqual({ averageHours: 0, weight: 0 });
    expect(caredFor(creatureWith(), "feed", T0 + hours(9)).rhythm.averageHours).toBe(0);
  });

  it("RHYTHM-2: the first care after resurrection closes no interval", () => {
    let creature = creatureWith();
    for (const hour of [1, 2, 3, 4, 5]) creature = caredFor(creature, "play", T0 + hours(hour));
    const back = resurrect(deadOf(settle(creature, T0 + hours(60))), T0 + hours(72));
    expect(back.rhythm).toEqual(NO_RHYTHM);
    const cared = caredFor(back, "feed", T0 + hours(75));
    expect(cared.rhythm).toEqual(NO_RHYTHM);
    expect(caredFor(cared, "feed", T0 + hours(80)).rhythm).toEqual({ averageHours: 5, weight: 1 });
  });
});

describe("the decay multiplier", () => {
  it.each([
    [0, 1],
    [1, 1],
    [1.4999, 1],
    [1.5, 1],
    [1.6, 1.1],
    [1.75, 1.25],
    [2, 1.5],
    [2.5, 2],
    [3, 2.5],
    [3.5, 3.25],
    [3.9, 3.85],
    [4, 4],
    [4.0001, 4],
    [40, 4],
  ])("RHYTHM-3: after %d rhythms it is %d", (rhythms, multiplier) => {
    expect(decayMultiplier(keptFor(4), 5, rhythms * 4)).toBeCloseTo(multiplier, 9);
  });

  it("RHYTHM-3: it is 1 until the rhythm is established, however long nobody came", () => {
    expect(decayMultiplier(keptFor(1, 2), 2, 35)).toBe(1);
    expect(decayMultiplier(keptFor(1, 3), 2, 35)).toBe(4);
  });

  it("RHYTHM-3: hunger falls along its straight lines", () => {
    const creature = creatureWith({ species: { hungerDecayPerHour: 1 }, rhythm: rhythm(3) });
    const lostAfter = (hour: number) => 100 - livingAt(creature, T0 + hours(hour)).creature.stats.hunger;
    expect(lostAfter(4.5)).toBeCloseTo(4.5, 9);
    expect(lostAfter(6)).toBeCloseTo(4.5 + 1.5 * 1.25, 9);
    expect(lostAfter(9)).toBeCloseTo(6.375 + 3 * 2, 9);
    expect(lostAfter(10.5)).toBeCloseTo(12.375 + 1.5 * 2.875, 9);
    expect(lostAfter(12)).toBeCloseTo(12.375 + 3 * 3.25, 9);
    expect(lostAfter(13)).toBeCloseTo(22.125 + 4, 9);
  });

  it("RHYTHM-3: it counts the hours since the last care of any kind, not since the last feeding", () => {
    const creature = creatureWith({ rhythm: rhythm(3), lastCareAt: T0 - hours(9) });
    expect(livingAt(creature, T0).decayMultiplier).toBe(2.5);
    expect(livingAt(caredFor(creature, "reflect", T0), T0).decayMultiplier).toBe(1);
  });

  it.each([
    [0.1, 5, 2.5],
    [2.4, 5, 2.5],
    [2.5, 5, 2.5],
    [2.6, 5, 2.6],
    [2.6, 24, 12],
    [13, 24, 13],
    [0, 2, 1],
  ])("RHYTHM-4: an average of %d h with a window of %d h is measured as %d h", (averageHours, window, measured) => {
    const multiplierAfter = (rhythms: number) => decayMultiplier(keptFor(averageHours), window, rhythms * measured);
    expect(multiplierAfter(1.5)).toBeCloseTo(1, 9);
    expect(multiplierAfter(2)).toBeCloseTo(1.5, 9);
    expect(multiplierAfter(3)).toBeCloseTo(2.5, 9);
    expect(multiplierAfter(4)).toBeCloseTo(4, 9);
  });

  it("RHYTHM-4: several actions in one visit do not turn the multiplier against their keeper", () => {
    let creature = creatureWith();
    // A weight of 3 over 4 hours, so that there is a multiplier at all.
    for (const minute of [0, ...Array.from({ length: 31 }, (_, short) => 240 + short)])
      creature = caredFor(creature, "play", T0 + minute * MINUTE);
    expect(isEstablished(creature)).toBe(true);
    expect(creature.rhythm.averageHours).toBeLessThan(1.1);
    const last = T0 + 270 * MINUTE;
    expect(livingAt(creature, last + hours(3.75)).decayMultiplier).toBe(1);
    expect(livingAt(creature, last + hours(5)).decayMultiplier).toBeCloseTo(1.5, 9);
    const { hunger } = livingAt(creature, last).creature.stats;
    expect(livingAt(creature, last + hours(3.75)).creature.stats.hunger).toBeCloseTo(hunger - 3.75 * 1.6, 9);
    expect(livingAt(creature, last + hours(5)).creature.stats.hunger).toBeCloseTo(hunger - 5.3125 * 1.6, 9);
  });
});

describe("the death threshold", () => {
  it.each([
    [0, 0, 36],
    [1, 2, 36],
    [30, 2, 36],
    [0.1, 3, 24],
    [7.9, 3, 24],
    [8, 3, 24],
    [8.1, 3, 24.3],
    [12, 3, 36],
    [15.9, 3, 47.7],
    [16, 3, 48],
    [16.1, 3, 48],
    [40, 30, 48],
  ])("RHYTHM-5: an average of %d h over %d intervals gives %d h", (averageHours, intervals, threshold) => {
    const kept = keptFor(averageHours, intervals);
    expect(deathThresholdHours(kept)).toBeCloseTo(threshold, 9);
    const { deathClock } = livingAt(creatureWith(kept), T0 + HOUR);
    expect(deathClock.thresholdHours).toBeCloseTo(threshold, 9);
    expect(deathClock.diesAt).toBe(T0 + hours(threshold));
  });

  it("RHYTHM-5: a long feeding window does not lengthen it", () => {
    const creature = creatureWith({ species: { feedingWindowHours: 24, hungerDecayPerHour: 0.35 }, rhythm: rhythm(1) });
    expect(livingAt(creature, T0).deathClock.diesAt).toBe(T0 + hours(24));
  });
});
