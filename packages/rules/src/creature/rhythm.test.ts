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
  return { averageHours, weight: intervals + 1, intervals };
}

function keptFor(averageHours: number, intervals = 3): RhythmState {
  return { rhythm: rhythm(averageHours, intervals) };
}

/** Returns the creature after care at each of these minutes. */
function caredAt(creature: Living, minutes: readonly number[]): Living {
  return minutes.reduce((each, minute) => caredFor(each, "reflect", T0 + minute * MINUTE), creature);
}

describe("the moving average", () => {
  it("RHYTHM-1: the average starts as one interval of 12 hours", () => {
    expect(creatureWith().rhythm).toEqual({ averageHours: 12, weight: 1, intervals: 0 });
    expect(caredFor(creatureWith(), "feed", T0 + hours(9)).rhythm).toEqual({
      averageHours: 12,
      weight: 1,
      intervals: 0,
    });
  });

  it.each([
    { weight: 1, minutes: 10, pull: 1 / 2 },
    { weight: 1, minutes: 240, pull: 1 / 2 },
    { weight: 2, minutes: 600, pull: 1 / 3 },
    { weight: 9, minutes: 240, pull: 1 / 10 },
    { weight: 9.5, minutes: 240, pull: 2 / 21 },
    { weight: 10, minutes: 240, pull: 2 / 21 },
    { weight: 400, minutes: 240, pull: 2 / 21 },
  ])("RHYTHM-1: at weight $weight, $minutes minutes move the average by $pull", ({ weight, minutes, pull }) => {
    const after = withInterval({ averageHours: 10, weight, intervals: 1 }, minutes * MINUTE);
    expect(after.averageHours).toBeCloseTo(10 + pull * (minutes / 60 - 10), 12);
    expect(after).toMatchObject({ weight: weight + 1, intervals: 2 });
  });

  it.each([0, 1, 5, 9.999])("RHYTHM-1: an interval of %d minutes changes neither average nor weight", (minutes) => {
    const before: Rhythm = { averageHours: 3, weight: 2, intervals: 1 };
    expect(withInterval(before, minutes * MINUTE)).toEqual({ averageHours: 3, weight: 2, intervals: 2 });
  });

  it("RHYTHM-1: care of any kind ends an interval", () => {
    let creature = caredFor(creatureWith(), "play", T0 + hours(1));
    creature = caredFor(creature, "feed", T0 + hours(5));
    expect(creature.rhythm).toEqual({ averageHours: 8, weight: 2, intervals: 1 });
    creature = caredFor(creature, "clean", T0 + hours(7));
    expect(creature.rhythm).toEqual({ averageHours: 6, weight: 3, intervals: 2 });
    creature = caredFor(creature, "reflect", T0 + hours(7));
    expect(creature.rhythm).toEqual({ averageHours: 6, weight: 3, intervals: 3 });
    creature = caredFor(creature, "medicine", T0 + hours(13));
    expect(creature.rhythm).toEqual({ averageHours: 6, weight: 4, intervals: 4 });
  });
});

