// The table of runs on the owner page.
import { MINUTE_MS } from "@denkeeper/rules/time/durations.ts";
import { expect, test } from "vitest";
import type { RunRow } from "../../model/agents/store/runs.ts";
import { runsBand } from "./runs.ts";

const NOW = Date.UTC(2026, 10, 18, 12);

/** Builds runs half an hour apart, newest first. */
function said(
  ...runs: readonly (readonly [exitCode: number | null, calls: number | null, ...fed: string[]])[]
): RunRow[] {
  return runs.map(([exitCode, calls, ...fed], index) => {
    const startedAt = NOW - (index + 1) * 30 * MINUTE_MS;
    return { startedAt, endedAt: exitCode === null ? null : startedAt + MINUTE_MS, exitCode, calls, fed };
  });
}

test("RUN-2: rows show reports and calls and mark successes without calls", () => {
  const text = String(runsBand(said([0, 0], [0, 2, "Pip"], [1, 0], [null, 3], [0, null], [0, 1]), null, NOW));
  const cells = [...text.matchAll(/<td>(?:<b>)?([^<]*)(<\/b>)?<\/td>/g)].map(([, words, bold]) =>
    bold ? `!${words}` : words,
  );
  expect(cells.filter((_, index) => index % 3 > 0)).toEqual(
    [
      ["exit 0", "!no call on record"],
      ["exit 0", "2 calls, fed Pip"],
      ["exit 1", "no call on record"],
      ["no end", "3 calls, fed none"],
      ["exit 0", "not known: it did not report its start"],
      ["exit 0", "1 call, fed none"],
    ].flat(),
  );
});
