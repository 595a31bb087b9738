// Tests the figures of track records, with houses small enough to count by hand.
import { describe, expect, test } from "vitest";
import { DAY_MS, HOUR_MS } from "../time/durations.ts";
import { independentWindows, wilson } from "./interval.ts";
import { trackRecord } from "./track-record.ts";
import type { LoggedEntry, LoggedLife } from "./windows.ts";

const START = Date.UTC(2026, 8, 1);
const HOURS = 24;

/** Returns a creature that was fed daily at noon, except on the given days. The feeding after such a day has missed a window. */
function lifeFed(id: string, days: number, except: readonly number[] = [], offsetMs = 0): LoggedLife {
  const entries: LoggedEntry[] = [];
  const add = (at: number, more: Partial<LoggedEntry>) =>
    entries.push({
      version: entries.length,
      kind: "care",
      at: at + offsetMs,
      recorded_at: at,
      until: null,
      action: null,
      timing: null,
      ...more,
    });
  add(START, { kind: "hatch" });
  for (let day = 0; day < days; day++) {
    if (except.includes(day)) continue;
    const timing = except.includes(day - 1) ? "missed_window" : "on_time";
    add(START + day * DAY_MS + 12 * HOUR_MS, { action: "feed", timing });
  }
  // A window is missed after 36 hours, at midnight UTC. That is noon in this zone, when every creature is awake.
  return { creature: { id, zone: "Etc/GMT+12", species: { feedingWindowHours: HOURS } }, entries };
}

const recordOf = (lives: readonly LoggedLife[], days: number) =>
  trackRecord(lives, { now: START + days * DAY_MS - 1, since: START, outages: [] });

test("RECORD-4: share, failures, runs, and gaps agree with the log", () => {
  const { all_time, last_30_days, days } = recordOf([lifeFed("a", 40, [20]), lifeFed("b", 40)], 40);
  expect(all_time).toMatchObject({
    days: 40,
    expected: 79,
    on_time: 78,
    late: 0,
    missed: 1,
    actual: 78,
    by_others: 0,
    on_time_share: 0.9873,
    failures: 1,
    mean_days_between_failures: 40,
    longest_gap_hours: 24,
  });
  expect(all_time.longest_run_days).toBeGreaterThanOrEqual(19);
  expect(last_30_days).toMatchObject({ since: START + 10 * DAY_MS, days: 30, expected: 59, missed: 1 });
  expect(days).toHaveLength(30);
  for (const field of ["expected", "on_time", "late", "missed", "by_others"] as const) {
    expect(days.reduce((sum, day) => sum + day[field], 0)).toBe(last_30_days[field]);
  }
});

test("RECORD-4: the order of creatures does not matter", () => {
  const lives = [lifeFed("a", 40, [3, 20]), lifeFed("b", 40, [20]), lifeFed("c", 40)];
  expect(recordOf(lives.toReversed(), 40)).toEqual(recordOf(lives, 40));
});

test("RECORD-4: the longest gap counts the agent's own visits, until now", () => {
  const life = lifeFed("a", 3);
  const sat = life.entries.map((each, index) => (index === 2 ? { ...each, sitter: "Ada" } : each));
  expect(recordOf([{ ...life, entries: sat }], 3).all_time.longest_gap_hours).toBe(48);
  expect(recordOf([life], 5).all_time.longest_gap_hours).toBe(60);
});

test("RECORD-4: entries recorded before `since` do not count", () => {
  const [life, since] = [lifeFed("a", 40), START + 30 * DAY_MS];
  const { all_time } = trackRecord([life], { now: START + 40 * DAY_MS - 1, since, outages: [] });
  // The first feeding ends a cycle with an unknown start, so it counts nothing.
  expect(all_time).toMatchObject({ since, expected: 9, on_time: 9 });
});

/** Adds feedings one hour after earlier ones, by the keeper or a sitter. */
function withEarly(life: LoggedLife, count: number, sitter: string | null = null): LoggedLife {
  const early = life.entries.slice(1, count + 1).map(({ version, kind, at: fedAt, action }): LoggedEntry => {
    const at = fedAt + HOUR_MS;
    return { version: version + 0.5, kind, at, recorded_at: at, until: null, action, timing: "early", sitter };
  });
  return { ...life, entries: [...life.entries, ...early] };
}

