import { describe, expect, it } from "vitest";
import {
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
import { applyCare } from "../care/care.ts";
import { CARE_ACTIONS, ITEM_CATEGORIES, type ItemCategory, type Living } from "../creature/creature.ts";
import { feedingStatus, feedingTiming, feedingWindowStatus, windowMs } from "./feeding.ts";
import { resurrect } from "../care/resurrection.ts";
import { settle } from "./settle.ts";

/** 22:00 UTC, the first hour in which creatures may sleep. */
const NIGHT = T0 + hours(13);
const WINDOW = windowMs(speciesWith());

/** Returns a creature with a ten-hour window, fed at `at`, that sleeps from 22:00 to 24:00 and is then awake until 6:00. */
function sleepsUntilMidnight(at: number): Living {
  const id = idThat({
    asleep: [NIGHT, NIGHT + hours(1)],
    awake: [2, 3, 4, 5, 6, 7].map((hour) => NIGHT + hours(hour)),
  });
  return creatureWith({ id, species: { feedingWindowHours: 10 }, asOf: at, lastFedAt: at, lastCareAt: at });
}

/** Feeds an item to a hungry creature after some time in its five-hour window. */
function fedAfter(ms: number, category: ItemCategory | null = "loved") {
  const hungry = creatureWith({ stats: { hunger: 20, happiness: 50, health: 80, trust: 50 } });
  const feeding = done(hungry, "feed", T0 + ms, { category });
  const { before, creature } = feeding;
  const change = (stat: "hunger" | "happiness" | "health" | "trust") => creature.stats[stat] - before.stats[stat];
  return { feeding, change };
}

describe("position", () => {
  it.each([
    [0, 0],
    [1, 0.2],
    [2.5, 0.5],
    [5, 1],
    [7.5, 1.5],
    [10, 2],
    [12.5, 2.5],
  ])("FEED-1: %d waking hours after feeding, a five-hour window is at %d", (elapsed, position) => {
    expect(livingAt(creatureWith(), T0 + hours(elapsed)).position).toBe(position);
  });

  it("FEED-1: before half a window, the feeding clock runs during sleep", () => {
    const fedAt = NIGHT - hours(3);
    const creature = sleepsUntilMidnight(fedAt);
    expect(livingAt(creature, NIGHT + hours(1)).asleep).toBe(true);
    expect(livingAt(creature, NIGHT + hours(1)).position).toBeCloseTo(0.4, 12);
    expect(livingAt(creature, NIGHT + hours(2)).position).toBe(0.5);
  });

  it("FEED-1: hours since the last feeding are elapsed time, including sleep", () => {
    const creature = sleepsUntilMidnight(NIGHT - hours(5));
    const now = livingAt(creature, NIGHT + hours(2));
    expect(now.position).toBe(0.5);
    expect(now.hoursSinceFed).toBe(7);
  });

  it("FEED-2: after half a window, the feeding clock stops during sleep", () => {
    const creature = sleepsUntilMidnight(NIGHT - hours(5));
    const positionAt = (hour: number) => livingAt(creature, NIGHT + hours(hour)).position;
    expect([0, 0.5, 1, 1.5, 2].map(positionAt)).toEqual([0.5, 0.5, 0.5, 0.5, 0.5]);
    expect(positionAt(3)).toBeCloseTo(0.6, 12);
    expect(positionAt(7)).toBe(1);
    expect(positionAt(7.5)).toBeCloseTo(1.05, 12);
  });

  it("FEED-2: the clock stops at half a window within an hour of sleep", () => {
    const creature = sleepsUntilMidnight(NIGHT - hours(4.5));
    expect(livingAt(creature, NIGHT + hours(0.5) - 1).position).toBeLessThan(0.5);
    expect(livingAt(creature, NIGHT + hours(0.5)).position).toBe(0.5);
    expect(livingAt(creature, NIGHT + hours(2)).position).toBe(0.5);
    expect(livingAt(creature, NIGHT + hours(2) + 36_000).position).toBeCloseTo(0.501, 12);
  });

  it("FEED-2: sleep postpones the missed window by its own length", () => {
    const creature = sleepsUntilMidnight(NIGHT - hours(5));
    const awake = creatureWith({ ...creature, id: idThat({ awake: nightHours() }), species: creature.species });
    expect(livingAt(awake, T0).course.misses[0]).toBe(NIGHT + hours(10));
    expect(livingAt(creature, T0).course.misses[0]).toBe(NIGHT + hours(12));
  });
});

function nightHours(): number[] {
  return [0, 1, 2, 3, 4, 5, 6, 7].map((hour) => NIGHT + hours(hour));
}

describe("timing of a feeding", () => {
  it.each([
    { ms: 0, timing: "early", factor: 0.2, happiness: -2, health: 0, trust: 0 },
    { ms: 0.25 * WINDOW - 1, timing: "early", factor: 0.2, happiness: -2, health: 0, trust: 0 },
    { ms: 0.25 * WINDOW, timing: "early", factor: 0.6, happiness: 0, health: 0, trust: 0 },
    { ms: 0.5 * WINDOW - 1, timing: "early", factor: 0.6, happiness: 0, health: 0, trust: 0 },
    { ms: 0.5 * WINDOW, timing: "on_time", factor: 1, happiness: 0, health: 0, trust: 0 },
    { ms: WINDOW, timing: "on_time", factor: 1, happiness: 0, health: 0, trust: 0 },
    { ms: WINDOW + 1, timing: "late", factor: 1, happiness: 0, health: 0, trust: -0.5 },
    { ms: 1.5 * WINDOW - 1, timing: "late", factor: 1, happiness: 0, health: 0, trust: -0.5 },
    { ms: 1.5 * WINDOW, timing: "missed_window", factor: 1, happiness: 0, health: -3, trust: -1 },
    { ms: 2.2 * WINDOW, timing: "missed_window", factor: 1, happiness: 0, health: -3, trust: -1 },
  ])("FEED-3: feeding after $ms ms of five hours is $timing with factor $factor", ({ ms, factor, ...expected }) => {
    const { feeding, change } = fedAfter(ms);
    expect(feeding.timing).toBe(expected.timing);
    expect(change("hunger")).toBeCloseTo(60 * factor, 9);
    expect(change("happiness")).toBeCloseTo(8 * factor + expected.happiness, 9);
    expect(change("health")).toBeCloseTo(expected.health, 9);
    expect(change("trust")).toBeCloseTo(expected.trust, 9);
  });

  it.each([
    [0.1, -2, 0],
    [0.3, 0, 0],
    [0.7, 0, 0],
    [1.2, 0, -0.5],
    [1.6, 0, -1],
  ])("FEED-3: after %d windows, harmful items do full damage plus timing's side effects", (p, happy, trust) => {
    const { change } = fedAfter(p * WINDOW, "harmful");
    expect(change("hunger")).toBe(0);
    expect(change("health")).toBeCloseTo(p >= 1.5 ? -18 : -15, 9);
    expect(change("happiness")).toBeCloseTo(happy, 9);
    expect(change("trust")).toBeCloseTo(trust, 9);
  });

  it("FEED-3: only feedings have a timing and a factor for earliness", () => {
    const creature = creatureWith({ stats: { happiness: 20 } });
    const play = done(creature, "play", T0);
    expect(play.timing).toBeNull();
    expect(play.creature.stats.happiness).toBe(35);
  });

  it("FEED-2, FEED-3: after sleep stops the clock, food is on time until p = 1", () => {
    const creature = sleepsUntilMidnight(NIGHT - hours(9));
    expect(applyCare(creature, "feed", undefined, NIGHT + hours(1)).kind).toBe("refused");
    expect(done(creature, "feed", NIGHT + hours(3)).timing).toBe("on_time");
    expect(done(creature, "feed", NIGHT + hours(3) + 1).timing).toBe("late");
  });
});

describe("feeding status and window status", () => {
  it.each([
    [0, "ok", "before_window", "early"],
    [0.49999, "ok", "before_window", "early"],
    [0.5, "due_soon", "in_window", "on_time"],
    [1, "due_soon", "in_window", "on_time"],
    [1.00001, "overdue", "past_window", "late"],
    [1.49999, "overdue", "past_window", "late"],
    [1.5, "critical", "past_window", "missed_window"],
    [7, "critical", "past_window", "missed_window"],
  ])("FEED-4: at p = %d, feeding status is %s and window status %s", (position, status, place, timing) => {
    expect(feedingStatus(position)).toBe(status);
    expect(feedingWindowStatus(position)).toBe(place);
    expect(feedingTiming(position)).toBe(timing);
  });

  it.each([
    [0.5 * WINDOW - 1, "ok", "before_window"],
    [0.5 * WINDOW, "due_soon", "in_window"],
    [WINDOW, "due_soon", "in_window"],
    [WINDOW + 1, "overdue", "past_window"],
    [1.5 * WINDOW - 1, "overdue", "past_window"],
    [1.5 * WINDOW, "critical", "past_window"],
  ])("FEED-4: %d ms after a feeding, status is %s and place %s", (ms, status, place) => {
    const now = livingAt(creatureWith(), T0 + ms);
    expect(now.feedingStatus).toBe(status);
    expect(now.feedingWindowStatus).toBe(place);
  });
});

describe("next feeding window", () => {
  it("FEED-5: the window opens after half its length, while awake", () => {
    const creature = creatureWith();
    const opens = T0 + hours(2.5);
    expect(livingAt(creature, T0).nextFeedingWindow).toBe(opens);
    expect(livingAt(creature, opens - 1).nextFeedingWindow).toBe(opens);
    expect(livingAt(creature, opens).nextFeedingWindow).toBe(opens);
    expect(livingAt(creature, opens + 1).nextFeedingWindow).toBe(opens + 1);
    expect(livingAt(creature, T0 + hours(9)).nextFeedingWindow).toBe(T0 + hours(9));
  });

  it("FEED-5: a window that is due during sleep opens at waking", () => {
    const creature = sleepsUntilMidnight(NIGHT - hours(4.5));
    expect(livingAt(creature, NIGHT - hours(1)).nextFeedingWindow).toBe(NIGHT + hours(2));
    expect(livingAt(creature, NIGHT + hours(1)).nextFeedingWindow).toBe(NIGHT + hours(2));
    expect(livingAt(creature, NIGHT + hours(2)).nextFeedingWindow).toBe(NIGHT + hours(2));
  });

  it("FEED-5: an open window closes when the creature falls asleep", () => {
    const creature = sleepsUntilMidnight(NIGHT - hours(8));
    expect(livingAt(creature, NIGHT - 1).nextFeedingWindow).toBe(NIGHT - 1);
    expect(livingAt(creature, NIGHT).nextFeedingWindow).toBe(NIGHT + hours(2));
  });
});

describe("missed windows", () => {
  it.each([
    [1.5 * WINDOW - 1, 0],
    [1.5 * WINDOW, 1],
    [2 * WINDOW, 1],
    [2.5 * WINDOW - 1, 1],
    [2.5 * WINDOW, 2],
  ])("FEED-6: after %d ms without food, %d windows have been missed", (ms, missed) => {
    const { missedThisCycle, missedFeedings } = settle(creatureWith({ missedFeedings: 4 }), T0 + ms);
    expect(missedThisCycle).toBe(missed);
    expect(missedFeedings).toBe(4 + missed);
  });

  it("FEED-6: every missed two-hour window counts at its own instant", () => {
    const creature = creatureWith({ species: { feedingWindowHours: 2 }, id: idThat({ awake: nightHours() }) });
    const { misses } = livingAt(creature, T0).course;
    const missedAfter = [3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31, 33, 35];
    expect(misses).toEqual(missedAfter.map((hour) => T0 + hours(hour)));
    for (const at of misses) {
      const { position, creature: now } = livingAt(creature, at);
      expect(now.missedThisCycle).toBe(Math.max(0, Math.floor(position - 0.5)));
      expect(settle(creature, at - 1).missedThisCycle).toBe(now.missedThisCycle - 1);
    }
  });

  it("FEED-6: frequent settling never counts a missed window twice", () => {
    let creature = creatureWith();
    for (let hour = 0; hour <= 13; hour += 0.5) creature = livingOf(settle(creature, T0 + hours(hour)));
    expect(creature.missedThisCycle).toBe(2);
    expect(creature.scored).toBe(2);
  });
});

describe("restart of the feeding clock", () => {
  it.each([null, ...ITEM_CATEGORIES])("FEED-7: an accepted feeding sets p to 0, even with the item %s", (category) => {
    const at = T0 + hours(8);
    const fed = caredFor(creatureWith(), "feed", at, { category });
    expect(livingAt(fed, at).position).toBe(0);
    expect(fed.lastFedAt).toBe(at);
    expect(fed.missedThisCycle).toBe(0);
    expect(livingAt(fed, at + hours(2.5)).position).toBe(0.5);
  });

  it.each(CARE_ACTIONS.filter((action) => action !== "feed"))("FEED-7: %s does not change p", (action) => {
    const at = T0 + hours(4);
    expect(livingAt(caredFor(creatureWith(), action, at), at).position).toBe(0.8);
  });

  it("FEED-7: a refused feeding does not change p", () => {
    const jackrabbit = creatureWith({ species: { mechanic: "jackrabbit" } });
    const refused = applyCare(jackrabbit, "feed", undefined, T0 + hours(4));
    expect(refused.kind).toBe("refused");
    expect(livingAt(refused.creature, T0 + hours(4)).position).toBe(0.8);
  });

  it("FEED-7: resurrection sets p to 0 and does not count as a feeding", () => {
    const dead = settle(creatureWith({ feedings: 7 }), T0 + hours(40));
    const at = T0 + hours(50);
    const back = resurrect(deadOf(dead), at);
    expect(livingAt(back, at).position).toBe(0);
    expect(livingAt(back, at).hoursSinceFed).toBe(0);
    expect(back.missedThisCycle).toBe(0);
    expect(back.feedings).toBe(7);
  });
});
