// Tests where the log of a life starts.
import { expect, test } from "vitest";
import { CLOCKS_DIFFER_MS, logSince } from "./care-log.ts";

test("a log starts shortly before the adoption, in real time", () => {
  expect(logSince(1_000_000)).toBe(1_000_000 - CLOCKS_DIFFER_MS);
  // With an offset, house time is ahead of real time.
  expect(logSince(1_000_000, 400_000)).toBe(600_000 - CLOCKS_DIFFER_MS);
  expect(logSince(1_000, 400_000)).toBe(0);
});
