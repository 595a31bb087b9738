// Tests the feeding windows that are read from a log, against simulated lives and by hand.
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { arbitrarySimulation, simulated } from "../../../../test/lives/simulated-life.ts";
import type { CreatureChange } from "../../../../src/model/creatures/store/creature-change.ts";
import type { Creature } from "../creature/creature.ts";
import { creatureAt } from "../life/life.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../time/durations.ts";
import { isAsleepAt, sleeperOf } from "../time/sleep.ts";
import { LifeReader, boardingBeyondLimit, lifeRecord, type HouseSpans, type LoggedEntry } from "./windows.ts";

/** Noon UTC, after which creatures are awake for ten hours. */
const NOON = Date.UTC(2026, 10, 2, 12);
const creature = { id: "0199a0c0-0000-7000-8000-000000000001", zone: "UTC", species: { feedingWindowHours: 2 } };

function entry(kind: string, hours: number, more: Partial<LoggedEntry> = {}): Omit<LoggedEntry, "version"> {
  const at = NOON + hours * HOUR_MS;
  return { kind, at, recorded_at: at, until: null, action: null, timing: null, ...more };
}

const fed = (hours: number, timing: LoggedEntry["timing"], sitter?: string) =>
  entry("care", hours, { action: "feed", timing, ...(sitter === undefined ? {} : { sitter }) });
const hour = (hours: number) => NOON + hours * HOUR_MS;

const ALONE: HouseSpans = { outages: [], comings: [], excess: [] };

type Entries = readonly Omit<LoggedEntry, "version">[];

function lifeOf(entries: Entries, kept = creature): LifeReader {
  return new LifeReader({ creature: kept, entries: entries.map((each, index) => ({ ...each, version: index + 1 })) });
}

function recordOf(entries: Entries, untilHours: number, house: Partial<HouseSpans> = {}) {
  const { windows, ...rest } = lifeRecord(lifeOf(entries), { ...ALONE, ...house }, hour(untilHours));
  return { ...rest, windows: windows.map(({ at, outcome }) => [(at - NOON) / HOUR_MS, outcome]) };
}

const away = (...spans: [number, number][]) => ({
  outages: spans.map(([from, until]) => ({ from: hour(from), until: hour(until) })),
});

type Counts = Record<"on_time" | "early" | "late" | "missed", number>;

/** Counts a life's windows from the stored creature at each change, as a reference for the windows of the log. */
function countedBy(changes: readonly CreatureChange[], lived: Creature): Counts {
  let counts: Counts = { on_time: 0, early: 0, late: 0, missed: 0 };
  let beforeRelease = counts;
  let missedBefore = 0;
  let isPutOff = false;
  let mealAt = -Infinity;
  const missedBy = ({ missedFeedings }: Creature, atLeast: boolean) =>
    Math.max(atLeast || isPutOff ? 1 : 0, missedFeedings - missedBefore);
  const begin = ({ missedFeedings }: Creature) => {
    missedBefore = missedFeedings;
    isPutOff = false;
  };
  let isOpen = false;
  for (const { from, to, log = [] } of changes) {
    for (const { kind, at, ...more } of log) {
      const now = creatureAt(from.creature, at);
      const position = now.kind === "living" ? now.position : 0;
      if (kind === "board") isPutOff ||= position > 1 && position < 1.5;
      if (kind === "release") {
        beforeRelease = { ...counts };
        const asleep = isAsleepAt(sleeperOf(from.creature), at);
        counts.missed += missedBy(to.creature, position >= 0.5 && !asleep);
      }
      if (kind === "take_back") counts = beforeRelease;
      if (kind === "death" && isOpen) counts.missed += missedBy(to.creature, true);
      if (kind === "hatch" || kind === "resurrect") begin(to.creature);
      if (kind === "hatch" || kind === "resurrect" || kind === "take_back") isOpen = true;
      if (kind === "death" || kind === "release") isOpen = false;
      const timing = "care" in more && more.care?.action === "feed" ? more.care.timing : null;
      if (timing === null) continue;
      counts.missed += missedBy(to.creature, false);
      const isRepeated = timing === "early" && at - mealAt < 10 * MINUTE_MS;
      if (!isRepeated) mealAt = at;
      if (timing !== "missed_window" && !isRepeated && !isPutOff) counts[timing]++;
      begin(to.creature);
    }
  }
  if (isOpen) counts.missed += missedBy(lived, false);
  return counts;
}

