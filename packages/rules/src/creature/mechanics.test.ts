import { describe, expect, it } from "vitest";
import { T0, caredFor, creatureWith, done, hours, livingOf } from "../../../../test/lives/creatures.ts";
import { applyCare, type CareDone } from "../care/care.ts";
import { CARE_ACTIONS, STATS, type CareAction, type ItemCategory, type Living } from "./creature.ts";
import type { StatEffect } from "./effects.ts";
import { resurrect } from "../care/resurrection.ts";
import { settle } from "../life/settle.ts";
import { isAsleepAt, sleeperOf } from "../time/sleep.ts";
import { visibleStats } from "./visibility.ts";
import { findBuiltIn } from "../species/catalog/index.ts";
import { gainFactor, isTaskItem } from "./mechanics.ts";
import type { Mechanic } from "../species/species.ts";

/** Three quarters of a five-hour window, which is on time. */
const ON_TIME = T0 + hours(3.75);
const MIDDLE = { hunger: 0, happiness: 20, health: 30, trust: 50, discipline: 0 };

function changes({ before, creature }: CareDone): StatEffect {
  const changed: Record<string, number> = {};
  for (const stat of STATS) {
    const change = Number((creature.stats[stat] - before.stats[stat]).toFixed(9));
    if (change !== 0) changed[stat] = change;
  }
  return changed;
}

function creatureOf(mechanic: Mechanic, overrides: Partial<Omit<Living, "species" | "stats">> = {}): Living {
  return creatureWith({ ...overrides, species: { mechanic }, stats: MIDDLE });
}

type Row = readonly [action: CareAction, category: ItemCategory | null, effect: StatEffect];

describe("persian", () => {
  it.each([
    ["clean", null, { health: 30 }],
    ["clean", "loved", { health: 45, happiness: 8 }],
    ["clean", "liked", { health: 37.5, happiness: 4 }],
    ["clean", "disliked", { health: 15 }],
    ["feed", null, { hunger: 25 }],
    ["feed", "loved", { hunger: 30, happiness: 4 }],
    ["play", null, { happiness: 7.5 }],
    ["play", "loved", { happiness: 10, health: 2.5 }],
    ["medicine", null, { health: 25 }],
    ["discipline", null, { discipline: 10, happiness: -5, trust: -1 }],
    ["sleep", "loved", { health: 8, happiness: 3 }],
    ["reflect", null, { trust: 2 }],
  ] as const satisfies readonly Row[])("MECH-1: %s with item %s changes %o", (action, category, effect) => {
    expect(changes(done(creatureOf("persian"), action, ON_TIME, { category }))).toEqual(effect);
  });

  it.each([
    [0, { hunger: 5, happiness: -2 }],
    [1.25, { hunger: 15 }],
    [2.5, { hunger: 25 }],
    [5, { hunger: 25 }],
    [6, { hunger: 25, trust: -0.5 }],
    [7.5, { hunger: 25, trust: -1, health: -3 }],
  ])("MECH-1, FEED-3: feeding a persian after %d hours changes %o", (after, effect) => {
    expect(
      changes(
        done(creatureWith({ species: { mechanic: "persian" }, stats: { hunger: 30 } }), "feed", T0 + hours(after)),
      ),
    ).toEqual(effect);
  });
});

