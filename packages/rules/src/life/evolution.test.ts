import { describe, expect, it } from "vitest";
import { T0, caredFor, creatureWith, deadOf, done, hours } from "../../../../test/lives/creatures.ts";
import { courseOf } from "./course.ts";
import { ageMsAt, type EvolutionPath, type Living, type Stats } from "../creature/creature.ts";
import { FORMS, nextGrowthInstant, pathFor } from "./evolution.ts";
import { creatureAt } from "./life.ts";
import { resurrect } from "../care/resurrection.ts";
import { settle } from "./settle.ts";
import type { Family } from "../species/species.ts";

type Overrides = Partial<Omit<Living, "species" | "stats">> & { readonly stats?: Partial<Stats> };

/** Returns a teen that is `age` hours old at `T0`, of a species that misses no window for a day and a half. */
function teenOf(age: number, overrides: Overrides = {}): Living {
  const hatchedAt = T0 - hours(age);
  return creatureWith({
    species: { feedingWindowHours: 24, hungerDecayPerHour: 0.4, happinessDecayPerHour: 0.2 },
    hatchedAt,
    stage: "teen",
    stageInstants: { baby: hatchedAt, child: hatchedAt + hours(24), teen: hatchedAt + hours(72), adult: null },
    ...overrides,
  });
}

/** Returns a teen with a five-hour window, which moves consistency by a tenth. */
function hungryTeenOf(age: number, overrides: Overrides = {}): Living {
  return { ...teenOf(age, overrides), species: creatureWith().species };
}

function trendOf(creature: Living): EvolutionPath | null {
  const now = creatureAt(creature, T0);
  return now.kind === "living" ? now.trend : null;
}

