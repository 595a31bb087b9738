import { describe, expect, it } from "vitest";
import {
  HOUR,
  T0,
  creatureWith,
  hours,
  idThat,
  livingAt,
  livingOf,
  speciesWith,
} from "../../../../test/lives/creatures.ts";
import { adopt, hatch } from "../care/adoption.ts";
import { applyCare } from "../care/care.ts";
import { courseOf } from "./course.ts";
import type { CareAction, Living } from "../creature/creature.ts";
import { chance, seedOf } from "../time/hash.ts";
import { settle } from "./settle.ts";
import { isAsleepAt, sleeperOf } from "../time/sleep.ts";

const NIGHT = T0 + hours(13);

describe("hunger and happiness", () => {
  it.each([
    [0.35, 0.2, 10, 96.5, 98],
    [1.6, 0.8, 10, 84, 92],
    [2.6, 1.6, 10, 74, 84],
    [3, 2, 12.5, 62.5, 75],
  ])("DECAY-1: at %d and %d an hour, %d h leave %d and %d", (hunger, happiness, elapsed, left, happy) => {
    const creature = creatureWith({ species: { hungerDecayPerHour: hunger, happinessDecayPerHour: happiness } });
    const { stats } = livingAt(creature, T0 + hours(elapsed)).creature;
    expect(stats.hunger).toBeCloseTo(left, 9);
    expect(stats.happiness).toBeCloseTo(happy, 9);
  });

  it("DECAY-1: hunger and happiness stop at 0 independently", () => {
    const creature = creatureWith({ stats: { hunger: 8, happiness: 8 } });
    expect(livingAt(creature, T0 + hours(5) - 1).creature.stats.hunger).toBeGreaterThan(0);
    expect(livingAt(creature, T0 + hours(5)).creature.stats.hunger).toBeCloseTo(0, 12);
    expect(livingAt(creature, T0 + hours(9)).creature.stats.hunger).toBe(0);
    expect(livingAt(creature, T0 + hours(9)).creature.stats.happiness).toBeCloseTo(0.8, 9);
    expect(livingAt(creature, T0 + hours(11)).creature.stats.happiness).toBe(0);
  });

  it("DECAY-2: an hour asleep counts half", () => {
    const id = idThat({ asleep: [NIGHT, NIGHT + HOUR], awake: [NIGHT + 2 * HOUR] });
    const creature = creatureWith({ id });
    const lostAfter = (hour: number) => 100 - livingAt(creature, T0 + hours(hour)).creature.stats.hunger;
    expect(lostAfter(13)).toBeCloseTo(13 * 1.6, 9);
    expect(lostAfter(13.5)).toBeCloseTo(13.25 * 1.6, 9);
    expect(lostAfter(15)).toBeCloseTo(14 * 1.6, 9);
    expect(lostAfter(16)).toBeCloseTo(15 * 1.6, 9);
  });

  it("DECAY-2: the rhythm, sleep, and social factors multiply", () => {
    const id = idThat({ asleep: [NIGHT, NIGHT + HOUR] });
    const left = creatureWith({
      id,
      species: { innateTraits: ["social"], feedingWindowHours: 4, hungerDecayPerHour: 1 },
      asOf: NIGHT,
      lastFedAt: NIGHT,
      lastCareAt: NIGHT - hours(4),
      lastCheckedAt: NIGHT - hours(4),
      rhythm: { averageHours: 2, weight: 3, intervals: 3 },
    });
    // From 2 to 3 rhythms, the multiplier rises from 1.5 to 2.5, with a mean of 2. Two hours cost 2 x 2 x 0.5 x 1.5.
    expect(livingAt(left, NIGHT + hours(2)).creature.stats.hunger).toBeCloseTo(100 - 2 * 2 * 0.5 * 1.5, 9);
    expect(livingAt(left, NIGHT + hours(1)).creature.stats.hunger).toBeCloseTo(100 - 1.75 * 0.5 * 1.5, 9);
  });

  it("DECAY-3: a social creature decays 1.5 times as fast after 3 unchecked hours", () => {
    const social = creatureWith({ species: { innateTraits: ["vocal", "social"] } });
    const lostAfter = (ms: number) => 100 - livingAt(social, T0 + ms).creature.stats.hunger;
    expect(lostAfter(hours(3))).toBeCloseTo(3 * 1.6, 9);
    expect(lostAfter(hours(3) + 1) - lostAfter(hours(3))).toBeCloseTo((1.5 * 1.6) / HOUR, 10);
    expect(lostAfter(hours(5))).toBeCloseTo((3 + 2 * 1.5) * 1.6, 9);
    expect(100 - livingAt(social, T0 + hours(5)).creature.stats.happiness).toBeCloseTo((3 + 2 * 1.5) * 0.8, 9);
  });

  it("DECAY-3: other creatures do not decay faster unchecked", () => {
    const creature = creatureWith({ species: { innateTraits: ["solitary", "anxious", "vocal"] } });
    expect(livingAt(creature, T0 + hours(12)).creature.stats.hunger).toBeCloseTo(100 - 12 * 1.6, 9);
  });
});