test("RECORD-1, RECORD-2, RECORD-6, RECORD-7: the log yields its life's windows", () => {
  const seen = new Set<string>();
  fc.assert(
    fc.property(arbitrarySimulation, (simulation) => {
      const { stored, rows, changes } = simulated(simulation);
      const { creature: lived } = stored;
      const { windows } = lifeRecord(new LifeReader({ creature: lived, entries: rows }), ALONE, lived.asOf);
      const counts: Counts = { on_time: 0, early: 0, late: 0, missed: 0 };
      for (const { outcome } of windows) if (outcome !== "by_others") counts[outcome]++;
      expect(counts).toEqual(countedBy(changes, lived));
      for (const { outcome } of windows) seen.add(outcome);
      if (counts.missed !== lived.missedFeedings) seen.add("given up");
    }),
  );
  expect([...seen].toSorted()).toEqual(["early", "given up", "late", "missed", "on_time"]);
});

test("RECORD-1: each window counts when it is decided, not while open", () => {
  const entries = [entry("hatch", 0), fed(1.5, "on_time"), fed(4, "late"), fed(4.5, "early")];
  expect(recordOf(entries, 7.4).windows).toEqual([
    [1.5, "on_time"],
    [4, "late"],
    [4.5, "early"],
  ]);
  expect(recordOf(entries, 7.5).windows.at(-1)).toEqual([7.5, "missed"]);
});

test("RECORD-1: an early meal within 10 minutes is a repeat", () => {
  const [minute, meals] = [1 / 60, [entry("hatch", 0), fed(1.5, "on_time"), fed(1.5 + 9 / 60, "early")]];
  expect(recordOf(meals, 2).windows).toEqual([[1.5, "on_time"]]);
  // The second early meal counts, because a repeat does not restart the ten minutes.
  expect(recordOf([...meals, fed(1.5 + 18 * minute, "early")], 2).windows).toHaveLength(2);
  const missed = [entry("hatch", 0), fed(3.2, "missed_window"), fed(3.2 + minute, "early")];
  expect(recordOf(missed, 4).windows).toEqual([[3, "missed"]]);
});

test("RECORD-1: a missed_window feeding counts only the windows before it", () => {
  expect(recordOf([entry("hatch", 0), fed(6, "missed_window")], 6).windows).toEqual([
    [3, "missed"],
    [5, "missed"],
  ]);
});

test("RECORD-1: a sitter's feeding is not the keeper's, but misses before it are", () => {
  const { windows } = recordOf(
    [
      entry("hatch", 0),
      fed(1.5, "on_time", "Ada"),
      fed(4, "late", "Ada"),
      fed(4.2, "early", "Ada"),
      fed(8, "missed_window", "Ada"),
    ],
    8,
  );
  expect(windows).toEqual([
    [1.5, "by_others"],
    [4, "by_others"],
    [7.2, "missed"],
  ]);
});

