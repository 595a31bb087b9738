// Tests the interval of a track record over a few keepers of each small kind; `npm run simulate -- --reliability` plays 1,000.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { independentWindows, wilson } from "@denkeeper/rules/reliability/interval.ts";
import { KINDS } from "./kinds.ts";
import { coverageOf, meanOf } from "./report.ts";

test("intervals cover the true share of 92 to 98 % of keepers", () => {
  const small = KINDS.filter(({ windows }) => windows.length <= 3);
  expect(small.length).toBeGreaterThan(10);
  const { last_30_days, all_time } = meanOf(small.map((kind) => coverageOf(kind, 16)));
  for (const share of [last_30_days, all_time]) {
    expect(share).toBeGreaterThan(0.92);
    expect(share).toBeLessThan(0.98);
  }
});

test("the example of docs/track-record.md has the figures of the code", () => {
  const text = readFileSync(new URL("../../../docs/track-record.md", import.meta.url), "utf8");
  const failures = new Map([
    [20, 3],
    [90, 1],
    [150, 1],
  ]);
  const onTime: boolean[] = [];
  for (let window = 0; onTime.length < 180; window++) {
    const failed = failures.get(window) ?? 0;
    onTime.push(...Array.from({ length: failed }, () => false), true);
  }
  const met = onTime.filter(Boolean).length;
  const independent = independentWindows(onTime, 30);
  const { low, high } = wilson(met / 180, independent);
  expect(text).toContain(`${met} / 180 = ${(met / 180).toFixed(4)}`);
  expect(text).toContain(`180 / (2.2 x ${(met / 180).toFixed(4)}) = ${independent.toFixed(1)}`);
  expect(text).toContain(`= ${low.toFixed(4)} to ${high.toFixed(4)}`);
});