describe("stages", () => {
  it.each([
    ["baby", "child", 24, 14],
    ["child", "teen", 72, 65],
    ["teen", "adult", 120, 110],
  ] as const)("STAGE-1, STAGE-3: a %s becomes a %s at %d h, to the millisecond", (from, to, age, ageNow) => {
    const hatchedAt = T0 - hours(ageNow);
    const creature = { ...teenOf(ageNow), stage: from };
    const instant = hatchedAt + hours(age);
    expect(settle(creature, instant - 1).stage).toBe(from);
    const grown = settle(creature, instant);
    expect(grown.stage).toBe(to);
    expect(grown.stageInstants[to]).toBe(instant);
    expect(settle(creature, instant + hours(2)).stageInstants[to]).toBe(instant);
  });

  it("STAGE-1: a creature is a baby from hatching until 24 h", () => {
    expect(creatureWith()).toMatchObject({ stage: "baby", stageInstants: { baby: T0, child: null } });
    expect(settle(creatureWith(), T0 + hours(24) - 1).stage).toBe("baby");
    expect(settle(creatureWith(), T0 + hours(24)).stage).toBe("child");
  });

  it.each([
    [100, "adult"],
    [50, "adult"],
    [49.999_999, "teen"],
    [0, "teen"],
  ] as const)("STAGE-1: at 120 h, a consistency of %d means stage %s", (consistency, stage) => {
    expect(settle(teenOf(110, { consistency }), T0 + hours(10)).stage).toBe(stage);
  });

  it("STAGE-1, TIME-6: a window missed at 120 h counts before the stage change", () => {
    const age = 120 - 7.5;
    expect(settle(hungryTeenOf(age, { consistency: 55 }), T0 + hours(7.5)).stage).toBe("teen");
    expect(settle(hungryTeenOf(age, { consistency: 56 }), T0 + hours(7.5))).toMatchObject({
      stage: "adult",
      path: "balanced",
    });
    const older = hungryTeenOf(age, { consistency: 55, hatchedAt: T0 - hours(age) - 1 });
    expect(settle(older, T0 + hours(7.5))).toMatchObject({ stage: "adult", path: "balanced" });
  });

  it("STAGE-1: an adult remains an adult at any consistency", () => {
    const adult = { ...hungryTeenOf(200, { consistency: 10 }), stage: "adult" as const, path: "high_care" as const };
    expect(settle(adult, T0 + hours(20))).toMatchObject({ stage: "adult", path: "high_care" });
  });

  it("STAGE-1: death delays stages by its length, because age stops", () => {
    const dead = { ...creatureWith(), death: { at: T0 + hours(20), cause: "harm" as const }, asOf: T0 + hours(20) };
    const back = resurrect(deadOf(dead), T0 + hours(70));
    expect(ageMsAt(back, T0 + hours(70))).toBe(hours(20));
    expect(settle(back, T0 + hours(74) - 1).stage).toBe("baby");
    expect(settle(back, T0 + hours(74))).toMatchObject({ stage: "child", stageInstants: { child: T0 + hours(74) } });
  });

  it("STAGE-2: a late teen grows up at the feeding that reaches 50", () => {
    const teen = hungryTeenOf(130, { consistency: 49 });
    const at = T0 + hours(3);
    expect(settle(teen, at).stage).toBe("teen");
    const fed = caredFor(teen, "feed", at);
    expect(fed).toMatchObject({ stage: "adult", path: "balanced", stageInstants: { adult: at } });
    expect(fed.consistency).toBeCloseTo(54.1, 9);
  });

  it("STAGE-2: a consistency of exactly 50 is enough", () => {
    const teenAt = (consistency: number): Living => {
      const teen = teenOf(130, { consistency });
      return { ...teen, species: { ...teen.species, feedingWindowHours: 16 } };
    };
    const at = T0 + hours(9);
    expect(caredFor(teenAt(37.5), "feed", at)).toMatchObject({ consistency: 50, stage: "adult", path: "balanced" });
    expect(caredFor(teenAt(37.499), "feed", at)).toMatchObject({ stage: "teen", path: null });
  });

  it.each([
    ["early", 1],
    ["late", 6],
    ["missed_window", 8],
  ] as const)("STAGE-2: a feeding with timing %s does not make a teen an adult", (timing, after) => {
    const outcome = done(hungryTeenOf(130, { consistency: 49.9 }), "feed", T0 + hours(after));
    expect(outcome.timing).toBe(timing);
    expect(outcome.creature.stage).toBe("teen");
  });

  it("STAGE-2: a feeding counts at 120 h, but not before", () => {
    const lifted = caredFor(hungryTeenOf(117, { consistency: 49 }), "feed", T0 + hours(3));
    expect(lifted).toMatchObject({ stage: "adult", stageInstants: { adult: T0 + hours(3) } });
    const before = caredFor(hungryTeenOf(117, { consistency: 49 }), "feed", T0 + hours(3) - 1);
    expect(before.stage).toBe("teen");
    expect(settle(before, T0 + hours(3))).toMatchObject({ stage: "adult", path: "balanced" });
  });

  it("STAGE-2: a teen below 50 becomes a low-care adult at exactly 168 h", () => {
    const teen = teenOf(160, { consistency: 49 });
    expect(settle(teen, T0 + hours(8) - 1)).toMatchObject({ stage: "teen", path: null });
    const grown = settle(teen, T0 + hours(8));
    expect(grown).toMatchObject({ stage: "adult", path: "low_care", stageInstants: { adult: T0 + hours(8) } });
    expect(settle(teen, T0 + hours(20)).stageInstants.adult).toBe(T0 + hours(8));
  });

  it("STAGE-2: reaching consistency 50 decides the path only before 168 h", () => {
    const teen = hungryTeenOf(165, { consistency: 49 });
    expect(caredFor(teen, "feed", T0 + hours(3))).toMatchObject({ stage: "adult", path: "low_care" });
    expect(caredFor(teen, "feed", T0 + hours(3) - 1)).toMatchObject({ stage: "adult", path: "balanced" });
  });

  it("STAGE-3: a stage that later care records began at its own instant", () => {
    const outcome = done(teenOf(110), "play", T0 + hours(12));
    expect(outcome.before).toMatchObject({ stage: "adult", stageInstants: { adult: T0 + hours(10) } });
    expect(outcome.creature.stageInstants.adult).toBe(T0 + hours(10));
  });

  it("STAGE-3: death before the instant prevents the stage", () => {
    const baby = creatureWith({ stats: { health: 1, hunger: 0 } });
    expect(settle(baby, T0 + hours(30))).toMatchObject({ stage: "baby", stageInstants: { child: null } });
    expect(settle(baby, T0 + hours(30)).death).not.toBeNull();
  });

  it.each([
    ["baby", 14, 100, 24],
    ["child", 65, 100, 72],
    ["teen", 110, 100, 120],
    ["teen", 110, 50, 120],
    ["teen", 110, 49, 168],
    ["teen", 130, 49, 168],
    ["adult", 200, 100, null],
  ] as const)("STAGE-3: a %s of %d h with consistency %d changes next at %s", (stage, age, consistency, next) => {
    const creature = { ...teenOf(age, { consistency }), stage };
    const instant = next === null ? null : T0 + hours(next - age);
    expect(nextGrowthInstant(creature, courseOf(creature))).toBe(instant);
  });
});