describe("time that does not count", () => {
  test("RECORD-3: a boarding has no windows, even when it ends early", () => {
    const boarded = entry("board", 1, { until: hour(9) });
    expect(recordOf([entry("hatch", 0), boarded], 9).windows).toEqual([]);
    const { windows, boarded: spans } = recordOf([entry("hatch", 0), boarded, entry("return", 4)], 7);
    expect(windows).toEqual([[6, "missed"]]);
    expect(spans).toEqual([{ from: hour(1), until: hour(4) }]);
  });

  test("RECORD-3: an outage has no windows, whether logged or not", () => {
    const hatched = entry("hatch", 0);
    expect(recordOf([hatched], 5, away([1, 5])).windows).toEqual([]);
    expect(recordOf([hatched], 7, away([1, 5])).windows).toEqual([[7, "missed"]]);
    const written = entry("amnesty", 1, { until: hour(5) });
    expect(recordOf([hatched, written, fed(5.5, "on_time")], 6).windows).toEqual([[5.5, "on_time"]]);
  });

  test("RECORD-3: a restored death does not count", () => {
    const taken = entry("restore", 1, { until: hour(8), recorded_at: hour(8) });
    const { windows } = recordOf([entry("hatch", 0), entry("death", 6), taken, fed(8.5, "on_time")], 9);
    expect(windows).toEqual([[8.5, "on_time"]]);
  });

  test("RECORD-7: boarding a late creature misses exactly one window", () => {
    const boarded = [entry("hatch", 0), entry("board", 2.5, { until: hour(4) })];
    expect(recordOf([...boarded, fed(4.1, "late"), fed(5.5, "on_time")], 6).windows).toEqual([
      [2.5, "missed"],
      [5.5, "on_time"],
    ]);
    expect(recordOf(boarded, 6.6).windows).toEqual([
      [2.5, "missed"],
      [6.5, "missed"],
    ]);
    const inTime = [entry("hatch", 0), entry("board", 2, { until: hour(4) }), fed(4, "on_time")];
    expect(recordOf(inTime, 4.2).windows).toEqual([[4, "on_time"]]);
  });

  test("RECORD-7: a house may board 72 hours in 14 days without misses", () => {
    const days = (from: number, until: number) => ({ from: NOON + from * DAY_MS, until: NOON + until * DAY_MS });
    expect(boardingBeyondLimit([days(0, 2), days(0, 3), days(10, 11), days(14, 17)])).toEqual([days(10, 11)]);
    const excess = boardingBeyondLimit([days(0, 4)]);
    expect(excess).toEqual([days(3, 4)]);
    const boarded = [entry("hatch", 0), entry("board", 0.1, { until: hour(96) })];
    expect(recordOf(boarded, 96, { excess }).windows).toHaveLength(12);
  });
});

describe("releases", () => {
  const released = (at: number) => [entry("hatch", 0), entry("release", at)];

  test("RECORD-6: a release while food is due misses a window, unless taken back", () => {
    expect(recordOf(released(0.9), 9).windows).toEqual([]);
    expect(recordOf(released(1.2), 9).windows).toEqual([[1.2, "missed"]]);
    expect(recordOf([...released(1), entry("take_back", 2)], 3).windows).toEqual([[3, "missed"]]);
    const { id, zone } = creature;
    const night = [11, 12, 13, 14, 15, 16, 17].find((at) => isAsleepAt(sleeperOf({ id, zone }), hour(at) + 1)) ?? 0;
    expect(night).toBeGreaterThan(0);
    const fedBefore = [entry("hatch", 0), fed(night - 1.2, "missed_window"), entry("release", night + 0.1)];
    expect(recordOf(fedBefore, 30).windows.filter(([at]) => Number(at) > night)).toEqual([]);
  });

  test("RECORD-6: a released creature waits up to 48 hours for its keeper's return", () => {
    const fedOnce = [entry("hatch", 0), fed(1.5, "on_time"), entry("release", 2)];
    const missed = (back: number, house: Partial<HouseSpans> = {}) =>
      recordOf(fedOnce, 999, { comings: [hour(1.5), hour(back)], ...house }).windows.slice(1);
    expect(missed(3.5)).toEqual([]);
    expect(missed(3.6)).toEqual([[3.6, "missed"]]);
    expect(missed(7)).toEqual([
      [4.5, "missed"],
      [6.5, "missed"],
    ]);
    expect(Math.max(...missed(7 * 24 + 2).map(([at]) => Number(at)))).toBeLessThanOrEqual(50);
    // A keeper that stays away longer than a week has left.
    expect(missed(7 * 24 + 3)).toEqual([]);
  });
});

describe("deaths", () => {
  const slow = { ...creature, species: { feedingWindowHours: 24 } };
  const died = (entries: Entries, house: Partial<HouseSpans> = {}) =>
    lifeRecord(lifeOf(entries, slow), { ...ALONE, ...house }, hour(99)).windows;

  test("RECORD-2: a death before a missed window counts as one", () => {
    expect(died([entry("hatch", 0), entry("death", 24)])).toEqual([{ at: hour(24), outcome: "missed" }]);
  });

  test("RECORD-2: a death from harmful care counts as one missed window", () => {
    const harmed = [entry("hatch", 0), entry("care", 9, { action: "play" }), entry("death", 9)];
    expect(died(harmed)).toEqual([{ at: hour(9), outcome: "missed" }]);
  });

  test("RECORD-2: a death after a missed window adds no further one", () => {
    expect(recordOf([entry("hatch", 0), entry("death", 4)], 9).windows).toEqual([[3, "missed"]]);
  });
});