describe("established rhythms", () => {
  it.each([
    ["one care", [0], false],
    ["three at once", [0, 0, 0], false],
    ["three in 30 hours", [0, 900, 1800], false],
    ["four at once", [0, 0, 0, 0], true],
    ["four in one minute", [0, 0, 0, 1], true],
    ["four in four hours", [0, 80, 160, 240], true],
    ["four in 45 hours", [0, 900, 1800, 2700], true],
  ])("RHYTHM-2: %s (minutes %j) establishes the rhythm: %s", (_what, minutes, established) => {
    expect(isEstablished(caredAt(creatureWith(), minutes))).toBe(established);
  });

  it.each([
    ["four at once", [0, 0, 0, 0]],
    ["four in ten seconds", [0, 0.05, 0.1, 10 / 60]],
    ["an hour of care, each minute", Array.from({ length: 60 }, (_, minute) => minute)],
    ["ten hours of care, each nine minutes", Array.from({ length: 67 }, (_, count) => count * 9)],
  ])("RHYTHM-2: care during the first visit never brings death nearer: %s", (_what, minutes) => {
    let creature = creatureWith();
    let { diesAt } = livingAt(creature, T0).deathClock;
    for (const minute of minutes) {
      const at = T0 + minute * MINUTE;
      creature = caredFor(creature, "reflect", at);
      const { deathClock } = livingAt(creature, at);
      expect(deathClock).toMatchObject({ thresholdHours: 36, diesAt: at + hours(36) });
      expect(deathClock.diesAt).toBeGreaterThanOrEqual(diesAt);
      ({ diesAt } = deathClock);
    }
    expect(isEstablished(creature)).toBe(true);
    expect(creature.rhythm.averageHours).toBe(12);
  });

  it("RHYTHM-2, TIME-8: an interval excludes time that does not count", () => {
    const cared = caredAt(creatureWith({ zone: "Etc/GMT-5" }), [0, 0, 0]);
    const paused = afterPause(livingOf(settle(cared, T0 + hours(3))), {
      kind: "amnesty",
      from: T0 + hours(3),
      until: T0 + hours(6),
    });
    const { rhythm: after } = caredFor(paused, "reflect", T0 + hours(7));
    expect(after).toEqual({ averageHours: 8, weight: 2, intervals: 3 });
  });

  it("RHYTHM-2: the first care after resurrection ends no interval", () => {
    const creature = caredAt(creatureWith(), [60, 120, 180, 240, 300]);
    const back = resurrect(deadOf(settle(creature, T0 + hours(60))), T0 + hours(72));
    expect(back.rhythm).toEqual(NO_RHYTHM);
    const cared = caredFor(back, "feed", T0 + hours(75));
    expect(cared.rhythm).toEqual(NO_RHYTHM);
    expect(caredFor(cared, "feed", T0 + hours(80)).rhythm).toEqual({ averageHours: 8.5, weight: 2, intervals: 1 });
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
  ])("RHYTHM-3: after %d rhythms, the multiplier is %d", (rhythms, multiplier) => {
    expect(decayMultiplier(keptFor(4), 5, rhythms * 4)).toBeCloseTo(multiplier, 9);
  });

  it("RHYTHM-3: the multiplier is 1 until the rhythm is established", () => {
    expect(decayMultiplier(keptFor(1, 2), 2, 35)).toBe(1);
    expect(decayMultiplier(keptFor(1, 3), 2, 35)).toBe(4);
  });

  it("RHYTHM-3: hunger falls along the lines of the ramp", () => {
    const creature = creatureWith({ species: { hungerDecayPerHour: 1 }, rhythm: rhythm(3) });
    const lostAfter = (hour: number) => 100 - livingAt(creature, T0 + hours(hour)).creature.stats.hunger;
    expect(lostAfter(4.5)).toBeCloseTo(4.5, 9);
    expect(lostAfter(6)).toBeCloseTo(4.5 + 1.5 * 1.25, 9);
    expect(lostAfter(9)).toBeCloseTo(6.375 + 3 * 2, 9);
    expect(lostAfter(10.5)).toBeCloseTo(12.375 + 1.5 * 2.875, 9);
    expect(lostAfter(12)).toBeCloseTo(12.375 + 3 * 3.25, 9);
    expect(lostAfter(13)).toBeCloseTo(22.125 + 4, 9);
  });

  it("RHYTHM-3: the multiplier counts hours since any care, not since feeding", () => {
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
    [0.5, 2, 1],
  ])("RHYTHM-4: with average %d h and window %d h, decay uses %d h", (averageHours, window, measured) => {
    const multiplierAfter = (rhythms: number) => decayMultiplier(keptFor(averageHours), window, rhythms * measured);
    expect(multiplierAfter(1.5)).toBeCloseTo(1, 9);
    expect(multiplierAfter(2)).toBeCloseTo(1.5, 9);
    expect(multiplierAfter(3)).toBeCloseTo(2.5, 9);
    expect(multiplierAfter(4)).toBeCloseTo(4, 9);
  });

  it("RHYTHM-4: with a one-hour rhythm, decay accelerates only after 3.75 hours", () => {
    // Actions every ten minutes, which is the shortest interval that counts, make the average short.
    const creature = caredAt(
      creatureWith(),
      Array.from({ length: 31 }, (_, count) => count * 10),
    );
    expect(creature.rhythm.averageHours).toBeLessThan(1.1);
    const last = T0 + 300 * MINUTE;
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

  it("RHYTHM-5: a long feeding window does not lengthen the threshold", () => {
    const creature = creatureWith({ species: { feedingWindowHours: 24, hungerDecayPerHour: 0.35 }, rhythm: rhythm(1) });
    expect(livingAt(creature, T0).deathClock.diesAt).toBe(T0 + hours(24));
  });
});