describe("early feedings", () => {
  const life = lifeFed("a", 39);

  test("RECORD-1: early feedings beyond a tenth of the windows count as unmet", () => {
    expect(recordOf([withEarly(life, 3)], 39).all_time).toMatchObject({
      expected: 39,
      early: 3,
      early_counted: 0,
      on_time_share: 1,
    });
    const { all_time, last_30_days } = recordOf([withEarly(life, 9)], 39);
    expect(all_time).toMatchObject({ expected: 39, early: 9, early_counted: 6, on_time_share: 0.8667 });
    expect(last_30_days).toMatchObject({ expected: 30, early: 0, on_time_share: 1 });
  });

  test("RECORD-1: a sitter's early feedings do not count against the keeper", () => {
    expect(recordOf([withEarly(life, 39, "Ada")], 39).all_time).toEqual(recordOf([life], 39).all_time);
  });
});

test("RECORD-8: four new creatures fed on time barely raise the weighted share", () => {
  const alone = lifeFed("a", 20, [2, 3, 4]);
  const { all_time } = recordOf([alone], 20);
  expect(all_time.weighted_share).toBe(all_time.on_time_share);
  const guest = (id: string): LoggedLife => {
    const { creature, entries } = lifeFed(id, 20);
    const later = entries.filter(({ at }) => at >= START + 10 * DAY_MS);
    const [first, ...meals] = later;
    if (first === undefined) throw new Error("it never ate");
    return { creature, entries: [{ ...first, kind: "hatch", timing: null, action: null }, ...meals] };
  };
  const crowded = recordOf([alone, ...["b", "c", "d", "e"].map(guest)], 20).all_time;
  expect(crowded.on_time_share).toBeGreaterThan(0.94);
  // Ten days alone and ten days with four others have the same weight.
  expect(crowded.weighted_share).toBeLessThan((all_time.on_time_share ?? 0) + 0.02);
});

test("RECORD-9: last_24_hours counts windows decided since this time yesterday", () => {
  expect(recordOf([lifeFed("a", 10)], 10).last_24_hours).toEqual({ due: 1, unmet: 0 });
  expect(recordOf([lifeFed("a", 10, [9])], 10.2).last_24_hours).toEqual({ due: 1, unmet: 1 });
});

describe("moved clocks", () => {
  test("RECORD-3: a moved clock ends the record at the last entry before it", () => {
    const before = lifeFed("a", 10);
    const after = lifeFed("b", 20, [2, 4, 6, 8], 5 * HOUR_MS);
    const moved = { ...after, entries: after.entries.filter(({ recorded_at }) => recorded_at > START + 10 * DAY_MS) };
    const record = trackRecord([before, moved], { now: START + 40 * DAY_MS, since: START, outages: [] });
    expect(record.at).toBe(START + 9.5 * DAY_MS);
    expect(record.all_time).toMatchObject({ expected: 10, on_time: 10, missed: 0 });
  });

  test("RECORD-3: a difference of one minute between servers is not a moved clock", () => {
    expect(recordOf([lifeFed("a", 10, [], 60_000)], 10).all_time.expected).toBe(10);
  });
});

describe("the confidence interval", () => {
  const results = (text: string) => Array.from(text, (letter) => letter === "+");

  test("RECORD-5: the interval is Wilson's", () => {
    const { low, high } = wilson(0.9, 100);
    expect([low.toFixed(4), high.toFixed(4)]).toEqual(["0.8256", "0.9448"]);
  });

  test("RECORD-5: streaks of failures reduce the number of independent windows", () => {
    const spread = "+++++++++-".repeat(10);
    expect(independentWindows(results(spread), 100)).toBe(100);
    const inStreaks = `${"+".repeat(45)}-----`.repeat(2);
    // Each failure is in a streak of 5 windows. Multiplied by the share of 0.9, that is 4.5 windows for each independent one.
    expect(independentWindows(results(inStreaks), 100)).toBeCloseTo(100 / 4.5);
  });

  test("RECORD-5: a record without failures has at most two windows a day", () => {
    expect(independentWindows(results("+".repeat(500)), 10)).toBe(20);
    expect(independentWindows(results("+++"), 10)).toBe(3);
  });

  test("RECORD-5: many failures in few days count as few windows", () => {
    expect(independentWindows(results("-".repeat(50)), 2)).toBe(8);
  });
});