describe("bengal", () => {
  it.each([
    [false, 3.75, null, { hunger: 25 }],
    [true, 3.75, null, { hunger: 50 }],
    [false, 3.75, "loved", { hunger: 30, happiness: 4 }],
    [true, 3.75, "loved", { hunger: 60, happiness: 8 }],
    [false, 0, null, { hunger: 5, happiness: -2 }],
    [false, 1.25, null, { hunger: 15 }],
    [true, 1.25, null, { hunger: 30 }],
    [false, 6, null, { hunger: 25, trust: -0.5 }],
  ] as const)(
    "MECH-2: with play %s, feeding after %d h with item %s changes %o",
    (playedThisCycle, after, category, effect) => {
      const creature = creatureOf("bengal", { playedThisCycle });
      expect(changes(done(creature, "feed", T0 + hours(after), { category }))).toEqual(effect);
    },
  );

  it("MECH-2: play counts for one cycle, which ends with the feeding", () => {
    const played = caredFor(creatureOf("bengal"), "play", T0 + hours(3));
    const fed = done(played, "feed", ON_TIME);
    expect(changes(fed).hunger).toBe(50);
    expect(changes(done(livingOf(fed.creature), "feed", ON_TIME + hours(3.75))).hunger).toBe(25);
  });

  it("MECH-2: only feedings are halved, and resurrection starts a cycle", () => {
    expect(changes(done(creatureOf("bengal"), "play", ON_TIME))).toEqual({ happiness: 15 });
    const back = resurrect(
      { ...creatureOf("bengal", { playedThisCycle: true }), death: { at: T0, cause: "harm" } },
      T0,
    );
    expect(back?.playedThisCycle).toBe(false);
  });
});

describe("jackrabbit", () => {
  it("MECH-3: a jackrabbit refuses food until it has played in this cycle", () => {
    const hatched = creatureOf("jackrabbit");
    expect(applyCare(hatched, "feed", undefined, ON_TIME)).toMatchObject({ kind: "refused", reason: "unplayed" });
    const played = caredFor(hatched, "play", ON_TIME);
    const fed = done(played, "feed", ON_TIME);
    expect(changes(fed)).toEqual({ hunger: 50 });
    const next = ON_TIME + hours(3.75);
    expect(applyCare(livingOf(fed.creature), "feed", undefined, next)).toMatchObject({
      kind: "refused",
      reason: "unplayed",
    });
    expect(caredFor(caredFor(livingOf(fed.creature), "play", next), "feed", next).feedings).toBe(2);
  });

  it("MECH-3: no other care replaces play, and a jackrabbit accepts all of it", () => {
    for (const action of CARE_ACTIONS) {
      if (action === "feed" || action === "play") continue;
      const cared = caredFor(creatureOf("jackrabbit"), action, ON_TIME);
      expect(applyCare(cared, "feed", undefined, ON_TIME)).toMatchObject({ kind: "refused", reason: "unplayed" });
    }
  });
});

describe("border collie", () => {
  it.each([
    [true, null, { happiness: 15 }],
    [true, "loved", { happiness: 20, health: 5 }],
    [true, "liked", { happiness: 17.5, health: 2.5 }],
    [true, "disliked", { happiness: 7.5 }],
    [true, "harmful", { happiness: -10, health: -5 }],
    [false, null, {}],
    [false, "loved", {}],
    [false, "harmful", { happiness: -10, health: -5 }],
  ] as const)("MECH-4: play with a task item (%s) of category %s changes %o", (isTask, category, effect) => {
    const outcome = done(creatureOf("border_collie"), "play", ON_TIME, { isTask, category });
    expect(changes(outcome)).toEqual(effect);
    expect(outcome.creature).toMatchObject({ playedThisCycle: true, lastPlayedAt: ON_TIME, careActions: 1 });
  });

  it("MECH-4: actions other than play need no task item", () => {
    expect(changes(done(creatureOf("border_collie"), "feed", ON_TIME))).toEqual({ hunger: 50 });
    expect(changes(done(creatureOf("border_collie"), "clean", ON_TIME))).toEqual({ health: 10 });
  });

  it.each([
    "puzzle",
    "training",
    "agility",
    "herding",
    "scent work",
    "task",
    "obedience",
    "trick",
    "Puzzle feeder",
    "AGILITY course",
    "a game of herding ducks",
    "three new tricks",
    "puzzles",
    "scent work in the garden",
  ])("MECH-4: %s is a task item", (item) => {
    expect(isTaskItem(item)).toBe(true);
  });

  it.each(["tennis ball", "scent", "work", "tricky slope", "train set", "fetch", "", "multitasker"])(
    "MECH-4: '%s' is not a task item",
    (item) => {
      expect(isTaskItem(item)).toBe(false);
    },
  );
});