describe("paths", () => {
  it.each([
    [100, false, "high_care"],
    [90, false, "high_care"],
    [89.999_999, false, "balanced"],
    [50, false, "balanced"],
    [49.999_999, false, "low_care"],
    [0, false, "low_care"],
    [100, true, "rescue"],
    [60, true, "rescue"],
    [0, true, "rescue"],
  ] as const)("PATH-1: consistency %d, rescued %s, leads to %s", (consistency, rescued, path) => {
    expect(pathFor(consistency, rescued)).toBe(path);
    const age = consistency >= 50 ? 110 : 158;
    expect(settle(teenOf(age, { consistency, rescued }), T0 + hours(10)).path).toBe(path);
  });

  it("PATH-1: the instant of adulthood decides the path, whatever happens later", () => {
    const teen = hungryTeenOf(117, { consistency: 90 });
    const neglected = settle(teen, T0 + hours(20));
    expect(neglected.consistency).toBeLessThan(90);
    expect(neglected).toMatchObject({ path: "high_care", stageInstants: { adult: T0 + hours(3) } });
  });

  it("PATH-1: neglect, care, rescue, and death never change a path", () => {
    const adult = { ...teenOf(200), stage: "adult" as const, path: "low_care" as const, consistency: 100 };
    expect(caredFor(adult, "feed", T0 + hours(13)).path).toBe("low_care");
    const rescued = caredFor({ ...adult, wasCriticalByClock: true }, "medicine", T0 + hours(1));
    expect(rescued).toMatchObject({ rescued: true, path: "low_care" });
    const dead = settle(rescued, T0 + hours(60));
    expect(dead.death).not.toBeNull();
    const back = resurrect(deadOf(dead), T0 + hours(70));
    expect(back.path).toBe("low_care");
    expect(caredFor(back, "play", T0 + hours(71)).path).toBe("low_care");
  });

  it("PATH-2: care that raises health from below 20 to 40 is a rescue", () => {
    // Health falls by half a point an hour after the missed window, from 20.25 to 19.75 in one hour.
    const ill = creatureWith({ stats: { health: 20.25 } });
    expect(settle(ill, T0 + hours(8)).wasCriticalByClock).toBe(false);
    const critical = settle(ill, T0 + hours(8.5));
    expect(critical).toMatchObject({ wasCriticalByClock: true, rescued: false, stats: { health: 19.75 } });
    const helped = caredFor(ill, "medicine", T0 + hours(8.5));
    expect(helped).toMatchObject({ rescued: true, stats: { health: 44.75 } });
  });

  it("PATH-2: health of exactly 20 is not below 20", () => {
    const ill = creatureWith({ stats: { health: 20.5 } });
    expect(settle(ill, T0 + hours(8.5))).toMatchObject({ wasCriticalByClock: false, stats: { health: 20 } });
    expect(caredFor(ill, "medicine", T0 + hours(8.5)).rescued).toBe(false);
  });

  it.each([
    [15, true],
    [14.999, false],
  ])("PATH-2: medicine at health %d, after critical health by the clock, rescues: %s", (health, rescued) => {
    const critical = creatureWith({ stats: { health }, wasCritical: true, wasCriticalByClock: true });
    expect(caredFor(critical, "medicine", T0).rescued).toBe(rescued);
  });

  it("PATH-2: a rescue may need several actions", () => {
    const critical = creatureWith({ stats: { health: 12 }, wasCritical: true, wasCriticalByClock: true });
    const first = caredFor(critical, "medicine", T0);
    expect(first).toMatchObject({ rescued: false, stats: { health: 37 } });
    expect(caredFor(first, "sleep", T0)).toMatchObject({ rescued: true, stats: { health: 42 } });
  });

  it("PATH-2: the missed-window penalty counts as the clock", () => {
    const fed = caredFor(creatureWith({ stats: { health: 22 } }), "feed", T0 + hours(7.5));
    expect(fed).toMatchObject({ stats: { health: 19 }, wasCriticalByClock: true, wasCritical: true });
    expect(caredFor(fed, "medicine", T0 + hours(8)).rescued).toBe(true);
    const spared = caredFor(creatureWith({ stats: { health: 23 } }), "feed", T0 + hours(7.5));
    expect(spared).toMatchObject({ stats: { health: 20 }, wasCriticalByClock: false });
  });

  it.each([
    ["feed", 3.75],
    ["medicine", 1],
    ["feed", 7.5],
  ] as const)("PATH-2: a harmful item's damage does not count (%s after %d h)", (action, after) => {
    const at = T0 + hours(after);
    const harmed = caredFor(creatureWith({ stats: { health: 30 } }), action, at, { category: "harmful" });
    expect(harmed).toMatchObject({ wasCritical: true, wasCriticalByClock: false });
    expect(harmed.stats.health).toBeLessThan(20);
    const helped = caredFor(caredFor(harmed, "medicine", at), "medicine", at);
    expect(helped.stats.health).toBeGreaterThanOrEqual(40);
    expect(helped.rescued).toBe(false);
  });

  it("PATH-2: harm below 20 prevents a rescue from later neglect", () => {
    const harmed = creatureWith({ stats: { health: 18, hunger: 0 }, wasCritical: true });
    const worse = settle(harmed, T0 + hours(4));
    expect(worse).toMatchObject({ wasCriticalByClock: false, stats: { health: 13 } });
    expect(caredFor(caredFor(harmed, "medicine", T0 + hours(4)), "sleep", T0 + hours(4)).rescued).toBe(false);
  });

  it.each([
    ["cat", "Hearthcat", "Straycat", "Ceilingcat", "Scarcat"],
    ["dog", "Sunpup", "Traildog", "Ghostdog", "Threelegs"],
    ["exotic", "Bonded", "Wanderer", "Phantom", "Mender"],
    ["ai-native", "Lumen", "Signal", "Static", "Patchwork"],
  ] as const satisfies readonly (readonly [Family, string, string, string, string])[])(
    "PATH-3: the forms of the %s family are %s, %s, %s and %s",
    (family, highCare, balanced, lowCare, rescue) => {
      expect(FORMS[family]).toEqual({ high_care: highCare, balanced, low_care: lowCare, rescue });
    },
  );

  it.each([
    [100, false, "high_care"],
    [90, false, "high_care"],
    [89.9, false, "balanced"],
    [50, false, "balanced"],
    [49.9, false, "low_care"],
    [10, true, "rescue"],
  ] as const)("PATH-4: consistency %d, rescued %s, tends toward %s", (consistency, rescued, path) => {
    expect(trendOf(creatureWith({ consistency, rescued }))).toBe(path);
    expect(trendOf(teenOf(100, { consistency, rescued }))).toBe(path);
  });

  it("PATH-4: a trend follows missed windows until the path is decided", () => {
    const now = creatureAt(creatureWith({ consistency: 91 }), T0 + hours(7.5));
    expect(now).toMatchObject({ kind: "living", trend: "balanced", creature: { path: null } });
    expect(trendOf({ ...teenOf(200), stage: "adult", path: "low_care", consistency: 100 })).toBe("low_care");
  });
});
