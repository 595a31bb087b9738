// Tests the last sign of life, and the useless runs that explain a silence or a late meal.
import { expect, test } from "vitest";
import { HOUR_MS, MINUTE_MS } from "../time/durations.ts";
import { lastGoodRun, lastSign, signAt, uselessRuns, type ReportedRun } from "./signs.ts";

const NOW = Date.UTC(2026, 10, 18, 12);
const SINCE = NOW - 5 * HOUR_MS;

type Said = readonly [exitCode: number | null, calls: number | null, ...fed: string[]];

/** Builds runs half an hour apart, newest first. */
function told(...runs: readonly Said[]): ReportedRun[] {
  return runs.map(([exitCode, calls, ...fed], index) => {
    const startedAt = NOW - (index + 1) * 30 * MINUTE_MS;
    return { startedAt, endedAt: exitCode === null ? null : startedAt + MINUTE_MS, exitCode, calls, fed };
  });
}

const useless = (...runs: readonly Said[]) => uselessRuns(told(...runs), SINCE, NOW);

test("RUN-4: only consecutive runs that ended like the last one count", () => {
  expect(useless([1, 0], [0, 3])).toMatchObject({ kind: "failed_run", count: 1, exitCode: 1 });
  expect(useless([null, 0], [1, 1], [1, null], [1, 2], [0, 1])).toMatchObject({ kind: "failed_run", count: 3 });
  expect(useless([1, 0], [2, 0], [1, 0])).toMatchObject({ count: 1, exitCode: 1 });
  expect(useless([257, 0], [257, 4], [0, 0])).toMatchObject({ kind: "failed_run", count: 2, exitCode: 257 });
  expect(useless([0, 0], [0, 0], [1, 0])).toMatchObject({ kind: "no_call_in_run", count: 2, exitCode: 0 });
});

test("RUN-4: runs with calls, meals, or unknown counts are not useless", () => {
  for (const runs of [
    [],
    [[null, 0]],
    [
      [0, 2],
      [1, 0],
    ],
    [[0, 0, "Pip"]],
    [[0, null]],
  ] as const)
    expect(useless(...runs)).toBeNull();
  expect(uselessRuns(told([1, 0]), NOW, NOW)).toBeNull();
  expect(uselessRuns(told([0, 0]), SINCE, NOW - HOUR_MS)).toBeNull();
  expect(uselessRuns(told([3, 0]), SINCE, NOW - HOUR_MS)).toMatchObject({ exitCode: 3 });
});

test("SILENT-4: the last good run is an empty house's sign of life", () => {
  expect(lastGoodRun(told([1, 0], [0, 0], [0, 5]), SINCE).at).toBe(NOW - HOUR_MS);
  expect(lastGoodRun(told([1, 0], [257, 0]), SINCE).at).toBe(SINCE);
});

test("SILENT-1: a call in an open run counts, unless an earlier run failed", () => {
  const open: ReportedRun = { startedAt: NOW - 20 * MINUTE_MS, endedAt: null, exitCode: null, calls: null };
  const call = open.startedAt + MINUTE_MS;
  const sign = (runs: readonly ReportedRun[], now = NOW) => lastSign([SINCE, call], runs, SINCE, now);
  expect(sign([open])).toEqual({ at: call, provenAt: SINCE, openUntil: open.startedAt + HOUR_MS });
  const failed: ReportedRun = { startedAt: NOW - HOUR_MS, endedAt: NOW - 50 * MINUTE_MS, exitCode: 1, calls: 2 };
  expect(sign([open, failed])).toEqual(signAt(SINCE));
  expect(sign([open, failed], open.startedAt + HOUR_MS)).toEqual(signAt(call));
  expect(sign([{ ...open, endedAt: NOW, exitCode: 0 }, failed])).toEqual(signAt(call));
  expect(sign([{ ...open, endedAt: NOW, exitCode: 1 }])).toEqual(signAt(SINCE));
});
