import { describe, expect, it } from "vitest";
import { T0, caredFor, creatureWith, done, hours } from "../../../../test/lives/creatures.ts";
import { applyCare, streakBonus, type CareDone } from "./care.ts";
import {
  CARE_ACTIONS,
  STATS,
  type CareAction,
  type Effectiveness,
  type ItemCategory,
  type Stats,
  type Timing,
} from "../creature/creature.ts";
import type { StatEffect } from "../creature/effects.ts";
import { settle } from "../life/settle.ts";
import { isAsleepAt, sleeperOf } from "../time/sleep.ts";
import type { Mechanic, TrustSpeed } from "../species/species.ts";

/** Three quarters of a five-hour window, which is on time. */
const ON_TIME = T0 + hours(3.75);
/** 22:00, the first hour in which creatures may sleep. */
const NIGHT = T0 + hours(13);
const MIDDLE: Stats = { hunger: 40, happiness: 50, health: 50, trust: 50, discipline: 20 };

/** Returns the stats that care changed, each with its change, without floating-point errors. */
function changes({ before, creature }: CareDone): StatEffect {
  const changed: Record<string, number> = {};
  for (const stat of STATS) {
    const change = Number((creature.stats[stat] - before.stats[stat]).toFixed(9));
    if (change !== 0) changed[stat] = change;
  }
  return changed;
}

/** Returns an id whose creature is asleep, or awake, at 22:00 UTC. */
function idAtNight(asleep: boolean): string {
  for (let number = 0; ; number++) {
    const id = `night-${number}`;
    if (isAsleepAt(sleeperOf({ id, zone: "UTC" }), NIGHT) === asleep) return id;
  }
}

