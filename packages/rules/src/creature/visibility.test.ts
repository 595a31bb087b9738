import { describe, expect, it } from "vitest";
import { T0, creatureWith, hours, livingAt } from "../../../../test/lives/creatures.ts";
import type { CareDone } from "../care/care.ts";
import { STATS, type Stat, type Stats } from "./creature.ts";
import { MECHANICS, type Mechanic } from "../species/species.ts";
import { visibleStat, visibleStats } from "./visibility.ts";
import { visibleEffect } from "../care/visible-effect.ts";

const STATS_NOW: Stats = { hunger: 70, happiness: 50, health: 80.5, trust: 20, discipline: 10 };
const NOTHING_SHOWN = { hunger: null, happiness: null, health: null, trust: null, discipline: null };

/** Mechanics that neither hide nor cap a stat. */
const OPEN: readonly (Mechanic | null)[] = [
  null,
  ...MECHANICS.filter((mechanic) => !["hedgehog", "pangolin", "void"].includes(mechanic)),
];

describe("hidden and capped stats", () => {
  it.each(OPEN)("SEEN-1: %s shows every stat and names none as hidden", (mechanic) => {
    expect(visibleStats(mechanic, STATS_NOW)).toEqual({ stats: STATS_NOW, hidden: [] });
  });

  it.each([0, 49.999])("SEEN-1: a hedgehog with trust %d hides and names all stats", (trust) => {
    expect(visibleStats("hedgehog", { ...STATS_NOW, trust })).toEqual({ stats: NOTHING_SHOWN, hidden: STATS });
  });

  it.each([50, 89.999])("SEEN-1: a hedgehog with trust %d shows only its hunger", (trust) => {
    const { stats, hidden } = visibleStats("hedgehog", { ...STATS_NOW, trust });
    expect(stats).toEqual({ ...NOTHING_SHOWN, hunger: 70 });
    expect(hidden).toEqual(["happiness", "health", "trust", "discipline"]);
  });

  it.each([90, 100])("SEEN-1: a hedgehog with trust %d shows all stats", (trust) => {
    const stats = { ...STATS_NOW, trust };
    expect(visibleStats("hedgehog", stats)).toEqual({ stats, hidden: [] });
  });

  it("SEEN-1: a pangolin shows nothing below trust 40, then everything", () => {
    const below = visibleStats("pangolin", { ...STATS_NOW, trust: 39.999 });
    expect(below).toEqual({ stats: NOTHING_SHOWN, hidden: STATS });
    const stats = { ...STATS_NOW, trust: 40 };
    expect(visibleStats("pangolin", stats)).toEqual({ stats, hidden: [] });
  });

  it("SEEN-1: the void shows stats above 50 as 50 and names them", () => {
    const { stats, hidden } = visibleStats("void", { ...STATS_NOW, trust: 50.001 });
    expect(stats).toEqual({ hunger: 50, happiness: 50, health: 50, trust: 50, discipline: 10 });
    expect(hidden).toEqual(["hunger", "health", "trust"]);
  });
});