describe("chonk", () => {
  it.each([
    ["feed", "disliked", { hunger: 75 }],
    ["play", null, { happiness: 7.5 }],
    ["play", "loved", { happiness: 10, health: 2.5 }],
    ["clean", null, { health: 5 }],
    ["clean", "loved", { health: 7.5, happiness: 4 }],
    ["medicine", null, { health: 12.5 }],
    ["medicine", "loved", { health: 15, trust: 2 }],
    ["discipline", null, { discipline: 5, happiness: -5, trust: -1 }],
    ["sleep", null, { health: 2.5 }],
    ["reflect", null, { trust: 1 }],
  ] as const satisfies readonly Row[])("MECH-5: %s with item %s changes %o", (action, category, effect) => {
    expect(changes(done(creatureOf("chonk"), action, ON_TIME, { category }))).toEqual(effect);
  });

  it.each([
    [0, { hunger: 30, happiness: -2 }],
    [1.25, { hunger: 90 }],
    [3.75, { hunger: 100 }],
  ])("MECH-5, FEED-3: feeding a chonk after %d hours changes %o", (after, effect) => {
    expect(changes(done(creatureOf("chonk"), "feed", T0 + hours(after)))).toEqual(effect);
  });

  it("MECH-5: a loved feeding also triples its happiness", () => {
    expect(changes(done(creatureOf("chonk"), "feed", T0 + hours(1.25), { category: "loved" })).happiness).toBe(14.4);
  });
});

describe("owl and kinkajou", () => {
  it("MECH-6: local hours 0 to 5 double every gain; all others halve it", () => {
    for (const action of CARE_ACTIONS) {
      for (let localHour = 0; localHour < 24; localHour++) {
        for (const stat of STATS) {
          const circumstance = { action, localHour, playedThisCycle: false, withTaskItem: false };
          expect(gainFactor("night", circumstance, stat)).toBe(localHour <= 5 ? 2 : 0.5);
        }
      }
    }
  });

  /** 09:00 UTC is 02:00 in Los Angeles and 18:00 in Tokyo. */
  it.each([
    ["America/Los_Angeles", T0, { health: 50 }],
    ["Asia/Tokyo", T0, { health: 12.5 }],
    ["UTC", T0, { health: 12.5 }],
    ["UTC", T0 + hours(15) - 1, { health: 12.5 }],
    ["UTC", T0 + hours(15), { health: 50 }],
    ["UTC", T0 + hours(21) - 1, { health: 50 }],
    ["UTC", T0 + hours(21), { health: 12.5 }],
    ["Asia/Kolkata", T0 + hours(9.5), { health: 50 }],
    ["Asia/Kolkata", T0 + hours(9.5) - 1, { health: 12.5 }],
  ])("MECH-6, TIME-3: in zone %s at %d, medicine changes %o", (zone, at, effect) => {
    let id = "owl";
    while (isAsleepAt(sleeperOf({ id, zone }), at)) id += "!";
    const owl = creatureWith({ id, zone, species: { mechanic: "night", feedingWindowHours: 24 }, stats: MIDDLE });
    const fed = { ...owl, stats: { ...owl.stats, hunger: 100 } };
    expect(changes(done(fed, "medicine", at))).toEqual(effect);
  });

  it.each([
    [0, { hunger: 5, happiness: -2 }],
    [1.25, { hunger: 15 }],
    [3.75, { hunger: 25 }],
    [6, { hunger: 25, trust: -0.5 }],
  ])("MECH-6, FEED-3: feeding by day after %d hours changes %o", (after, effect) => {
    expect(changes(done(creatureOf("night"), "feed", T0 + hours(after)))).toEqual(effect);
  });
});