describe("effects of actions", () => {
  it.each([
    ["feed", null, { hunger: 50 }],
    ["play", null, { happiness: 15 }],
    ["clean", null, { health: 10 }],
    ["medicine", null, { health: 25 }],
    ["discipline", null, { discipline: 10, happiness: -5, trust: -1 }],
    ["sleep", null, { health: 5 }],
    ["reflect", null, { trust: 2 }],
    ["feed", "loved", { hunger: 60, happiness: 8 }],
    ["play", "loved", { happiness: 20, health: 5 }],
    ["clean", "loved", { health: 15, happiness: 8 }],
    ["medicine", "loved", { health: 30, trust: 4 }],
    ["discipline", "loved", { discipline: 12, happiness: -2 }],
    ["sleep", "loved", { health: 8, happiness: 3 }],
  ] as const satisfies readonly (readonly [CareAction, ItemCategory | null, StatEffect])[])(
    "CARE-1: %s with item %s changes %o",
    (action, category, effect) => {
      expect(changes(done(creatureWith({ stats: MIDDLE }), action, ON_TIME, { category }))).toEqual(effect);
    },
  );

  it.each(CARE_ACTIONS)("CARE-3: %s with an unjudged item acts as without an item", (action) => {
    const creature = creatureWith({ stats: MIDDLE });
    const without = applyCare(creature, action, undefined, ON_TIME);
    expect(applyCare(creature, action, { category: null, isTask: false }, ON_TIME)).toEqual(without);
  });

  it.each([
    ["feed", { hunger: 55, happiness: 4 }],
    ["play", { happiness: 17.5, health: 2.5 }],
    ["clean", { health: 12.5, happiness: 4 }],
    ["medicine", { health: 27.5, trust: 2 }],
    ["discipline", { discipline: 11, happiness: -3.5, trust: -0.5 }],
    ["sleep", { health: 6.5, happiness: 1.5 }],
  ] as const)("CARE-4: %s with a liked item changes %o", (action, effect) => {
    expect(changes(done(creatureWith({ stats: MIDDLE }), action, ON_TIME, { category: "liked" }))).toEqual(effect);
  });

  it.each([
    ["feed", { hunger: 25 }],
    ["play", { happiness: 7.5 }],
    ["clean", { health: 5 }],
    ["medicine", { health: 12.5 }],
    ["discipline", { discipline: 5, happiness: -5, trust: -1 }],
    ["sleep", { health: 2.5 }],
  ] as const)("CARE-5: %s with a disliked item changes %o", (action, effect) => {
    expect(changes(done(creatureWith({ stats: MIDDLE }), action, ON_TIME, { category: "disliked" }))).toEqual(effect);
  });

  it.each([
    ["feed", { health: -15 }],
    ["play", { happiness: -10, health: -5 }],
    ["clean", { health: -10 }],
    ["medicine", { health: -20 }],
    ["discipline", { happiness: -15, health: -10 }],
    ["sleep", { health: -5 }],
  ] as const)("CARE-6: %s with a harmful item changes only %o", (action, effect) => {
    expect(changes(done(creatureWith({ stats: MIDDLE }), action, ON_TIME, { category: "harmful" }))).toEqual(effect);
  });

  it("CARE-6: a harmful meal still counts as a feeding with its timing", () => {
    const outcome = done(creatureWith({ streak: 4, consistency: 80 }), "feed", ON_TIME, { category: "harmful" });
    expect(outcome.timing).toBe("on_time");
    expect(outcome.creature).toMatchObject({ feedings: 1, streak: 5, lastFedAt: ON_TIME, feedingMs: 0, scored: 1 });
    expect(outcome.creature.consistency).toBeCloseTo(82, 9);
    const late = done(creatureWith({ streak: 4 }), "feed", T0 + hours(6), { category: "harmful" });
    expect(late.timing).toBe("late");
    expect(changes(late)).toEqual({ health: -15, trust: -0.5 });
  });

  it("CARE-6: harmful play and cleaning still count as play, cleaning, and care", () => {
    const played = caredFor(creatureWith(), "play", ON_TIME, { category: "harmful" });
    expect(played).toMatchObject({ playedThisCycle: true, lastPlayedAt: ON_TIME, lastCareAt: ON_TIME, careActions: 1 });
    const cleaned = caredFor(creatureWith(), "clean", ON_TIME, { category: "harmful" });
    expect(cleaned).toMatchObject({
      lastCleanedAt: ON_TIME,
      lastCareAt: ON_TIME,
      lastCheckedAt: ON_TIME,
      careActions: 1,
    });
  });

  it.each([
    [0, "loved", { hunger: 12, happiness: -0.4 }],
    [1.25, "loved", { hunger: 36, happiness: 4.8 }],
    [0, "liked", { hunger: 11, happiness: -1.2 }],
    [1.25, "disliked", { hunger: 15 }],
    [0, "harmful", { happiness: -2, health: -15 }],
    [1.25, "harmful", { health: -15 }],
    [0, null, { hunger: 10, happiness: -2 }],
    [1.25, null, { hunger: 30 }],
  ] as const)(
    "CARE-7, FEED-3: %d hours after feeding, earliness scales gains of item %s, never damage",
    (after, category, effect) => {
      expect(changes(done(creatureWith({ stats: MIDDLE }), "feed", T0 + hours(after), { category }))).toEqual(effect);
    },
  );

  it.each([
    ["chonk", "play", "harmful", { happiness: -10, health: -5 }],
    ["chonk", "discipline", null, { discipline: 5, happiness: -5, trust: -1 }],
    ["chonk", "discipline", "loved", { discipline: 6, happiness: -2 }],
    ["chonk", "feed", "harmful", { health: -15 }],
    ["persian", "clean", "harmful", { health: -10 }],
    ["persian", "play", "harmful", { happiness: -10, health: -5 }],
    ["night", "medicine", "harmful", { health: -20 }],
    ["night", "discipline", null, { discipline: 5, happiness: -5, trust: -1 }],
    ["border_collie", "play", "harmful", { happiness: -10, health: -5 }],
    ["bengal", "feed", "harmful", { health: -15 }],
  ] as const satisfies readonly (readonly [Mechanic, CareAction, ItemCategory | null, StatEffect])[])(
    "CARE-7: the factors of the %s never change damage (%s, item %s)",
    (mechanic, action, category, effect) => {
      const creature = creatureWith({ species: { mechanic }, stats: MIDDLE });
      expect(changes(done(creature, action, ON_TIME, { category }))).toEqual(effect);
    },
  );

  it.each(["night", "persian", "bengal", "chonk"] as const)(
    "CARE-7: the factors of the %s never change the streak bonus",
    (mechanic) => {
      const creature = creatureWith({ species: { mechanic }, stats: MIDDLE, streak: 9 });
      expect(changes(done(creature, "feed", ON_TIME)).trust).toBe(5);
    },
  );
});

