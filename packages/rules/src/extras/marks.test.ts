// Tests the MARK rules: when marks are recorded, that they are never removed, and that each has words.
import { describe, expect, it } from "vitest";
import { T0, creatureWith } from "../../../../test/lives/creatures.ts";
import { TIMINGS, type Living, type Timing } from "../creature/creature.ts";
import { MARKS, type Deeds } from "../creature/memory.ts";
import { DAY_MS } from "../time/durations.ts";
import { LANES } from "../words/speaker.ts";
import { MARK_WORDS, deedsAfter, markMessage, marksAt, type MarkedCare } from "./marks.ts";

const born = creatureWith({ hatchedAt: T0, stillMs: 0 });

function careOn(day: number, change: Partial<MarkedCare> = {}, creature: Living = born): MarkedCare {
  return {
    before: { ...creature, rhythmSince: T0 },
    creature,
    at: T0 + (day - 1) * DAY_MS,
    timing: null,
    bySitter: false,
    ...change,
  };
}

function fed(deeds: Deeds | undefined, ...meals: readonly (readonly [day: number, timing: Timing])[]): Deeds {
  return meals.reduce<Deeds>((known, [day, timing]) => deedsAfter(known, careOn(day, { timing })), deeds ?? FRESH);
}

const FRESH = deedsAfter(undefined, { ...careOn(1), before: { ...born, rhythmSince: null } });

describe("marks of a long life", () => {
  it("MARK-1: ages need whole days of life and remain once recorded", () => {
    const at = (days: number, still = 0, deeds?: Deeds) =>
      marksAt({ ...born, stillMs: still * DAY_MS }, deeds === undefined ? null : { deeds }, T0 + days * DAY_MS);
    expect(at(6.99)).toEqual([]);
    expect(at(7)).toEqual([{ mark: "kept_7", day: 7 }]);
    expect(at(7, 1)).toEqual([]);
    expect(at(366).map(({ mark }) => mark)).toEqual(["kept_7", "kept_30", "kept_100", "kept_365"]);
    const noted = deedsAfter(undefined, careOn(8));
    expect(noted.days).toEqual({ kept_7: 7 });
    expect(at(7, 1, noted)).toEqual([{ mark: "kept_7", day: 7 }]);
  });

  it("MARK-2: the first care after a deed records it, and its day remains", () => {
    const over = { kind: "boarding", from: T0, until: T0 + 1 } as const;
    const lives: readonly (readonly [keyof Deeds["days"], Partial<MarkedCare>])[] = [
      ["rescued", { creature: { ...born, rescued: true } }],
      ["returned", { creature: { ...born, resurrections: 1 } }],
      ["weathered", { creature: { ...born, restorations: 1 } }],
      ["weathered", { creature: { ...born, pauses: [{ ...over, kind: "amnesty" }] } }],
      ["boarded", { creature: { ...born, pauses: [over] } }],
      ["boarded", { creature: { ...born, pauses: [{ ...over, until: T0 + 99 * DAY_MS, ended: true }] } }],
      ["came_home", { creature: { ...born, takenBackAt: T0 } }],
      ["good_hands", { bySitter: true, timing: "on_time" }],
      ["whole_trust", { creature: { ...born, milestones: ["trust_milestone:90"] } }],
      ["hundred_in_a_row", { creature: { ...born, milestones: ["care_streak:100"] } }],
    ];
    for (const [deed, change] of lives) {
      const noted = deedsAfter(FRESH, careOn(3, change));
      expect(noted.days).toEqual({ [deed]: 3 });
      expect(deedsAfter(noted, careOn(5)).days).toEqual({ [deed]: 3 });
      expect(deedsAfter(noted, careOn(5, change)).days).toEqual({ [deed]: 3 });
    }
    const still = { ...over, until: T0 + 99 * DAY_MS };
    expect(deedsAfter(FRESH, careOn(3, { creature: { ...born, pauses: [still] } })).days).toEqual({});
    expect(deedsAfter(FRESH, careOn(3, { bySitter: true, timing: "late" })).days).toEqual({});
  });

  it("MARK-2: only on-time meals in seven whole days make a perfect week", () => {
    expect(fed(FRESH, [1, "on_time"], [7, "on_time"]).days.perfect_week).toBeUndefined();
    expect(fed(FRESH, [1, "on_time"], [8, "on_time"]).days.perfect_week).toBe(8);
    for (const timing of TIMINGS.filter((each) => each !== "on_time")) {
      const broken = fed(FRESH, [4, timing], [11, "on_time"]);
      expect(broken.days.perfect_week).toBeUndefined();
      expect(fed(broken, [12, "on_time"]).days.perfect_week).toBe(12);
      expect(fed(FRESH, [8, "on_time"], [9, timing]).days.perfect_week).toBe(8);
      expect(fed(FRESH, [30, timing]).days.perfect_week).toBeUndefined();
    }
    expect(fed(FRESH, [31, "on_time"]).days.perfect_month).toBe(31);
    expect(deedsAfter(FRESH, careOn(31)).days.perfect_month).toBeUndefined();
  });

  it("MARK-2: a return, or the first care with marks, restarts a perfect week", () => {
    const back = { ...born, resurrections: 1, rhythmSince: null };
    const returned = deedsAfter(FRESH, { ...careOn(9, { timing: "on_time" }, back), before: back });
    expect(returned).toMatchObject({ brokenOn: 9, days: { returned: 9 } });
    expect(returned.days.perfect_week).toBeUndefined();
    const older = deedsAfter(undefined, careOn(200, { timing: "on_time" }));
    expect(older).toEqual({ brokenOn: 200, days: { kept_7: 7, kept_30: 30, kept_100: 100 } });
  });

  it("MARK-3: every mark has a label, a sentence, and lines for every lane", () => {
    expect(Object.keys(MARK_WORDS).toSorted()).toEqual([...MARKS].toSorted());
    const all = Object.values(MARK_WORDS).flatMap(({ lines }) => lines);
    expect(new Set(all).size).toBe(all.length);
    for (const mark of MARKS) {
      const { label, lines } = MARK_WORDS[mark];
      expect(lines.length % LANES, mark).toBe(0);
      expect(label.length, mark).toBeLessThan(24);
      expect(markMessage("$& {name}", mark), mark).toMatch(/\$& \{name\}.*\.$/u);
      // Only a deed noted by the care action that achieved it has a day that its line may mention.
      const dated = lines.filter((line) => line.includes("{day}"));
      expect(mark === "good_hands" ? [] : dated, mark).toEqual([]);
    }
  });
});
