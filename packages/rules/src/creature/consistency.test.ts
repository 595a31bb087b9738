import { describe, expect, it } from "vitest";
import { HOUR, T0, caredFor, creatureWith, hours, livingOf, speciesWith } from "../../../../test/lives/creatures.ts";
import { consistencyWeight, rankScore, variety } from "./consistency.ts";
import { CARE_ACTIONS, type CareAction, type Living } from "./creature.ts";
import { recommendedPosition, windowMs } from "../life/feeding.ts";
import { settle } from "../life/settle.ts";

/** Returns a creature whose feeding clock is at a position at `T0`, with all other clocks at 0. */
function waiting(position: number, { feedingWindowHours = 5, ...scores }: Scores = {}): Living {
  const species = { feedingWindowHours };
  return creatureWith({ species, feedingMs: position * windowMs(speciesWith(species)), ...scores });
}

interface Scores {
  readonly feedingWindowHours?: number;
  readonly consistency?: number;
  readonly responsiveness?: number;
}

describe("consistency", () => {
  it("CONS-1: consistency starts at 100", () => {
    expect(creatureWith().consistency).toBe(100);
    expect(creatureWith().scored).toBe(0);
  });

  it.each([
    [2, 0.1],
    [5, 0.1],
    [8, 0.1],
    [8.8, 0.11],
    [12, 0.15],
    [16, 0.2],
    [24, 0.3],
  ])("CONS-1: a %d h window moves consistency by %d of the distance", (feedingWindowHours, weight) => {
    expect(consistencyWeight(speciesWith({ feedingWindowHours }))).toBeCloseTo(weight, 12);
    const fed = caredFor(waiting(0.7, { feedingWindowHours, consistency: 60 }), "feed", T0);
    expect(fed.consistency).toBeCloseTo(60 + weight * 40, 9);
    const missed = settle(waiting(1.5 - 1e-6, { feedingWindowHours, consistency: 60 }), T0 + hours(1));
    expect(missed.consistency).toBeCloseTo(60 - weight * 60, 9);
  });

  it.each([
    ["early", 0.2, 80, 80],
    ["early", 0.49, 40, 40],
    ["on_time", 0.5, 80, 82],
    ["on_time", 1, 0, 10],
    ["on_time", 0.7, 100, 100],
    ["late", 1.01, 100, 95],
    ["late", 1.49, 60, 59],
    ["late", 1.2, 50, 50],
    ["late", 1.2, 49, 49],
    ["late", 1.2, 10, 10],
    ["missed_window", 1.5, 80, 80],
    ["missed_window", 1.9, 30, 30],
  ])("CONS-2: feeding %s at p = %d changes consistency from %d to %d", (timing, position, before, after) => {
    const fed = caredFor(waiting(position, { consistency: before }), "feed", T0);
    expect(fed.consistency).toBeCloseTo(after, 9);
    expect(fed.scored).toBe(timing === "on_time" || timing === "late" ? 1 : 0);
  });

  it("CONS-2: the item does not matter, and only feedings are scored", () => {
    const creature = waiting(0.7, { consistency: 80 });
    expect(caredFor(creature, "feed", T0, { category: "harmful" }).consistency).toBe(82);
    for (const action of CARE_ACTIONS) {
      if (action !== "feed") expect(caredFor(creature, action, T0)).toMatchObject({ consistency: 80, scored: 0 });
    }
  });

  it("CONS-3: every missed window scores 0, each at its own instant", () => {
    const creature = creatureWith();
    const consistencyAt = (hour: number) => settle(creature, T0 + hours(hour)).consistency;
    expect(settle(creature, T0 + hours(7.5) - 1).consistency).toBe(100);
    expect(consistencyAt(7.5)).toBeCloseTo(90, 12);
    expect(settle(creature, T0 + hours(12.5) - 1).consistency).toBeCloseTo(90, 12);
    expect(consistencyAt(12.5)).toBeCloseTo(81, 12);
    expect(settle(creature, T0 + hours(12.5)).scored).toBe(2);
  });

  it("CONS-3: the feeding after a missed window is not scored again", () => {
    const fed = caredFor(creatureWith(), "feed", T0 + hours(12.6));
    expect(fed.consistency).toBeCloseTo(81, 12);
    expect(fed).toMatchObject({ scored: 2, missedFeedings: 2, missedThisCycle: 0 });
  });

  it("CONS-3: a missed 24-hour window moves consistency from 100 to 70", () => {
    const creature = creatureWith({
      species: { feedingWindowHours: 24, hungerDecayPerHour: 0.35 },
      feedingMs: hours(35),
    });
    expect(settle(creature, T0 + hours(1)).consistency).toBeCloseTo(70, 12);
  });
});