describe("refusals", () => {
  it.each([null, "pangolin", "jackrabbit"] as const)(
    "CARE-8: sleep is the first reason for refusal (mechanic %s)",
    (mechanic) => {
      const creature = creatureWith({ id: idAtNight(true), species: { mechanic }, stats: { trust: 20 } });
      for (const action of CARE_ACTIONS) {
        const outcome = applyCare(creature, action, undefined, NIGHT);
        expect(outcome).toMatchObject(action === "reflect" ? { kind: "done" } : { kind: "refused", reason: "asleep" });
      }
    },
  );

  it("CARE-8, MECH-9: a distrustful, awake pangolin refuses everything but reflect", () => {
    const creature = creatureWith({
      id: idAtNight(false),
      species: { mechanic: "pangolin" },
      stats: { trust: 39.999 },
    });
    for (const action of CARE_ACTIONS) {
      const outcome = applyCare(creature, action, undefined, NIGHT);
      expect(outcome).toMatchObject(
        action === "reflect" ? { kind: "done" } : { kind: "refused", reason: "untrusting" },
      );
    }
  });

  it("CARE-8, MECH-3: an awake, unplayed jackrabbit refuses only food", () => {
    const creature = creatureWith({ species: { mechanic: "jackrabbit" } });
    for (const action of CARE_ACTIONS) {
      const outcome = applyCare(creature, action, undefined, ON_TIME);
      expect(outcome).toMatchObject(action === "feed" ? { kind: "refused", reason: "unplayed" } : { kind: "done" });
    }
  });

  it.each([
    ["asleep", { id: idAtNight(true), species: { innateTraits: ["social"] } }],
    ["untrusting", { id: idAtNight(false), species: { mechanic: "pangolin", innateTraits: ["social"] } }],
    ["unplayed", { id: idAtNight(false), species: { mechanic: "jackrabbit", innateTraits: ["social"] } }],
  ] as const)("CARE-8: a refusal (%s) changes no stat, clock, or check", (reason, overrides) => {
    const stored = creatureWith(overrides);
    const outcome = applyCare(stored, "feed", { category: "harmful", isTask: false }, NIGHT);
    expect(outcome).toEqual({ kind: "refused", reason, creature: settle(stored, NIGHT), at: NIGHT });
    if (outcome.kind !== "refused") return;
    const { lastFedAt, lastCareAt, lastCheckedAt, careActions, rhythm } = outcome.creature;
    expect({ lastFedAt, lastCareAt, lastCheckedAt, careActions }).toEqual({
      lastFedAt: T0,
      lastCareAt: T0,
      lastCheckedAt: T0,
      careActions: 0,
    });
    expect(rhythm.intervals).toBe(0);
    expect(outcome).not.toHaveProperty("milestones");
  });

  it("DEATH-2: a creature accepts no care from the instant of its death", () => {
    const dying = creatureWith();
    for (const action of CARE_ACTIONS) {
      expect(applyCare(dying, action, undefined, T0 + hours(36))).toMatchObject({
        kind: "died",
        creature: { death: { at: T0 + hours(36), cause: "neglect" } },
      });
    }
  });
});

