// Tests cached values after a clock that ran ahead was set back. No value may last until the clock catches up.
import { expect, test } from "vitest";
import { LocalWindows } from "./local-windows.ts";
import { cacheForEachApp } from "./single-flight.ts";

const NOW = Date.UTC(2026, 10, 19);
const AHEAD = NOW + 72 * 3_600_000;

test("a value cached by a clock that ran ahead is reloaded", async () => {
  const cache = cacheForEachApp<number>(60_000)({});
  const at = (now: number) => cache.get("key", now, async () => now);
  expect(await at(AHEAD)).toBe(AHEAD);
  expect(await at(NOW)).toBe(NOW);
  expect(await at(NOW - 2_000), "a clock that is corrected by seconds").toBe(NOW);
});

test("a window opened by a clock that ran ahead is discarded", () => {
  const windows = new LocalWindows();
  windows.hit("key", 60_000, AHEAD);
  expect(windows.hit("key", 60_000, NOW)).toEqual({ count: 1, endsAt: NOW + 60_000 });
  expect(windows.hit("key", 60_000, NOW - 2_000).count).toBe(2);
});
