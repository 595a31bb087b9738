import { describe, expect, it } from "vitest";
import { T0, creatureWith, hours } from "../../../../test/lives/creatures.ts";
import { release } from "../care/release.ts";
import { resurrect } from "../care/resurrection.ts";
import { settle } from "../life/settle.ts";
import { newlyUnlocked, creatureHistoryOf, unlockedTier, type CreatureHistory } from "./tiers.ts";

const THIRTY_DAYS = 30 * 86_400_000;
const ADULT: CreatureHistory = { becameChild: true, becameAdult: true, wasLost: false };
const CHILD: CreatureHistory = { becameChild: true, becameAdult: false, wasLost: false };
const BABY: CreatureHistory = { becameChild: false, becameAdult: false, wasLost: false };

function lost(record: CreatureHistory): CreatureHistory {
  return { ...record, wasLost: true };
}

function times(count: number, record: CreatureHistory): CreatureHistory[] {
  return Array.from({ length: count }, () => record);
}

describe("tiers", () => {
  it.each([
    ["no creature", [], "common"],
    ["children alone", times(20, CHILD), "common"],
    ["one adult", [ADULT], "uncommon"],
    ["one adult that died later", [lost(ADULT)], "uncommon"],
    ["one adult among many dead", [ADULT, ...times(9, lost(CHILD))], "uncommon"],
    ["two adults", times(2, ADULT), "uncommon"],
    ["three adults", times(3, ADULT), "rare"],
    ["three adults of four, one lost: a quarter exactly", [...times(3, ADULT), lost(CHILD)], "rare"],
    ["three adults, one of them lost: a third", [...times(2, ADULT), lost(ADULT)], "uncommon"],
    ["two lost of eight: a quarter exactly", [...times(6, ADULT), ...times(2, lost(CHILD))], "rare"],
    ["two lost of seven: above a quarter", [...times(5, ADULT), ...times(2, lost(CHILD))], "uncommon"],
    ["babies that died do not count for rare", [...times(3, ADULT), ...times(9, lost(BABY))], "rare"],
    ["living babies do not lower the share", [...times(2, ADULT), lost(ADULT), ...times(9, BABY)], "uncommon"],
    ["five children without a death", [...times(3, ADULT), ...times(2, CHILD)], "extreme"],
    ["five adults", times(5, ADULT), "extreme"],
    ["four children", [...times(3, ADULT), CHILD], "rare"],
    ["four children and a baby", [...times(3, ADULT), CHILD, BABY], "rare"],
    ["one baby that died", [...times(9, ADULT), lost(BABY)], "rare"],
    ["one adult that died", [...times(9, ADULT), lost(ADULT)], "rare"],
    ["two adults and many children", [...times(2, ADULT), ...times(9, CHILD)], "uncommon"],
  ] as const)("TIER-1: a long-registered agent's creatures unlock a tier: %s", (_who, records, tier) => {
    expect(unlockedTier(records, THIRTY_DAYS * 10)).toBe(tier);
  });

  it.each([
    [THIRTY_DAYS - 1, "rare"],
    [THIRTY_DAYS, "extreme"],
    [0, "rare"],
  ] as const)("TIER-1: five adults and %d ms since registration unlock %s", (registeredForMs, tier) => {
    expect(unlockedTier(times(5, ADULT), registeredForMs)).toBe(tier);
  });

  it("TIER-1, TIER-3: tiers are announced once, with lower ones; common never is", () => {
    expect(newlyUnlocked("common", [])).toEqual([]);
    expect(newlyUnlocked("rare", [])).toEqual(["uncommon", "rare"]);
    expect(newlyUnlocked("rare", ["uncommon"])).toEqual(["rare"]);
    expect(newlyUnlocked("extreme", ["uncommon", "rare"])).toEqual(["extreme"]);
    expect(newlyUnlocked("extreme", ["uncommon", "rare", "extreme"])).toEqual([]);
  });

  it("TIER-2: a death still counts after a resurrection", () => {
    const adult = creatureWith({ stage: "adult", stageInstants: { baby: 1, child: 2, teen: 3, adult: 4 } });
    expect(unlockedTier(times(5, creatureHistoryOf(adult)), THIRTY_DAYS)).toBe("extreme");
    const back = resurrect({ ...adult, death: { at: T0, cause: "harm" } }, T0 + hours(1));
    expect(back).toMatchObject({ death: null, resurrections: 1 });
    expect(unlockedTier([...times(4, creatureHistoryOf(adult)), creatureHistoryOf(back)], THIRTY_DAYS)).toBe("rare");
  });

  it("TIER-2: a release counts as a death only in distress", () => {
    const records = (health: number): CreatureHistory[] => {
      const outcome = release(creatureWith({ stats: { health } }), T0);
      if (outcome.kind !== "released") throw new Error("the creature was not released");
      return [...times(5, ADULT), creatureHistoryOf(outcome.creature)];
    };
    expect(unlockedTier(records(19.9), THIRTY_DAYS)).toBe("rare");
    expect(unlockedTier(records(20), THIRTY_DAYS)).toBe("extreme");
  });

  it("TIER-3: creatures are settled at the adoption before they are judged", () => {
    const hatchedAt = T0 - hours(119);
    const stageInstants = { baby: hatchedAt, child: hatchedAt + hours(24), teen: hatchedAt + hours(72), adult: null };
    const teen = creatureWith({ species: { feedingWindowHours: 24 }, hatchedAt, stage: "teen", stageInstants });
    const tierAt = (at: number) => unlockedTier([creatureHistoryOf(settle(teen, at))], THIRTY_DAYS);
    expect(tierAt(T0 + hours(1) - 1)).toBe("common");
    expect(tierAt(T0 + hours(1))).toBe("uncommon");
    const unnoticed = creatureHistoryOf(settle(teen, T0 + hours(36)));
    expect(unnoticed).toEqual({ becameChild: true, becameAdult: true, wasLost: true });
  });
});