describe("order within an accepted action", () => {
  it("CARE-9: the effect precedes timing's side effects, each within 0 to 100", () => {
    const outcome = done(creatureWith({ stats: { happiness: 99.5 } }), "feed", T0, { category: "loved" });
    expect(outcome.creature.stats.happiness).toBe(98);
  });

  it("CARE-9, HEALTH-2: damage precedes the missed-window penalty, which never kills", () => {
    const missed = T0 + hours(7.5);
    const hurt = done(creatureWith({ stats: { health: 16 } }), "feed", missed, { category: "harmful" });
    expect(hurt.timing).toBe("missed_window");
    expect(hurt.creature.stats.health).toBe(1);
    expect(hurt.creature.death).toBeNull();
    const killed = done(creatureWith({ stats: { health: 15 } }), "feed", missed, { category: "harmful" });
    expect(killed.creature.stats.health).toBe(0);
    expect(killed.creature.death).toEqual({ at: missed, cause: "harm" });
  });

  it("CARE-9: the streak counts this feeding before it grants the bonus", () => {
    const outcome = done(creatureWith({ streak: 2 }), "feed", ON_TIME);
    expect(outcome.creature.streak).toBe(3);
    expect(changes(outcome).trust).toBe(1.5);
  });

  it("CARE-9: the rhythm measures its interval before the care clock moves", () => {
    const first = caredFor(creatureWith(), "play", T0 + hours(1));
    expect(first.rhythm.intervals).toBe(0);
    const second = caredFor(first, "clean", T0 + hours(3));
    expect(second).toMatchObject({ rhythm: { averageHours: 7, weight: 2, intervals: 1 }, lastCareAt: T0 + hours(3) });
  });

  it("CARE-9, PATH-2: a rescue precedes the stage change", () => {
    const teen = creatureWith({
      species: { feedingWindowHours: 8 },
      hatchedAt: T0 - hours(130),
      stage: "teen",
      consistency: 49,
      wasCritical: true,
      wasCriticalByClock: true,
      stats: MIDDLE,
    });
    expect(caredFor(teen, "feed", T0 + hours(5))).toMatchObject({ rescued: true, stage: "adult", path: "rescue" });
  });

  it("CARE-9: the stage change precedes death", () => {
    const teen = creatureWith({
      hatchedAt: T0 - hours(130),
      stage: "teen",
      consistency: 49,
      stats: { ...MIDDLE, health: 10 },
    });
    const outcome = done(teen, "feed", ON_TIME, { category: "harmful" });
    expect(outcome.creature).toMatchObject({
      stage: "adult",
      path: "balanced",
      stageInstants: { adult: ON_TIME },
      death: { at: ON_TIME, cause: "harm" },
    });
    expect(outcome.creature.death).toEqual({ at: ON_TIME, cause: "harm" });
  });

  it("CARE-9: no action moves a stat below 0 or above 100", () => {
    const categories: readonly (ItemCategory | null)[] = [null, "loved", "liked", "neutral", "disliked", "harmful"];
    for (const value of [0.25, 1, 99, 100]) {
      const stats = { hunger: value, happiness: value, health: value, trust: value, discipline: value };
      for (const action of CARE_ACTIONS) {
        for (const category of categories) {
          for (const at of [T0, T0 + hours(1.25), ON_TIME, T0 + hours(6), T0 + hours(7.5)]) {
            const creature = creatureWith({ species: { mechanic: "chonk", trustSpeed: "instant" }, stats, streak: 20 });
            const outcome = applyCare(creature, action, { category, isTask: false }, at);
            for (const stat of STATS) {
              expect(outcome.creature.stats[stat]).toBeGreaterThanOrEqual(0);
              expect(outcome.creature.stats[stat]).toBeLessThanOrEqual(100);
            }
          }
        }
      }
    }
  });
});

