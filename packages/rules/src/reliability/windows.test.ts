// The windows of a log, against the lives that the rules make of it.
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { arbitrarySimulation, simulated } from "../../../../test/lives/simulated-life.ts";
import { HOUR_MS } from "../time/durations.ts";
import { lifeRecord, type LoggedEntry } from "./windows.ts";

/** Noon in UTC: nobody sleeps for ten hours. */
const NOON = Date.UTC(2026, 10, 2, 12);
const creature = { id: "0199a0c0-0000-7000-8000-000000000001", zone: "UTC", species: { feedingWindowHours: 2 } };

function entry(kind: string, hours: number, more: Partial<LoggedEntry> = {}): Omit<LoggedEntry, "version"> {
  const at = NOON + hours * HOUR_MS;
  return { kind, at, recorded_at: at, until: null, action: null, timing: null, ...more };
}

const fed = (hours: number, timing: LoggedEntry["timing"], sitter?: string) =>
  entry("care", hours, { action: "feed", timing, ...(sitter === undefined ? {} : { sitter }) });
const hour = (hours: number) => NOON + hours * HOUR_MS;

function recordOf(
  entries: readonly Omit<LoggedEntry, "version">[],
  untilHours: number,
  outages: [number, number][] = [],
) {
  const numbered = entries.map((each, index) => ({ ...each, version: index + 1 }));
  const spans = outages.map(([from, until]) => ({ from: hour(from), until: hour(until) }));
  const { windows, ...rest } = lifeRecord({ creature, entries: numbered }, spans, hour(untilHours));
  return { ...rest, windows: windows.map(({ at, outcome }) => [(at - NOON) / HOUR_MS, outcome]) };
}

test("RECORD-1: the windows of a log are those that the rules scored", () => {
  fc.assert(
    fc.property(arbitrarySimulation, (simulation) => {
      const { stored, rows } = simulated(simulation);
      const { creature: lived } = stored;
      const { windows, early } = lifeRecord({ creature: lived, entries: rows }, [], lived.asOf);
      const missed = windows.filter(({ outcome }) => outcome === "missed").length;
      const deaths = rows.filter(({ kind }) => kind === "death").length;
      // A death may leave a window unfed before it counts as missed.
      const byDeath = missed - lived.missedFeedings;
      expect(byDeath).toBeGreaterThanOrEqual(0);
      expect(byDeath).toBeLessThanOrEqual(deaths);
      expect(windows.length - byDeath).toBe(lived.scored);
      const timings = rows.flatMap(({ timing }) => (timing === null ? [] : [timing]));
      expect(early).toHaveLength(timings.filter((timing) => timing === "early").length);
    }),
  );
});

test("RECORD-1: each window counts when it is decided, and one that is still open does not", () => {
  const entries = [entry("hatch", 0), fed(1.5, "on_time"), fed(4, "late"), fed(4.5, "early")];
  expect(recordOf(entries, 7.4).windows).toEqual([
    [1.5, "on_time"],
    [4, "late"],
  ]);
  expect(recordOf(entries, 7.5).windows.at(-1)).toEqual([7.5, "missed"]);
});

test("RECORD-1: a missed_window feeding counts the windows before it, and not itself", () => {
  expect(recordOf([entry("hatch", 0), fed(6, "missed_window")], 6).windows).toEqual([
    [3, "missed"],
    [5, "missed"],
  ]);
});

test("RECORD-1: a sitter's feeding is no window of the keeper's, but a window it missed before is", () => {
  const { windows, early } = recordOf(
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
  expect(early).toEqual([]);
});

describe("time that does not count", () => {
  test("RECORD-3: a boarding has no windows, also when it ends early", () => {
    const boarded = entry("board", 1, { until: hour(9) });
    expect(recordOf([entry("hatch", 0), boarded], 9).windows).toEqual([]);
    const { windows, boarded: spans } = recordOf([entry("hatch", 0), boarded, entry("return", 4)], 7);
    expect(windows).toEqual([[6, "missed"]]);
    expect(spans).toEqual([{ from: hour(1), until: hour(4) }]);
  });

  test("RECORD-3: an outage of the service has no windows, written or not", () => {
    const hatched = entry("hatch", 0);
    expect(recordOf([hatched], 5, [[1, 5]]).windows).toEqual([]);
    expect(recordOf([hatched], 7, [[1, 5]]).windows).toEqual([[7, "missed"]]);
    const written = entry("amnesty", 1, { until: hour(5) });
    expect(recordOf([hatched, written, fed(5.5, "on_time")], 6).windows).toEqual([[5.5, "on_time"]]);
  });

  test("RECORD-3: a death that the service took back does not count", () => {
    const taken = entry("restore", 1, { until: hour(8), recorded_at: hour(8) });
    const { windows } = recordOf([entry("hatch", 0), entry("death", 6), taken, fed(8.5, "on_time")], 9);
    expect(windows).toEqual([[8.5, "on_time"]]);
  });

  test("RECORD-3: after a release nothing is due, unless it is taken back", () => {
    const released = [entry("hatch", 0), entry("release", 1)];
    expect(recordOf(released, 9).windows).toEqual([]);
    expect(recordOf([...released, entry("take_back", 2)], 3).windows).toEqual([[3, "missed"]]);
  });
});

describe("a death", () => {
  const slow = { ...creature, species: { feedingWindowHours: 24 } };
  const died = (entries: readonly Omit<LoggedEntry, "version">[]) =>
    lifeRecord(
      { creature: slow, entries: entries.map((each, index) => ({ ...each, version: index + 1 })) },
      [],
      hour(99),
    ).windows;

  test("RECORD-2: by neglect counts as one missed window, even before the window would", () => {
    expect(died([entry("hatch", 0), entry("death", 24)])).toEqual([{ at: hour(24), outcome: "missed" }]);
  });

  test("RECORD-2: of a creature that was fed and cared for does not", () => {
    expect(died([entry("hatch", 0), entry("care", 9, { action: "play" }), entry("death", 9)])).toEqual([]);
  });

  test("RECORD-2: after a missed window adds none", () => {
    expect(recordOf([entry("hatch", 0), entry("death", 4)], 9).windows).toEqual([[3, "missed"]]);
  });
});
