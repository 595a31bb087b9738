// The estimate agrees with worked examples, and with plain counting where nothing is censored.
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { HOUR_MS } from "@denkeeper/rules/time/durations.ts";
import { medianHours, shareAt, survivalCurve } from "./survival-curve.ts";

const NOW = 10_000 * HOUR_MS;

function life(hours: number, died: boolean) {
  return { slug: "owl", hatchedAt: NOW - 5_000 * HOUR_MS, endedAt: NOW - (5_000 - hours) * HOUR_MS, died };
}

/** Freireich's patients under 6-MP, the textbook example: months in remission, a plus for those still in it. */
const REMISSION = "6 6 6 6+ 7 9+ 10 10+ 11+ 13 16 17+ 19+ 20+ 22 23 25+ 32+ 32+ 34+ 35+".split(" ");

test("the estimate of the textbook's example, with its intervals", () => {
  const curve = survivalCurve(
    REMISSION.map((months) => life(Number.parseInt(months, 10), !months.endsWith("+"))),
    NOW,
  );
  expect(curve).toMatchObject({ lives: 21, deaths: 9, knownHours: 25 });
  expect(curve.steps.map(({ hours, share }) => [hours, Number(share.toFixed(4))])).toEqual([
    [6, 0.8571],
    [7, 0.8067],
    [10, 0.7529],
    [13, 0.6902],
    [16, 0.6275],
    [22, 0.5378],
    [23, 0.4482],
  ]);
  expect(curve.steps.map(({ atRisk }) => atRisk)).toEqual([21, 17, 15, 12, 11, 7, 6]);
  const [first] = curve.steps;
  expect([first?.low.toFixed(3), first?.high.toFixed(3)]).toEqual(["0.620", "0.952"]);
  expect(medianHours(curve)).toBe(23);
  expect([5, 6, 24, 25, 26].map((hours) => shareAt(curve, hours)?.toFixed(3))).toEqual([
    "1.000",
    "0.857",
    "0.448",
    "0.448",
    undefined,
  ]);
});

test("without anyone alive it is the share that was counted, and never rises", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 50 }), { minLength: 1, maxLength: 60 }), (ages) => {
      const curve = survivalCurve(
        ages.map((hours) => life(hours, true)),
        NOW,
      );
      for (const { hours, share, low, high } of curve.steps) {
        expect(share).toBeCloseTo(ages.filter((age) => age > hours).length / ages.length, 9);
        expect(low).toBeLessThanOrEqual(share);
        expect(high).toBeGreaterThanOrEqual(share);
      }
    }),
  );
});

test("those who live count up to now; nothing is known of an empty list", () => {
  const alive = { slug: "owl", hatchedAt: NOW - 3 * HOUR_MS, endedAt: null, died: false };
  const curve = survivalCurve(
    [alive, alive, alive, alive, alive, { ...alive, endedAt: NOW - HOUR_MS, died: true }],
    NOW,
  );
  expect(curve).toMatchObject({ lives: 6, deaths: 1, knownHours: 3 });
  expect([shareAt(curve, 1), shareAt(curve, 2)?.toFixed(3), shareAt(curve, 4)]).toEqual([1, "0.833", undefined]);
  expect(survivalCurve([], NOW)).toEqual({ lives: 0, deaths: 0, steps: [], knownHours: 0 });
});