// Compares the exact course with a second implementation of the rules, which is as simple as possible and uses ten-second steps.
const STEP = 10_000;

interface PlainState {
  hunger: number;
  happiness: number;
  health: number;
  trust: number;
  /** The reading of the feeding clock in milliseconds. */
  feedingMs: number;
  consistency: number;
  missed: number;
  diedAt: number | null;
  /** Conditions that occurred during the life, to verify that the lives are varied. */
  readonly met: Set<string>;
}

/** RHYTHM-2: a rhythm is established after three intervals. */
function isPlainlyEstablished({ rhythm }: Living): boolean {
  return rhythm.intervals >= 3;
}

/** RHYTHM-3, RHYTHM-4: the decay multiplier. */
function plainMultiplier(creature: Living, hoursWithoutCare: number): number {
  if (!isPlainlyEstablished(creature)) return 1;
  const x = hoursWithoutCare / Math.max(creature.rhythm.averageHours, creature.species.feedingWindowHours / 2);
  if (x <= 1.5) return 1;
  if (x <= 3) return x - 0.5;
  return x <= 4 ? 2.5 + 1.5 * (x - 3) : 4;
}

/** RHYTHM-5: the death threshold in hours. */
function plainThreshold(creature: Living): number {
  return isPlainlyEstablished(creature) ? Math.min(48, Math.max(24, 3 * creature.rhythm.averageHours)) : 36;
}

const NEGLECT = { instant: 0.15, fast: 0.2, medium: 0.3, slow: 0.45 } as const;

/** Advances `state` from `at` by one step. */
function step(creature: Living, state: PlainState, at: number): void {
  const { species } = creature;
  const middle = at + STEP / 2;
  const hoursSince = (instant: number) => (middle - instant) / HOUR;
  const asleep = isAsleepAt(sleeperOf(creature), middle);
  const lonely = species.innateTraits.includes("social") && hoursSince(creature.lastCheckedAt) >= 3;
  const window = species.feedingWindowHours * HOUR;
  const missed = state.feedingMs >= 1.5 * window;
  const starving = state.hunger < 10;
  const dirty = hoursSince(creature.lastCleanedAt) > 48;
  const neglected = state.feedingMs >= 2 * window;
  const multiplier = plainMultiplier(creature, hoursSince(creature.lastCareAt));

  const elapsed = (STEP / HOUR) * (asleep ? 0.5 : 1);
  const effective = elapsed * multiplier * (lonely ? 1.5 : 1);
  state.hunger = Math.max(0, state.hunger - species.hungerDecayPerHour * effective);
  state.happiness = Math.max(0, state.happiness - species.happinessDecayPerHour * effective);
  state.health -= elapsed * ((missed ? 0.5 : 0) + (starving ? 1.25 : 0) + (dirty ? 0.25 : 0));
  const neglect = neglected ? NEGLECT[species.trustSpeed] * (species.mechanic === "robot" ? 2 : 1) : 0;
  state.trust = Math.max(0, state.trust - elapsed * neglect);
  if (middle - creature.lastFedAt < window / 2 || !asleep) state.feedingMs += STEP;
  if (Math.floor(state.feedingMs / window - 0.5) > state.missed) {
    state.missed++;
    state.consistency *= 1 - Math.max(0.1, species.feedingWindowHours / 80);
  }
  const met = { asleep, lonely, missed, starving, dirty, neglected, ramp: multiplier > 1, steep: multiplier === 4 };
  for (const [what, isSo] of Object.entries(met)) if (isSo) state.met.add(what);
}

/** Returns the states of a creature without care at the given instants, until its death. */
function plainLife(creature: Living, instants: readonly number[]): readonly PlainState[] {
  const { stats, asOf } = creature;
  const state: PlainState = {
    hunger: stats.hunger,
    happiness: stats.happiness,
    health: stats.health,
    trust: stats.trust,
    feedingMs: creature.feedingMs,
    consistency: creature.consistency,
    missed: creature.missedThisCycle,
    diedAt: null,
    met: new Set(),
  };
  const neglectAt = creature.lastCareAt + plainThreshold(creature) * HOUR;
  const seen: PlainState[] = [];
  let at = asOf;
  for (const instant of instants) {
    while (at < instant && state.diedAt === null) {
      step(creature, state, at);
      at += STEP;
      if (at >= neglectAt || state.health <= 0) state.diedAt = at;
    }
    seen.push({ ...state });
  }
  return seen;
}

