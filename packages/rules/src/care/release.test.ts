import { describe, expect, it } from "vitest";
import { T0, creatureWith, hours, livingOf, speciesWith } from "../../../../test/lives/creatures.ts";
import { adopt, hatch } from "./adoption.ts";
import { creatureAt } from "../life/life.ts";
import { release, takeBack } from "./release.ts";
import { settle, settleAny } from "../life/settle.ts";

const DIES_AT = T0 + hours(36);
/** A slow species, which only the 36-hour threshold kills. */
const SLOW = { feedingWindowHours: 24, hungerDecayPerHour: 0.35, happinessDecayPerHour: 0.2 };

describe("release", () => {
  it("RELEASE-1: a released creature is settled at that instant and not dead", () => {
    const at = T0 + hours(5);
    const outcome = release(creatureWith(), at);
    expect(outcome).toEqual({
      kind: "released",
      creature: { ...settle(creatureWith(), at), releasedAt: at },
    });
    if (outcome.kind !== "released") return;
    expect(outcome.creature.death).toBeNull();
    expect(creatureAt(outcome.creature, T0 + hours(900)).kind).toBe("released");
    expect(settleAny(outcome.creature, T0 + hours(900))).toEqual(outcome.creature);
  });

  it("RELEASE-1: releasing an egg changes only releasedAt", () => {
    const egg = adopt({ id: "egg", name: "Egg", species: speciesWith(), zone: "UTC", at: T0 });
    const outcome = release(egg, T0 + hours(500));
    expect(outcome).toEqual({
      kind: "released",
      creature: { ...egg, releasedAt: T0 + hours(500) },
    });
  });

  it("RELEASE-2: release works until one millisecond before death", () => {
    const creature = creatureWith({ species: SLOW });
    expect(release(creature, DIES_AT - 1).kind).toBe("released");
    for (const at of [DIES_AT, DIES_AT + hours(400)]) {
      expect(release(creature, at)).toEqual({ kind: "died", creature: settle(creature, DIES_AT) });
    }
    expect(settle(creature, DIES_AT)).toMatchObject({ death: { at: DIES_AT, cause: "neglect" }, releasedAt: null });
  });

  const releasedAt = (at: number) => {
    const outcome = release(creatureWith({ species: SLOW }), at);
    if (outcome.kind !== "released") throw new Error("it was not released");
    return outcome.creature;
  };

  it("RELEASE-3: a creature taken back lives as if never released", () => {
    const at = T0 + hours(5);
    const outcome = takeBack(releasedAt(at), T0 + hours(20));
    expect(outcome.kind).toBe("back");
    if (outcome.kind !== "back") return;
    const { takenBackAt, ...creature } = outcome.creature;
    expect(takenBackAt).toBe(T0 + hours(20));
    for (const later of [20, 30, 35.9, 36, 50]) {
      const never = settle(livingOf(settle(creatureWith({ species: SLOW }), at)), T0 + hours(later));
      expect(settleAny(creature, T0 + hours(later))).toEqual(never);
    }
  });

  it("RELEASE-3: take-back works for 24 hours, and once in a life", () => {
    const released = releasedAt(T0 + hours(1));
    expect(takeBack(released, T0 + hours(25) - 1).kind).toBe("back");
    expect(takeBack(released, T0 + hours(25)).kind).toBe("too_late");
    const back = takeBack(released, T0 + hours(2));
    if (back.kind !== "back") throw new Error("the creature was not taken back");
    const again = release(back.creature, T0 + hours(3));
    expect(again.kind === "released" && takeBack(again.creature, T0 + hours(4)).kind).toBe("taken_back_before");
  });

  it("RELEASE-3: an egg can be taken back and hatches afterward", () => {
    const egg = adopt({ id: "egg", name: "Egg", species: speciesWith(), zone: "UTC", at: T0 });
    const released = release(egg, T0 + hours(5));
    const back = released.kind === "released" ? takeBack(released.creature, T0 + hours(6)) : released;
    if (back.kind !== "back" || back.creature.hatchedAt !== null) throw new Error("it is not back as an egg");
    expect(hatch(back.creature, T0 + hours(7)).stage).toBe("baby");
  });

  it("RELEASE-4: a creature that died before its take-back died at its own instant", () => {
    const back = takeBack(releasedAt(T0 + hours(30)), T0 + hours(50));
    expect(back.kind === "back" && settleAny(back.creature, T0 + hours(50)).death).toMatchObject({ at: DIES_AT });
  });

  it.each([
    [19.999, true],
    [20, false],
    [100, false],
  ])("TIER-2: releasing a creature with health %d counts as a death: %s", (health, releasedInDistress) => {
    expect(release(creatureWith({ species: SLOW, stats: { health } }), T0)).toMatchObject({
      kind: "released",
      creature: { releasedInDistress },
    });
  });

  it.each([
    [3.97, false],
    [3.95, true],
    [0.01, true],
    [30, false],
  ])("TIER-2: releasing %d hours before death counts as a death: %s", (left, releasedInDistress) => {
    const outcome = release(creatureWith({ species: SLOW }), DIES_AT - hours(left));
    expect(outcome).toMatchObject({ kind: "released", creature: { releasedInDistress } });
    expect(outcome.kind === "released" && outcome.creature.stats.health).toBe(100);
  });
});
