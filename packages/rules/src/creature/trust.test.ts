import { describe, expect, it } from "vitest";
import {
  HOUR,
  T0,
  caredFor,
  creatureWith,
  done,
  hours,
  idThat,
  livingAt,
  speciesWith,
} from "../../../../test/lives/creatures.ts";
import { CARE_ACTIONS, ITEM_CATEGORIES, type ItemCategory, type Living } from "./creature.ts";
import { windowMs } from "../life/feeding.ts";
import type { TrustSpeed } from "../species/species.ts";

const WINDOW = windowMs(speciesWith());
const SPEEDS = [
  { trustSpeed: "instant", factor: 2, neglect: 0.15 },
  { trustSpeed: "fast", factor: 1.5, neglect: 0.2 },
  { trustSpeed: "medium", factor: 1, neglect: 0.3 },
  { trustSpeed: "slow", factor: 0.5, neglect: 0.45 },
] as const;

function creatureOf(trustSpeed: TrustSpeed, windows: number, overrides: Partial<Living> = {}): Living {
  const { species: _, ...rest } = overrides;
  return creatureWith({ species: { trustSpeed }, feedingMs: windows * WINDOW, stats: { trust: 50 }, ...rest });
}

describe("trust gains and losses", () => {
  it.each(SPEEDS)("TRUST-1: $trustSpeed scales every gain by $factor", ({ trustSpeed, factor }) => {
    const creature = creatureOf(trustSpeed, 0.7);
    const trustAfter = (action: "reflect" | "medicine", category: ItemCategory | null) =>
      caredFor(creature, action, T0, { category }).stats.trust;
    expect(trustAfter("reflect", null)).toBeCloseTo(50 + 2 * factor, 12);
    expect(trustAfter("medicine", "loved")).toBeCloseTo(50 + 4 * factor, 12);
    expect(trustAfter("medicine", "liked")).toBeCloseTo(50 + 2 * factor, 12);
  });

  it.each(SPEEDS)("TRUST-1: $trustSpeed scales the streak bonus by $factor", ({ trustSpeed, factor }) => {
    const trustAfter = (streak: number) => caredFor(creatureOf(trustSpeed, 0.7, { streak }), "feed", T0).stats.trust;
    expect(trustAfter(1)).toBe(50);
    expect(trustAfter(2)).toBeCloseTo(50 + 1.5 * factor, 12);
    expect(trustAfter(4)).toBeCloseTo(50 + 2.5 * factor, 12);
    expect(trustAfter(9)).toBeCloseTo(50 + 5 * factor, 12);
    expect(trustAfter(30)).toBeCloseTo(50 + 5 * factor, 12);
  });

  it.each(SPEEDS)("TRUST-1: $trustSpeed scales no loss from timing or discipline", ({ trustSpeed }) => {
    expect(caredFor(creatureOf(trustSpeed, 1.2), "feed", T0).stats.trust).toBe(49.5);
    expect(caredFor(creatureOf(trustSpeed, 1.5), "feed", T0).stats.trust).toBe(49);
    expect(caredFor(creatureOf(trustSpeed, 0), "discipline", T0).stats.trust).toBe(49);
    expect(caredFor(creatureOf(trustSpeed, 0), "discipline", T0, { category: "liked" }).stats.trust).toBe(49.5);
  });
});

describe("trust under neglect", () => {
  it.each(SPEEDS)("TRUST-2: from p = 2, $trustSpeed trust falls by $neglect an hour", ({ trustSpeed, neglect }) => {
    const creature = creatureOf(trustSpeed, 2);
    expect(livingAt(creature, T0 + hours(1)).creature.stats.trust).toBeCloseTo(50 - neglect, 12);
    expect(livingAt(creature, T0 + hours(10)).creature.stats.trust).toBeCloseTo(50 - 10 * neglect, 9);
  });

  it("TRUST-2: before p = 2, trust does not fall with time", () => {
    const creature = creatureWith({ stats: { trust: 50 } });
    const from = T0 + 2 * WINDOW;
    expect(livingAt(creature, from - 1).creature.stats.trust).toBe(50);
    expect(livingAt(creature, from).creature.stats.trust).toBe(50);
    expect(livingAt(creature, from + 1).creature.stats.trust).toBeCloseTo(50 - 0.3 / HOUR, 12);
    expect(livingAt(creature, from + hours(3)).creature.stats.trust).toBeCloseTo(49.1, 9);
  });

  it.each(SPEEDS)(
    "TRUST-2: a sleeping creature with $trustSpeed trust loses half as much",
    ({ trustSpeed, neglect }) => {
      const night = T0 + hours(13);
      const id = idThat({ asleep: [night, night + hours(1)] });
      const creature = creatureOf(trustSpeed, 2, { id, asOf: night, lastCareAt: night });
      expect(livingAt(creature, night + hours(2)).creature.stats.trust).toBeCloseTo(50 - neglect, 9);
    },
  );

  it("TRUST-2: rhythm and loneliness do not increase the loss, which stops at 0", () => {
    const lonely = creatureWith({
      species: { innateTraits: ["social"] },
      feedingMs: 3 * WINDOW,
      lastCareAt: T0 - hours(14),
      lastCheckedAt: T0 - hours(14),
      rhythm: { averageHours: 1, weight: 5, intervals: 5 },
      stats: { trust: 1.5 },
    });
    expect(livingAt(lonely, T0).decayMultiplier).toBe(4);
    expect(livingAt(lonely, T0 + hours(2)).creature.stats.trust).toBeCloseTo(0.9, 9);
    expect(livingAt(lonely, T0 + hours(5)).creature.stats.trust).toBeCloseTo(0, 9);
    expect(livingAt(lonely, T0 + hours(8)).creature.stats.trust).toBe(0);
  });
});

describe("discipline", () => {
  it("DISC-1: discipline does not fall with time", () => {
    const creature = creatureWith({ stats: { discipline: 37.5 } });
    for (const hour of [1, 9, 20, 35.9]) {
      expect(livingAt(creature, T0 + hours(hour)).creature.stats.discipline).toBe(37.5);
    }
  });

  it("DISC-2: the course of a life does not depend on discipline", () => {
    const lifeWith = (discipline: number) => {
      const played = caredFor(creatureWith({ stats: { discipline } }), "play", T0 + hours(3));
      return [4, 12, 30].map((hour) => {
        const { creature, mood, advice, checkIn, deathClock, trend } = livingAt(played, T0 + hours(hour));
        const { discipline: _discipline, ...stats } = creature.stats;
        return { stats, stage: creature.stage, mood, advice, checkIn, deathClock, trend };
      });
    };
    expect(lifeWith(100)).toEqual(lifeWith(0));
  });

  it.each(CARE_ACTIONS.filter((action) => action !== "discipline"))(
    "DISC-1: %s does not change discipline",
    (action) => {
      const creature = creatureWith({ stats: { discipline: 37.5 } });
      for (const category of action === "reflect" ? [null] : [null, ...ITEM_CATEGORIES]) {
        expect(done(creature, action, T0 + hours(8), { category }).creature.stats.discipline).toBe(37.5);
      }
    },
  );

  it.each([
    [null, 47.5],
    ["loved", 49.5],
    ["liked", 48.5],
    ["neutral", 47.5],
    ["disliked", 42.5],
    ["harmful", 37.5],
  ] as const)("DISC-1: discipline with item %s changes 37.5 to %d", (category, discipline) => {
    const creature = creatureWith({ stats: { discipline: 37.5 } });
    expect(caredFor(creature, "discipline", T0, { category }).stats.discipline).toBe(discipline);
  });
});
