// What several runs show together, with the examples of docs/rules.md.
import { expect, test } from "vitest";
import { HASHES } from "../../../src/app/trials/hashes.ts";
import { FULL } from "../../../test/tier.ts";
import { diceOf } from "./chance.ts";
import { RELAY_1 } from "./scenarios.ts";
import { daysBetweenFailures, daysPerFailure, keptDays, passHat, ranksByWelch, shareInterval } from "./statistics.ts";

test("TRIAL-12: days on time for each failure, with Poisson's interval", () => {
  const { days, low, high } = daysPerFailure(144, 4);
  expect([days, Math.round(low), Math.round(high ?? 0)]).toEqual([36, 14, 134]);
  const none = daysPerFailure(150, 0);
  expect([none.days, Math.round(none.low), none.high]).toEqual([null, 41, null]);
  expect(daysPerFailure(148, 2).high).toBeNull();
});

test("TRIAL-12: days that are kept with a chance follow from those between failures", () => {
  const between = daysPerFailure(662, 24);
  const half = keptDays(between, 0.5);
  expect([half.days, half.low, half.high].map((days) => days?.toFixed(1))).toEqual(["19.1", "12.8", "29.8"]);
  expect(keptDays(between, 0.8).days?.toFixed(1)).toBe("6.2");
  const none = daysPerFailure(696, 0);
  const least = [keptDays(none, 0.5), keptDays(none, 0.8)];
  expect(least.map(({ days, low, high }) => [days, Math.round(low), high])).toEqual([
    [null, 132, null],
    [null, 42, null],
  ]);
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

test("TRIAL-14: a rank is one more than there are entries that are better by Welch's test", () => {
  const entries = [
    [0.96, 0.91, 0.98, 0.93, 0.97],
    [0.93, 0.95, 0.9, 0.96, 0.92],
    [0.7, 0.85, 0.8, 0.75, 0.78],
  ];
  expect(ranksByWelch(entries)).toEqual([1, 1, 3]);
  expect(
    ranksByWelch([
      [0.9, 0.9],
      [0.9, 0.9],
      [0.8, 0.8],
    ]),
  ).toEqual([1, 1, 3]);
});

test("RELAY-7: the runs of an entry tell agents apart whose means differ by 5 points, and seldom equal ones", () => {
  const seasons = FULL ? 2000 : 300;
  const roll = diceOf("seasons", HASHES);
  const run = (middle: number) =>
    Math.min(1, middle + 0.05 * Math.sqrt(-2 * Math.log(1 - roll())) * Math.cos(2 * Math.PI * roll()));
  const entry = (middle: number) => Array.from({ length: RELAY_1.runs ?? 0 }, () => run(middle));
  const share = (other: number) => {
    const placed = Array.from({ length: seasons }, () => ranksByWelch([entry(0.9), entry(other)]).join());
    return placed.filter((places) => places === "1,2").length / seasons;
  };
  expect(share(0.85)).toBeGreaterThan(0.8);
  expect(share(0.9)).toBeLessThan(FULL ? 0.04 : 0.06);
});
