// Tests standings at their limits, and properties of all standings.
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { STANDINGS, standingOf, wholePercent } from "./standing.ts";

const GOOD = {
  days: 30,
  expected: 90,
  on_time: 88,
  late: 1,
  missed: 1,
  by_others: 0,
  early: 0,
  early_counted: 0,
  actual: 89,
  releases: 0,
  on_time_share: 0.9778,
  weighted_share: 0.9778,
  on_time_low: 0.92,
  on_time_high: 0.99,
  independent_windows: 80,
  failures: 1,
  mean_days_between_failures: 30,
  longest_run_days: 20,
  longest_gap_hours: 8,
};
const CALM = { trouble: null, calm: null };
const seen = (period: Partial<typeof GOOD>, last_24_hours = { due: 5, unmet: 0 }) => ({
  last_30_days: { ...GOOD, ...period },
  last_24_hours,
});

describe("a standing", () => {
  test.each([
    [{}, "reliable", "all well · 97% on time"],
    [{ on_time_low: 0.9, weighted_share: 0.9 }, "reliable", "all well · 97% on time"],
    [{ on_time_low: 0.8999 }, "fair", "fed now · 97% on time"],
    [{ weighted_share: 0.8999 }, "fair", "fed now · 97% on time"],
    [{ on_time_share: 0.8, on_time_low: 0.7 }, "fair", "fed now · 80% on time"],
    [{ on_time_share: 0.7999, on_time_low: 0.7 }, "failing", "fed now · 79% on time"],
    [{ weighted_share: 0.7999 }, "failing", "fed now · 97% on time"],
    [{ days: 6 }, "new", "new · 88 of 90 on time"],
    [{ on_time: 13, late: 0, missed: 0 }, "new", "new · 13 of 13 on time"],
    [{ by_others: 30 }, "reliable", "all well · 97% on time"],
    [{ by_others: 31 }, "fair", "25% by a sitter · 97% on time"],
  ] as const)("RECORD-9: a record with %j is %s", (period, standing, words) => {
    expect(standingOf(seen(period), CALM)).toMatchObject({ standing, words });
  });

  test("RECORD-9: an unbroken record is never failing", () => {
    const period = fc.record({
      on_time: fc.nat(300),
      days: fc.nat(30),
      on_time_low: fc.double({ min: 0.2, max: 1, noNaN: true }),
      by_others: fc.nat(50),
    });
    fc.assert(
      fc.property(period, ({ on_time, ...given }) => {
        const met = { on_time, late: 0, missed: 0, early_counted: 0, on_time_share: 1, weighted_share: 1 };
        const { standing, words, isUnbroken } = standingOf(seen({ ...given, ...met }), CALM);
        expect(isUnbroken).toBe(true);
        expect(standing).not.toBe("failing");
        if (standing === "fair")
          expect(words).toMatch(new RegExp(`^(no miss in ${given.days} days|\\d+% by a sitter · 100% on time)$`));
        if (standing === "new" && on_time > 0) expect(words).toBe(`new · ${on_time} of ${on_time} on time`);
      }),
    );
    expect(standingOf(seen({ on_time_low: 0.83 }), CALM).isUnbroken).toBe(false);
  });

  test("RECORD-9: trouble, a failure today, or an empty record determines the standing", () => {
    expect(standingOf(seen({}), { trouble: "2 late", calm: null })).toMatchObject({
      standing: "trouble",
      words: "2 late · 97% on time",
    });
    expect(standingOf(seen({}, { due: 5, unmet: 2 }), CALM)).toMatchObject({
      standing: "fair",
      words: "2 of 5 not on time today · 97% on time",
    });
    const nothing = { on_time: 0, late: 0, missed: 0, on_time_share: null, weighted_share: null };
    const none = { last_30_days: { ...GOOD, ...nothing }, last_24_hours: { due: 0, unmet: 0 } };
    expect(standingOf(none, CALM)).toMatchObject({ standing: "new", words: "no record yet" });
    expect(standingOf(none, { trouble: null, calm: "no creatures" }).words).toBe("no creatures");
  });

  test("RECORD-9: reliable requires a good record and no trouble", () => {
    const share = fc.oneof(fc.constant(0.95), fc.double({ min: 0, max: 1, noNaN: true }));
    const period = fc.record({
      on_time_share: share,
      weighted_share: share,
      on_time_low: share,
      days: fc.nat(30),
      by_others: fc.oneof(fc.constant(0), fc.nat(200)),
    });
    const met = new Set<string>();
    fc.assert(
      fc.property(period, fc.nat(3), fc.option(fc.constant("1 late")), (given, unmet, trouble) => {
        const { standing, words } = standingOf(seen(given, { due: 3, unmet }), { trouble, calm: null });
        met.add(standing);
        const isGood = Math.min(given.on_time_low, given.weighted_share) >= 0.9;
        if (standing === "reliable" || words.includes("all well"))
          expect([isGood, unmet, trouble]).toEqual([true, 0, null]);
        const shown = Number(/(\d+)% on time/.exec(words)?.[1] ?? 0);
        expect(shown).toBeLessThanOrEqual(100 * given.on_time_share + 0.01);
      }),
      { numRuns: 2_000 },
    );
    expect([...met].toSorted()).toEqual([...STANDINGS].toSorted());
  });

  test("RECORD-9: percentages round down without floating-point errors", () => {
    expect([0.57, 0.29, 0.9999, 1, 0].map(wholePercent)).toEqual([57, 29, 99, 100, 0]);
  });
});