const ZONES = [
  "UTC",
  "Europe/Berlin",
  "America/New_York",
  "America/St_Johns",
  "Asia/Kathmandu",
  "Asia/Tokyo",
  "Australia/Lord_Howe",
  "Pacific/Auckland",
] as const;
/** Includes days on which Europe, America, and Australia change their clocks. */
const DAYS = [Date.UTC(2026, 0, 5), Date.UTC(2026, 2, 28), Date.UTC(2026, 9, 3), Date.UTC(2026, 9, 24)] as const;

/** Returns a creature that received varied care for a few hours and was then abandoned. */
function abandoned(life: number): Living {
  const seed = seedOf(`life ${life}`);
  let draws = 0;
  const draw = () => chance(seed, draws++);
  const oneOf = <Item>(list: readonly [Item, ...Item[]]): Item => list[Math.floor(draw() * list.length)] ?? list[0];
  const species = speciesWith({
    feedingWindowHours: oneOf([2, 3, 4.5, 5, 8, 12, 24]),
    hungerDecayPerHour: oneOf([0.35, 0.8, 1.6, 2.6, 3]),
    happinessDecayPerHour: oneOf([0.2, 0.8, 1.6, 2]),
    trustSpeed: oneOf(["instant", "fast", "medium", "slow"]),
    innateTraits: oneOf([["social"], []]),
    mechanic: oneOf(["robot", null, null]),
  });
  const start = oneOf(DAYS) + Math.floor(draw() * 48 * 60) * 60_000;
  const baby = hatch(adopt({ id: `life ${life}`, name: "Left", species, zone: oneOf(ZONES), at: start }), start);
  let creature: Living = {
    ...baby,
    stats: {
      hunger: 5 + 60 * draw(),
      happiness: 100 * draw(),
      health: 15 + 60 * draw(),
      trust: 90 * draw(),
      discipline: 0,
    },
    consistency: 40 + 60 * draw(),
    lastCleanedAt: start - Math.floor(draw() * 60) * HOUR,
  };
  let at = start;
  for (let visits = Math.floor(draw() * 8); visits > 0; visits--) {
    at += oneOf([2, 7, 40, 90, 200, 420]) * 60_000;
    const action: CareAction = oneOf(["play", "feed", "discipline", "reflect"]);
    const outcome = applyCare(creature, action, undefined, at);
    if (outcome.kind === "died") break;
    if (outcome.kind === "done") creature = livingOf(outcome.creature);
  }
  return creature;
}

const LIVES = Array.from({ length: 60 }, (_, life) => life);
const SEEN_AFTER_HOURS = [0.5, 2, 5, 9, 14, 19, 23, 29, 35, 41, 49];
const met = new Set<string>();

describe("the exact integral", () => {
  it.each(LIVES)(
    "DECAY-2, HEALTH-1, TRUST-2, FEED-2, CONS-3: life %d matches a simulation in ten-second steps",
    (life) => {
      const creature = abandoned(life);
      const { death } = courseOf(creature);
      const instants = SEEN_AFTER_HOURS.map((hour) => creature.asOf + hours(hour));
      const plain = plainLife(creature, instants);
      for (const [index, at] of instants.entries()) {
        const expected = plain[index];
        if (expected === undefined) throw new Error("the instant is missing");
        for (const what of expected.met) met.add(what);
        if (expected.diedAt !== null) {
          met.add(death.cause);
          expect(Math.abs(death.at - expected.diedAt)).toBeLessThan(4 * 60_000);
          return;
        }
        const actual = settle(creature, at);
        expect(actual.death).toBeNull();
        expect(Math.abs(actual.stats.hunger - expected.hunger)).toBeLessThan(0.02);
        expect(Math.abs(actual.stats.happiness - expected.happiness)).toBeLessThan(0.02);
        expect(Math.abs(actual.stats.health - expected.health)).toBeLessThan(0.02);
        expect(Math.abs(actual.stats.trust - expected.trust)).toBeLessThan(0.02);
        expect(actual.feedingMs).toBe(expected.feedingMs);
        expect(Math.abs(actual.consistency - expected.consistency)).toBeLessThan(0.02);
      }
      throw new Error("it should have died within 48 hours");
    },
  );

  it("DECAY-2: these lives cover every condition that changes a rate", () => {
    const all = ["asleep", "lonely", "missed", "starving", "dirty", "neglected", "ramp", "steep", "neglect", "hunger"];
    expect(all.filter((what) => !met.has(what))).toEqual([]);
  });
});