describe("effectiveness", () => {
  /** Nothing has decayed at the instant of the last feeding, so all actions but feed start from exactly this value. */
  it.each([
    ["play", { happiness: 85 }, "effective"],
    ["play", { happiness: 85.001 }, "reduced"],
    ["play", { happiness: 100 }, "wasted"],
    ["clean", { health: 90 }, "effective"],
    ["clean", { health: 90.001 }, "reduced"],
    ["clean", { health: 100 }, "wasted"],
    ["medicine", { health: 75 }, "effective"],
    ["medicine", { health: 75.001 }, "reduced"],
    ["medicine", { health: 100 }, "wasted"],
    ["discipline", { discipline: 90 }, "effective"],
    ["discipline", { discipline: 90.001 }, "reduced"],
    ["discipline", { discipline: 100 }, "wasted"],
    ["sleep", { health: 95 }, "effective"],
    ["sleep", { health: 95.001 }, "reduced"],
    ["sleep", { health: 100 }, "wasted"],
    ["reflect", { trust: 98 }, "effective"],
    ["reflect", { trust: 98.001 }, "reduced"],
    ["reflect", { trust: 100 }, "wasted"],
  ] as const satisfies readonly (readonly [CareAction, Partial<Stats>, Effectiveness])[])(
    "CARE-10: %s with stats %o is %s",
    (action, stats, effectiveness) => {
      expect(done(creatureWith({ stats }), action, T0).effectiveness).toBe(effectiveness);
    },
  );

  /** Hunger falls by 6 in 3.75 hours at 1.6 an hour. */
  it.each([
    [56, ON_TIME, "effective"],
    [56.001, ON_TIME, "reduced"],
    [100, ON_TIME, "reduced"],
    [10, T0, "reduced"],
    [10, T0 + hours(1.25), "reduced"],
    [10, T0 + hours(2.5), "effective"],
    [10, T0 + hours(5), "effective"],
    [10, T0 + hours(6), "effective"],
    [10, T0 + hours(7.5), "effective"],
    [100, T0, "wasted"],
  ] as const)("CARE-10: with hunger %d at cycle start, feeding at %d is %s", (hunger, at, effectiveness) => {
    expect(done(creatureWith({ stats: { hunger } }), "feed", at).effectiveness).toBe(effectiveness);
  });

  it.each(["feed", "play", "clean", "medicine", "discipline", "sleep"] as const)(
    "CARE-10: a disliked item reduces %s and a harmful one wastes it",
    (action) => {
      const creature = creatureWith({ stats: MIDDLE });
      const effectiveness = (category: ItemCategory | null) =>
        done(creature, action, ON_TIME, { category }).effectiveness;
      expect(effectiveness("disliked")).toBe("reduced");
      expect(effectiveness("harmful")).toBe("wasted");
      for (const category of [null, "loved", "liked", "neutral"] as const) {
        expect(effectiveness(category)).toBe("effective");
      }
    },
  );

  it.each([
    ["loved", 80, "effective"],
    ["loved", 80.001, "reduced"],
    ["liked", 82.5, "effective"],
    ["liked", 82.501, "reduced"],
    ["neutral", 85, "effective"],
    ["neutral", 85.001, "reduced"],
    ["disliked", 80, "reduced"],
  ] as const)("CARE-10: play with a %s item at happiness %d is %s", (category, happiness, effectiveness) => {
    expect(done(creatureWith({ stats: { happiness } }), "play", T0, { category }).effectiveness).toBe(effectiveness);
  });

  it.each([
    ["persian", "clean", { health: 70 }, "effective"],
    ["persian", "clean", { health: 71 }, "reduced"],
    ["persian", "play", { happiness: 92.5 }, "effective"],
    ["persian", "play", { happiness: 93 }, "reduced"],
    ["chonk", "medicine", { health: 87.5 }, "effective"],
    ["chonk", "medicine", { health: 88 }, "reduced"],
    ["night", "play", { happiness: 92.5 }, "effective"],
    ["border_collie", "play", { happiness: 50 }, "wasted"],
  ] as const satisfies readonly (readonly [Mechanic, CareAction, Partial<Stats>, Effectiveness])[])(
    "CARE-10: for the %s, %s with stats %o is %s",
    (mechanic, action, stats, effectiveness) => {
      expect(done(creatureWith({ species: { mechanic }, stats }), action, T0).effectiveness).toBe(effectiveness);
    },
  );

  it.each([
    ["instant", 96],
    ["fast", 97],
    ["medium", 98],
    ["slow", 99],
  ] as const satisfies readonly (readonly [TrustSpeed, number])[])(
    "CARE-10: with %s trust speed, reflect is effective up to trust %d",
    (trustSpeed, trust) => {
      const effectiveness = (value: number) =>
        done(creatureWith({ species: { trustSpeed }, stats: { trust: value } }), "reflect", T0).effectiveness;
      expect(effectiveness(trust)).toBe("effective");
      expect(effectiveness(trust + 0.001)).toBe("reduced");
    },
  );
});

