import { describe, expect, it } from "vitest";
import { T0, caredFor, creatureWith, deadOf, hours } from "../../../../test/lives/creatures.ts";
import { ageMsAt, type Dead, type Living } from "../creature/creature.ts";
import { creatureAt } from "../life/life.ts";
import { resurrect, resurrectionCost, resurrectionOffer } from "./resurrection.ts";
import { settle } from "../life/settle.ts";
import { RESURRECTION_LAYERS } from "../creature/personality.ts";

const DIED_AT = T0 + hours(36);
const WEEK = hours(7 * 24);

function dead(overrides: Partial<Omit<Dead, "species" | "stats">> = {}): Dead {
  return { ...deadOf(settle(creatureWith(), DIED_AT)), ...overrides };
}

function back(creature: Dead, at: number): Living {
  return resurrect(creature, at);
}

describe("the deadline for a resurrection", () => {
  it("BACK-1: resurrection is possible for 7 days, the last instant included", () => {
    expect(resurrectionOffer(dead(), DIED_AT)).toMatchObject({ possible: true, closesAt: DIED_AT + WEEK });
    expect(resurrectionOffer(dead(), DIED_AT + WEEK)).toMatchObject({ possible: true });
    expect(resurrectionOffer(dead(), DIED_AT + WEEK + 1)).toMatchObject({ possible: false });
  });
});

describe("the cost of a resurrection", () => {
  it.each([
    [24, 0, 100],
    [720, 0, 429],
    [4380, 0, 2608],
    [4380, 1, 13_036],
    [0, 0, 100],
    [168, 0, 100],
    [168.001, 0, 101],
    [336, 0, 200],
    [24, 1, 500],
    [24, 2, 2500],
    [24, 3, 12_500],
    [336, 2, 5000],
  ])("BACK-2: age %d h and %d earlier deaths cost %d credits", (age, deaths, credits) => {
    expect(resurrectionCost(deaths, age)).toBe(credits);
  });

  /** Exact costs for these ages are whole credits, which binary fractions must not round up. */
  it.each([
    [183.12, 0, 109],
    [184.8, 0, 110],
    [235.2, 0, 140],
    [191.52, 0, 114],
    [184.8, 1, 550],
    [252, 1, 750],
  ])("BACK-2: age %d h and %d earlier deaths cost exactly %d credits", (age, deaths, credits) => {
    expect(resurrectionCost(deaths, age)).toBe(credits);
  });

  it("BACK-2: an offer counts the age at death and only earlier deaths", () => {
    const old = dead({ hatchedAt: DIED_AT - hours(720) });
    expect(resurrectionOffer(old, DIED_AT + hours(100)).cost).toBe(429);
    const returned = back(dead(), DIED_AT + hours(5));
    const again = settle(returned, DIED_AT + hours(200));
    expect(again.death).not.toBeNull();
    expect(again.resurrections).toBe(1);
    expect(resurrectionOffer(deadOf(again), DIED_AT + hours(200)).cost).toBe(500);
  });
});

describe("the state after a resurrection", () => {
  it("BACK-3: a creature returns with 50 of each stat and 30 trust", () => {
    const stats = { hunger: 50, happiness: 50, health: 50, trust: 30, discipline: 50 };
    expect(back(dead(), DIED_AT).stats).toEqual(stats);
    const trusted = { ...dead(), stats: { hunger: 0, happiness: 90, health: 0, trust: 99, discipline: 0 } };
    expect(back(trusted, DIED_AT + WEEK).stats).toEqual(stats);
  });

  it("BACK-4: all clocks start at the return", () => {
    const at = DIED_AT + hours(50);
    expect(back(dead({ playedThisCycle: true }), at)).toMatchObject({
      death: null,
      asOf: at,
      lastFedAt: at,
      feedingMs: 0,
      lastCleanedAt: at,
      lastCheckedAt: at,
      lastCareAt: at,
      playedThisCycle: false,
      missedThisCycle: 0,
      resurrections: 1,
    });
    expect(back(dead(), DIED_AT - hours(1)).asOf).toBe(DIED_AT);
  });

  it("BACK-4: the death clock starts at the return with 36 hours", () => {
    const at = DIED_AT + hours(50);
    const rhythm = { averageHours: 16, weight: 9, intervals: 8 };
    const now = creatureAt(back(dead({ rhythm, rhythmSince: T0 }), at), at);
    expect(now).toMatchObject({ kind: "living", position: 0, hoursSinceFed: 0 });
    expect(now.kind === "living" && now.deathClock).toMatchObject({ hoursWithoutCare: 0, thresholdHours: 36 });
  });

  it("BACK-4, RHYTHM-2: a return resets rhythm, streak, and critical marks", () => {
    const at = DIED_AT + hours(1);
    const returned = back(
      dead({
        rhythm: { averageHours: 5, weight: 9, intervals: 8 },
        rhythmSince: T0,
        streak: 12,
        wasCritical: true,
        wasCriticalByClock: true,
        starvingSince: T0,
        criticalSince: T0,
      }),
      at,
    );
    expect(returned).toMatchObject({
      rhythm: { averageHours: 12, weight: 1, intervals: 0 },
      streak: 0,
      wasCritical: false,
      wasCriticalByClock: false,
      starvingSince: null,
      criticalSince: null,
    });
    expect(caredFor(returned, "reflect", at + hours(1)).rhythm.intervals).toBe(0);
    expect(caredFor(returned, "medicine", at).rescued).toBe(false);
  });

  it("BACK-4: a return keeps stage, path, consistency, rescue, and milestones", () => {
    const stageInstants = { baby: T0, child: T0 + 1, teen: T0 + 2, adult: T0 + 3 };
    const kept = {
      stage: "adult",
      stageInstants,
      path: "rescue",
      consistency: 61.5,
      rescued: true,
      milestones: ["trust_milestone:50", "care_streak:10"],
      feedings: 30,
      missedFeedings: 4,
    } as const;
    expect(back(dead(kept), DIED_AT + hours(2))).toMatchObject(kept);
    expect(back(dead({ rescued: false }), DIED_AT).rescued).toBe(false);
  });

  it("BACK-4: age stops at death and continues at the return", () => {
    const returned = back(dead(), DIED_AT + hours(100));
    expect(ageMsAt(dead(), DIED_AT + hours(100))).toBe(hours(36));
    expect(ageMsAt(returned, DIED_AT + hours(100))).toBe(hours(36));
    expect(ageMsAt(returned, DIED_AT + hours(101))).toBe(hours(37));
    const diedAgain = { ...returned, death: { at: DIED_AT + hours(110), cause: "harm" as const } };
    const twice = back(diedAgain, DIED_AT + hours(150));
    expect(ageMsAt(twice, DIED_AT + hours(150))).toBe(hours(46));
  });

  it("BACK-4: each return adds a personality layer, new while any remain", () => {
    let creature = creatureWith();
    const born = creature.personality;
    for (let count = 1; count <= RESURRECTION_LAYERS.length + 1; count++) {
      creature = back({ ...creature, death: { at: creature.asOf + 1000, cause: "harm" } }, creature.asOf + 2000);
      expect(creature.personality).toHaveLength(born.length + count);
      expect(RESURRECTION_LAYERS).toContain(creature.personality.at(-1));
      expect(creature.personality.slice(0, born.length)).toEqual(born);
    }
    expect(new Set(creature.personality).size).toBe(born.length + RESURRECTION_LAYERS.length);
  });
});