describe("visibility of single values", () => {
  const shownBy = (mechanic: Mechanic, trust: number, value: number) =>
    STATS.map((stat: Stat) => visibleStat(mechanic, stat, value, trust));

  it("SEEN-2: visibleStat hides and caps single values by trust", () => {
    expect(shownBy("hedgehog", 49.9, 60)).toEqual([null, null, null, null, null]);
    expect(shownBy("hedgehog", 50, 60)).toEqual([60, null, null, null, null]);
    expect(shownBy("hedgehog", 90, 60)).toEqual([60, 60, 60, 60, 60]);
    expect(shownBy("pangolin", 39.9, 60)).toEqual([null, null, null, null, null]);
    expect(shownBy("pangolin", 40, 60)).toEqual([60, 60, 60, 60, 60]);
    expect(shownBy("void", 0, 60)).toEqual([50, 50, 50, 50, 50]);
    expect(shownBy("void", 100, 49.9)).toEqual([49.9, 49.9, 49.9, 49.9, 49.9]);
  });

  it.each([
    ["hedgehog", 49.9, null],
    ["pangolin", 39.9, null],
    ["void", 80, 50],
    ["hedgehog", 50, "exact"],
    ["pangolin", 40, "exact"],
  ] as const)("SEEN-2: the predicted hunger of a %s with trust %d is %s", (mechanic, trust, shown) => {
    const now = livingAt(creatureWith({ species: { mechanic }, stats: { trust } }), T0);
    const then = livingAt(creatureWith(), now.checkIn.at).creature.stats.hunger;
    expect(now.hungerAtCheckIn).toBe(shown === "exact" ? then : shown);
  });

  it.each(["hedgehog", "pangolin", "void"] as const)(
    "SEEN-2: hidden stats of a %s still determine its life",
    (mechanic) => {
      const stats = { hunger: 95, happiness: 95, health: 95, trust: 30 };
      const plain = livingAt(creatureWith({ stats }), T0 + hours(1));
      const other = livingAt(creatureWith({ species: { mechanic }, stats }), T0 + hours(1));
      expect(other.creature.stats).toEqual(plain.creature.stats);
      expect(other.mood).toBe("happy");
      expect(other.feedingStatus).toBe(plain.feedingStatus);
      expect(other.deathClock).toEqual(plain.deathClock);
      expect(other.visibility.stats.hunger).toBe(mechanic === "void" ? 50 : null);
    },
  );

  it("SEEN-2: low health makes the mood critical even when health is hidden", () => {
    const hedgehog = creatureWith({ species: { mechanic: "hedgehog" }, stats: { health: 19 } });
    expect(livingAt(hedgehog, T0)).toMatchObject({ mood: "critical", visibility: { stats: { health: null } } });
  });
});

describe("visible effectiveness", () => {
  const open = { effectiveness: "reduced", shortfall: "full" } as const;
  const seen = (
    mechanic: Mechanic | null,
    happiness: number,
    told: Pick<CareDone, "effectiveness" | "shortfall">,
    rise = 5,
  ) => {
    const at = (value: number) => creatureWith({ species: { mechanic }, stats: { happiness: value, trust: 60 } });
    return visibleEffect("play", { before: at(happiness - rise), creature: at(happiness), expectedGain: 15, ...told });
  };

  it.each([
    ["a rise displayed as 0", 100, 0.04, "reduced", "wasted"],
    ["a rise displayed as a tenth", 100, 0.06, "reduced", "reduced"],
    ["a rise displayed as the expected gain", 100, 14.96, "reduced", "effective"],
    ["a rise of a tenth less than expected", 100, 14.9, "reduced", "reduced"],
    ["a full gain, however displayed", 65.04, 15, "effective", "effective"],
    ["no rise", 100, 0, "wasted", "wasted"],
  ] as const)("CARE-10: visible values determine the effect: %s", (_what, happiness, rise, effectiveness, shown) => {
    const told = { effectiveness, shortfall: effectiveness === "effective" ? null : "full" } as const;
    const effect = seen(null, happiness, told, rise);
    expect(effect).toEqual({ effectiveness: shown, shortfall: shown === "effective" ? null : "full" });
  });

  it("SEEN-4: only a visible stat reveals its limit", () => {
    expect(seen(null, 95, open)).toEqual(open);
    expect(seen("void", 40, open)).toEqual(open);
    for (const [mechanic, happiness] of [
      ["hedgehog", 95],
      ["void", 95],
    ] as const) {
      expect(seen(mechanic, happiness, open)).toEqual({ effectiveness: "effective", shortfall: null });
      for (const effectiveness of ["reduced", "wasted"] as const) {
        expect(seen(mechanic, happiness, { effectiveness, shortfall: "disliked" }).effectiveness).toBe("reduced");
        expect(seen(mechanic, happiness, { effectiveness, shortfall: "early" }).effectiveness).toBe("reduced");
        expect(seen(mechanic, happiness, { effectiveness, shortfall: "harmful" }).effectiveness).toBe("wasted");
      }
    }
  });
});