describe("robot", () => {
  it("MECH-7: a robot's trust speed is fast", () => {
    expect(findBuiltIn("robot")).toMatchObject({ mechanic: "robot", trustSpeed: "fast" });
    const robot = creatureWith({ species: { mechanic: "robot", trustSpeed: "fast" }, stats: MIDDLE });
    expect(changes(done(robot, "reflect", T0))).toEqual({ trust: 3 });
  });

  it.each([
    ["robot", 6, -1],
    ["robot", 7.5, -2],
    [null, 6, -0.5],
    [null, 7.5, -1],
  ] as const)("MECH-7: with mechanic %s, feeding after %d hours changes trust by %d", (mechanic, after, trust) => {
    const creature = creatureWith({ species: { mechanic, trustSpeed: "fast" }, stats: { trust: 50 } });
    expect(changes(done(creature, "feed", T0 + hours(after))).trust).toBe(trust);
  });

  it.each([
    ["robot", 49.2],
    [null, 49.6],
  ] as const)("MECH-7: with mechanic %s, two hours of neglect leave %d of 50 trust", (mechanic, trust) => {
    const creature = creatureWith({ species: { mechanic, trustSpeed: "fast" }, stats: { trust: 50 } });
    expect(settle(creature, T0 + hours(10)).stats.trust).toBe(50);
    expect(settle(creature, T0 + hours(12)).stats.trust).toBeCloseTo(trust, 9);
  });

  it("MECH-7: discipline costs a robot no more than other species", () => {
    expect(changes(done(creatureOf("robot"), "discipline", T0)).trust).toBe(-1);
  });
});

describe("hidden and capped stats", () => {
  const stats = { hunger: 81, happiness: 62, health: 50, trust: 0, discipline: 12 };
  const nothing = { hunger: null, happiness: null, health: null, trust: null, discipline: null };

  it.each([
    [0, nothing],
    [49.999, nothing],
    [50, { ...nothing, hunger: 81 }],
    [89.999, { ...nothing, hunger: 81 }],
    [90, { ...stats, trust: 90 }],
    [100, { ...stats, trust: 100 }],
  ])("MECH-8: a hedgehog with trust %d shows %o", (trust, shown) => {
    expect(visibleStats("hedgehog", { ...stats, trust }).stats).toEqual(shown);
  });

  it.each([
    [0, nothing],
    [39.999, nothing],
    [40, { ...stats, trust: 40 }],
    [100, { ...stats, trust: 100 }],
  ])("MECH-9: a pangolin with trust %d shows %o", (trust, shown) => {
    expect(visibleStats("pangolin", { ...stats, trust }).stats).toEqual(shown);
  });

  it("MECH-9: below trust 40 a pangolin accepts only reflect", () => {
    for (const action of CARE_ACTIONS) {
      const accepted = (trust: number) =>
        applyCare(creatureWith({ species: { mechanic: "pangolin" }, stats: { trust } }), action, undefined, T0).kind;
      expect(accepted(39.999)).toBe(action === "reflect" ? "done" : "refused");
      expect(accepted(40)).toBe("done");
    }
  });

  it("MECH-9: a new pangolin accepts food after ten reflections", () => {
    let pangolin = creatureWith({ species: { mechanic: "pangolin" } });
    for (let count = 0; count < 10; count++) {
      expect(applyCare(pangolin, "feed", undefined, ON_TIME)).toMatchObject({ kind: "refused", reason: "untrusting" });
      pangolin = caredFor(pangolin, "reflect", ON_TIME);
    }
    expect(pangolin.stats.trust).toBe(40);
    expect(done(pangolin, "feed", ON_TIME).timing).toBe("on_time");
  });

  it("MECH-10: the void shows no stat above 50", () => {
    const full = { hunger: 100, happiness: 50.001, health: 50, trust: 49.999, discipline: 0 };
    expect(visibleStats("void", full).stats).toEqual({ ...full, hunger: 50, happiness: 50 });
    expect(visibleStats(null, full).stats).toEqual(full);
  });

  it("MECH-10: the void's real stats are not capped", () => {
    expect(
      done(creatureWith({ species: { mechanic: "void" }, stats: { health: 60 } }), "clean", T0).creature.stats.health,
    ).toBe(70);
  });
});