describe("variety", () => {
  const times = (count: number, action: CareAction) => Array.from({ length: count }, () => action);

  it.each<[string, CareAction[], number]>([
    ["no action", [], 0],
    ["one action", ["feed"], 0],
    ["twenty times the same", times(20, "feed"), 0],
    ["two actions evenly", ["feed", "play"], (100 * Math.log(2)) / Math.log(7)],
    ["three to one", ["feed", "feed", "feed", "play"], 28.898],
    ["four evenly", ["feed", "play", "clean", "reflect"], (100 * Math.log(4)) / Math.log(7)],
    ["all seven evenly", [...CARE_ACTIONS, ...CARE_ACTIONS], 100],
  ])("VARIETY-1: computes the variety of %s", (_, actions, expected) => {
    expect(variety(actions)).toBeCloseTo(expected, 2);
  });

  it("VARIETY-1: only the last 20 actions count", () => {
    let creature = creatureWith();
    const actions: readonly CareAction[] = ["play", ...times(19, "feed")];
    for (const [index, action] of actions.entries()) {
      creature = caredFor(creature, action, T0 + index);
    }
    expect(variety(creature.recentActions)).toBeCloseTo(10.2, 1);
    creature = caredFor(creature, "feed", T0 + 20);
    expect(creature.recentActions).toEqual(times(20, "feed"));
    expect(creature.careActions).toBe(21);
    expect(variety(creature.recentActions)).toBe(0);
  });
});

describe("responsiveness", () => {
  it("RESP-1: the recommended position is evenly spread from 0.55 to 0.65", () => {
    const positions: number[] = [];
    for (let count = 0; count < 2000; count++) {
      const creature = creatureWith({ id: `creature-${count % 40}`, lastFedAt: T0 + Math.floor(count / 40) * 1000 });
      positions.push(recommendedPosition(creature));
    }
    expect(Math.min(...positions)).toBeGreaterThanOrEqual(0.55);
    expect(Math.min(...positions)).toBeLessThan(0.551);
    expect(Math.max(...positions)).toBeLessThan(0.65);
    expect(Math.max(...positions)).toBeGreaterThan(0.649);
    expect(positions.reduce((sum, position) => sum + position, 0) / positions.length).toBeCloseTo(0.6, 2);
  });

  it("RESP-1: the recommended position is constant until the next feeding", () => {
    const creature = creatureWith();
    const q = recommendedPosition(creature);
    expect(recommendedPosition(livingOf(settle(creature, T0 + hours(9))))).toBe(q);
    expect(recommendedPosition(caredFor(creature, "play", T0 + hours(2)))).toBe(q);
    expect(recommendedPosition(caredFor(creature, "feed", T0 + hours(3)))).not.toBe(q);
  });

  it("RESP-2: responsiveness starts at 100", () => {
    expect(creatureWith().responsiveness).toBe(100);
  });

  it.each([
    ["from p = 0.5 on", 0.5, 100],
    ["up to a minute after q", "q", 100],
    ["half a window after that", "q + 0.5", 50],
    ["three quarters after that", "q + 0.75", 25],
    ["a whole window after that", "q + 1", 0],
    ["three windows after that", "q + 3", 0],
  ] as const)("RESP-2: a feeding %s (%s) scores %d with weight 0.1", (_, place, score) => {
    const q = recommendedPosition(creatureWith()) + HOUR / 60 / windowMs(speciesWith());
    const position = place === "q" ? q : typeof place === "number" ? place : q + Number(place.slice(4));
    const fed = caredFor(waiting(position, { responsiveness: 40 }), "feed", T0);
    expect(fed.responsiveness).toBeCloseTo(40 + 0.1 * (score - 40), 6);
  });

  it("RESP-2: early feedings and other care do not change responsiveness", () => {
    const early = waiting(0.4999, { responsiveness: 40 });
    expect(caredFor(early, "feed", T0).responsiveness).toBe(40);
    const due = waiting(0.6, { responsiveness: 40 });
    for (const action of CARE_ACTIONS) {
      if (action !== "feed") expect(caredFor(due, action, T0).responsiveness).toBe(40);
    }
    expect(settle(due, T0 + hours(20)).responsiveness).toBe(40);
  });
});

describe("rank", () => {
  it("CONS-5: consistency is weighted by its number of scored windows", () => {
    expect(rankScore(100, 0)).toBe(0);
    expect(rankScore(100, 5)).toBe(50);
    expect(rankScore(96, 95)).toBeCloseTo(91.2, 9);
    expect(rankScore(90, 40)).toBeGreaterThan(rankScore(100, 10));
  });
});
