import { describe, expect, it } from "vitest";
import { T0, caredFor, deadOf, hours, livingAt, speciesWith } from "../../../../test/lives/creatures.ts";
import { EGG_HATCHES_IN_MINUTES, adopt, hatch } from "../care/adoption.ts";
import { ageMsAt, type Egg } from "../creature/creature.ts";
import { creatureAt } from "./life.ts";
import { NO_RHYTHM } from "../creature/rhythm.ts";
import { resurrect } from "../care/resurrection.ts";
import { settle, settleAny } from "./settle.ts";

const HATCHED_AT = T0 + hours(100);

function egg(): Egg {
  return adopt({ id: "egg-1", name: "Egg", species: speciesWith({ innateTraits: ["social"] }), zone: "UTC", at: T0 });
}

describe("an egg", () => {
  it.each([0, 1, 36, 48, 10_000])("EGG-1: an egg is unchanged after %d hours", (hour) => {
    const at = T0 + hours(hour);
    expect(creatureAt(egg(), at)).toEqual({ kind: "egg", creature: egg(), now: at });
    expect(settleAny(egg(), at)).toEqual(egg());
    expect(ageMsAt(egg(), at)).toBe(0);
  });
});

describe("hatching", () => {
  it("EGG-2: an egg hatches into a baby at the instant of the call", () => {
    const baby = hatch(egg(), HATCHED_AT);
    expect(baby).toMatchObject({ stage: "baby", hatchedAt: HATCHED_AT, asOf: HATCHED_AT });
    expect(baby.stageInstants).toEqual({ baby: HATCHED_AT, child: null, teen: null, adult: null });
    expect(livingAt(baby, HATCHED_AT).creature.stage).toBe("baby");
  });

  it("EGG-2: an egg can hatch at the instant of its adoption", () => {
    expect(EGG_HATCHES_IN_MINUTES).toBe(0);
    expect(hatch(egg(), T0).hatchedAt).toBe(T0);
  });

  it("EGG-3: hatching starts the feeding, cleaning, check, and death clocks", () => {
    const baby = hatch(egg(), HATCHED_AT);
    expect(baby).toMatchObject({
      lastFedAt: HATCHED_AT,
      feedingMs: 0,
      lastCleanedAt: HATCHED_AT,
      lastCheckedAt: HATCHED_AT,
      lastCareAt: HATCHED_AT,
    });
    const now = livingAt(baby, HATCHED_AT);
    expect(now.creature.stats).toEqual({ hunger: 100, happiness: 100, health: 100, trust: 20, discipline: 0 });
    expect(now).toMatchObject({ position: 0, hoursSinceFed: 0, ageHours: 0 });
    expect(now.deathClock).toMatchObject({ hoursWithoutCare: 0, diesAt: HATCHED_AT + hours(36), thresholdHours: 36 });
  });

  it("EGG-3: hatching does not count as feeding, play, an interval, or care", () => {
    const baby = hatch(egg(), HATCHED_AT);
    expect(baby).toMatchObject({
      feedings: 0,
      careActions: 0,
      recentActions: [],
      streak: 0,
      scored: 0,
      lastPlayedAt: null,
      playedThisCycle: false,
      lastCareAction: null,
      rhythm: NO_RHYTHM,
    });
    expect(caredFor(baby, "play", HATCHED_AT + hours(3)).rhythm).toEqual(NO_RHYTHM);
  });

  it("EGG-3: age counts from hatching, not from adoption", () => {
    const baby = hatch(egg(), HATCHED_AT);
    expect(livingAt(baby, HATCHED_AT + hours(7)).ageHours).toBe(7);
    expect(livingAt(baby, HATCHED_AT + hours(24) - 1).creature.stage).toBe("baby");
    expect(livingAt(baby, HATCHED_AT + hours(24)).creature.stage).toBe("child");
  });

  it("EGG-3: age stops at death", () => {
    const dead = settle(hatch(egg(), T0), T0 + hours(500));
    expect(dead.death?.at).toBe(T0 + hours(36));
    expect(ageMsAt(dead, T0 + hours(500))).toBe(hours(36));
    const back = resurrect(deadOf(dead), T0 + hours(100));
    expect(livingAt(back, T0 + hours(100)).ageHours).toBe(36);
    expect(livingAt(back, T0 + hours(110)).ageHours).toBe(46);
    const deadAgain = settle(back, T0 + hours(1000));
    const backAgain = resurrect(deadOf(deadAgain), T0 + hours(200));
    expect(ageMsAt(deadAgain, T0 + hours(1000))).toBe(hours(72));
    expect(livingAt(backAgain, T0 + hours(201)).ageHours).toBe(73);
  });
});