describe("care log", () => {
  it.each(CARE_ACTIONS)("CARE-11: %s returns stats before and after; only feedings have a timing", (action) => {
    const outcome = done(creatureWith({ stats: MIDDLE }), action, ON_TIME);
    expect(outcome.at).toBe(ON_TIME);
    expect(outcome.before.stats).toMatchObject({ hunger: 34, happiness: 47, health: 50 });
    expect(outcome.creature.stats).toMatchObject({
      hunger: action === "feed" ? 84 : 34,
      happiness: { play: 62, discipline: 42 }[action as string] ?? 47,
      health: { clean: 60, medicine: 75, sleep: 55 }[action as string] ?? 50,
    });
    expect(outcome.timing).toBe(action === "feed" ? "on_time" : null);
    expect(outcome.creature).toMatchObject({ careActions: 1, recentActions: [action], lastCareAction: action });
  });

  it("CARE-11: wasted care is accepted and counted like any other", () => {
    const outcome = done(creatureWith({ stats: { health: 100 } }), "medicine", T0);
    expect(outcome.effectiveness).toBe("wasted");
    expect(outcome.creature).toMatchObject({ careActions: 1, lastCareAction: "medicine", lastCareAt: T0 });
    expect(outcome.before.stats.health).toBe(100);
    expect(outcome.creature.stats.health).toBe(100);
  });
});

describe("streaks", () => {
  it.each([
    [0, "early", 0],
    [2.499_999, "early", 0],
    [2.5, "on_time", 8],
    [3.75, "on_time", 8],
    [5, "on_time", 8],
    [5.000_001, "late", 0],
    [7.499_999, "late", 0],
    [7.5, "missed_window", 0],
  ] as const satisfies readonly (readonly [number, Timing, number])[])(
    "STREAK-1: feeding after %d of five hours is %s; streak 7 becomes %d",
    (after, timing, streak) => {
      const outcome = done(creatureWith({ streak: 7 }), "feed", T0 + hours(after));
      expect(outcome.timing).toBe(timing);
      expect(outcome.creature.streak).toBe(streak);
    },
  );

  it("STREAK-1: a missed window ends the streak at its own instant", () => {
    const creature = creatureWith({ streak: 7 });
    expect(settle(creature, T0 + hours(7.5) - 1).streak).toBe(7);
    expect(settle(creature, T0 + hours(7.5)).streak).toBe(0);
  });

  it("STREAK-1: actions other than feed leave the streak unchanged", () => {
    for (const action of CARE_ACTIONS) {
      if (action !== "feed") expect(caredFor(creatureWith({ streak: 7 }), action, ON_TIME).streak).toBe(7);
    }
  });

  it.each([
    [0, 0],
    [1, 0],
    [2, 0],
    [3, 1.5],
    [4, 2],
    [5, 2.5],
    [9, 4.5],
    [10, 5],
    [11, 5],
    [100, 5],
  ])("STREAK-2: a streak of %d grants a bonus of %d", (streak, bonus) => {
    expect(streakBonus(streak)).toBe(bonus);
  });

  it.each([
    [1, "medium", undefined],
    [2, "medium", 1.5],
    [4, "medium", 2.5],
    [9, "medium", 5],
    [30, "medium", 5],
    [2, "instant", 3],
    [4, "fast", 3.75],
    [9, "instant", 10],
    [9, "slow", 2.5],
  ] as const)("STREAK-2, TRUST-1: with streak %d and %s trust speed, feeding adds %d", (streak, trustSpeed, gain) => {
    const creature = creatureWith({ species: { trustSpeed }, stats: MIDDLE, streak });
    expect(changes(done(creature, "feed", ON_TIME)).trust).toBe(gain);
  });

  it("STREAK-2: only on_time feedings earn the bonus", () => {
    for (const after of [0, 1.25, 6, 7.5]) {
      const outcome = done(creatureWith({ stats: MIDDLE, streak: 12 }), "feed", T0 + hours(after));
      expect(changes(outcome).trust ?? 0).toBeLessThanOrEqual(0);
    }
  });
});
