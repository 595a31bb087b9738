// Figures of trials as people read them.
import { scenarioNamed, SCENARIOS } from "@denkeeper/trials/scenarios.ts";
import { expect, test } from "vitest";
import type { TrialFigures } from "./shapes.ts";
import { dayStrips } from "./strips.ts";
import { betweenFailures, daysRange, percentRange, questionOf, scoreOf, sharePercent, sizeOf } from "./words.ts";

test("every scenario has a question", () => {
  for (const { name } of SCENARIOS) expect(questionOf(name)[1], name).not.toBe("");
});

test("only a perfect share is 100%, and only an empty one 0%", () => {
  expect([1, 0.99996, 0.974, 0.5, 0.0001, 0].map(sharePercent)).toEqual([
    "100%",
    "99.9%",
    "97.4%",
    "50.0%",
    "0.1%",
    "0%",
  ]);
  expect(percentRange(0.914, 0.986)).toBe("91.4–98.6%");
});

const FIGURES: TrialFigures = {
  on_time_share: 0.95,
  on_time_low: 0.914,
  on_time_high: 0.986,
  days_between_failures: 36,
  days_between_failures_low: 14.1,
  days_between_failures_high: 134.2,
  failures: 4,
  runs: 5,
  passed: 3,
  pass_1: 0.6,
  pass_5: 0,
  deaths: 0,
  visits_per_day: 4.1,
  calls_per_creature_day: 8.2,
  strips: [],
};

test("with fewer than three failures only the lower end is said", () => {
  expect(daysRange(betweenFailures(FIGURES))).toEqual({ value: "36", range: "14–134" });
  const rare = {
    ...FIGURES,
    days_between_failures: 74,
    days_between_failures_low: 40.7,
    days_between_failures_high: null,
  };
  expect(daysRange(betweenFailures(rare))).toEqual({ value: "over 41", range: null });
});

test("servings are what counts where there are letters", () => {
  expect(scoreOf(FIGURES)).toEqual({ share: 0.95, low: 0.914, high: 0.986 });
  const right = { right_share: 0.8, right_low: 0.7, right_high: 0.9 };
  expect(scoreOf({ ...FIGURES, ...right })).toEqual({ share: 0.8, low: 0.7, high: 0.9 });
  const strip = [{ run_id: null, number: 1, day_shares: [1, 0.7, 1] }];
  expect(String(dayStrips(strip, 1, 0.75))).toContain("failed on day 3.");
});

test("strips say in words which days failed, counted from the start of the run", () => {
  const days = (...failed: readonly number[]) =>
    Array.from({ length: 30 }, (_, day) => (failed.includes(day + 1) ? 0.2 : 1));
  const svg = String(
    dayStrips(
      [
        { run_id: null, number: 1, day_shares: days() },
        { run_id: null, number: 2, day_shares: days(12, 13, 14, 20) },
        { run_id: null, number: 3, day_shares: days(30) },
      ],
      0,
    ),
  );
  expect(svg).toContain("Run 1: no failed day. Run 2: failed on days 12–14, 20. Run 3: failed on day 30.");
  expect(String(dayStrips([{ run_id: null, number: 1, day_shares: days(1) }], 3))).toContain("failed on day 4.");
  const blind = scenarioNamed("blind-1");
  expect(blind && sizeOf(blind)).toContain("The first 3 days do not count.");
});
