// What several runs show together, with the examples of docs/rules.md.
import { expect, test } from "vitest";
import { daysBetweenFailures, daysPerFailure, passHat, ranks, shareInterval, survival } from "./statistics.ts";

test("TRIAL-12: days on time for each failure, with Poisson's interval", () => {
  const { days, low, high } = daysPerFailure(144, 4);
  expect([days, Math.round(low), Math.round(high ?? 0)]).toEqual([36, 14, 134]);
  const none = daysPerFailure(150, 0);
  expect([none.days, Math.round(none.low), none.high]).toEqual([null, 41, null]);
  expect(daysPerFailure(148, 2).high).toBeNull();
});

test("TRIAL-12: failed days in a row are one failure, also from the first day on, but not across runs", () => {
  expect(daysBetweenFailures([[1, 0.49, 0, 0.5, 0.2, 1]]).days).toBe(3 / 2);
  expect(daysBetweenFailures([[0, 0, 1, 1]]).days).toBe(2);
  expect(
    daysBetweenFailures([
      [1, 0],
      [0, 1],
    ]).days,
  ).toBe(1);
});

test("TRIAL-13: pass^k is the chance that k of the runs all passed", () => {
  expect(passHat(5, 3, 1)).toBeCloseTo(0.6);
  expect(passHat(5, 3, 3)).toBeCloseTo(0.1);
  expect(passHat(5, 3, 5)).toBe(0);
  expect(passHat(5, 5, 5)).toBe(1);
});

test("TRIAL-14: the mean of five runs has a t interval, never narrower than one day of all", () => {
  const { low, high } = shareInterval([0.96, 0.91, 0.98, 0.93, 0.97], 30);
  expect([low, high].map((value) => (100 * value).toFixed(1))).toEqual(["91.4", "98.6"]);
  const equal = shareInterval([0.9, 0.9, 0.9, 0.9, 0.9], 30);
  expect(equal.low).toBeCloseTo(0.9 - 1 / 150);
  expect(equal.high).toBeCloseTo(0.9 + 1 / 150);
  expect(shareInterval([1, 1, 1, 1, 1], 30).high).toBe(1);
  expect(shareInterval([0.9], 30)).toEqual({ low: 0, high: 1 });
});

test("TRIAL-14: a rank is one more than there are entries whose whole interval lies above", () => {
  const entries = [
    { low: 0.91, high: 0.99 },
    { low: 0.88, high: 0.93 },
    { low: 0.7, high: 0.85 },
  ];
  expect(ranks(entries)).toEqual([1, 1, 3]);
});

test("TRIAL-12: the curve is the share of runs without a failed day, as Kaplan and Meier estimate it", () => {
  const runs = [
    { day: 3, failed: true },
    { day: 10, failed: true },
    { day: 10, failed: false },
    { day: 30, failed: false },
  ];
  expect(survival(runs)).toEqual([
    { day: 3, share: 0.75 },
    { day: 10, share: 0.5 },
  ]);
});
