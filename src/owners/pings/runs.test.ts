// What runs say of an incident, and how they look: only three alike in a row are a cause, and only where nothing else was seen.
import { INCIDENT_KINDS } from "@denkeeper/rules/incidents/incident.ts";
import { HOUR_MS, MINUTE_MS } from "@denkeeper/rules/time/durations.ts";
import { expect, test } from "vitest";
import type { SaidRun } from "../../model/agents/store/runs.ts";
import { runsBand } from "./runs.ts";
import { causeInRuns } from "../incidents/causes.ts";

const NOW = Date.UTC(2026, 10, 18, 12);
const DUE = { from: NOW - 5 * HOUR_MS, until: NOW };

/** The newest first, half an hour apart. */
function said(
  ...runs: readonly (readonly [exitCode: number | null, calls: number | null, ...fed: string[]])[]
): SaidRun[] {
  return runs.map(([exitCode, calls, ...fed], index) => {
    const startedAt = NOW - (index + 1) * 30 * MINUTE_MS;
    return { startedAt, endedAt: exitCode === null ? null : startedAt + MINUTE_MS, exitCode, calls, fed };
  });
}

test("RUN-4: three runs that failed alike, or ended well without a call, are a cause", () => {
  const failed = { cause: "failed_run", runs: { count: 3, exitCode: 1 } };
  const idle = { cause: "no_call_in_run", runs: { count: 3, exitCode: 0 } };
  expect(causeInRuns("no_call", said([1, 0], [1, 2], [1, null], [0, 1]), DUE)).toEqual(failed);
  expect(causeInRuns("did_not_feed", said([null, 0], [1, 1], [1, 1], [1, 1]), DUE)).toEqual(failed);
  expect(causeInRuns("no_call", said([0, 0], [0, 0], [0, 0]), DUE)).toEqual(idle);
  for (const runs of [
    said(),
    said([null, 0]),
    said([1, 0], [1, 0]),
    said([1, 0], [2, 0], [1, 0]),
    said([0, 0], [0, 1], [0, 0]),
    said([0, 0], [0, 0], [0, 0, "Pip"]),
    said([0, null], [0, null], [0, null]),
    said([1, 0], [null, 0], [1, 0], [1, 0]),
  ])
    expect(causeInRuns("no_call", runs, DUE)).toBeUndefined();
  // Runs of before say nothing of now.
  expect(causeInRuns("no_call", said([1, 0], [1, 0], [1, 0]), { from: NOW - MINUTE_MS, until: NOW })).toBeUndefined();
  const explained = INCIDENT_KINDS.filter((kind) => causeInRuns(kind, said([1, 0], [1, 0], [1, 0]), DUE) !== undefined);
  expect(explained).toEqual(["no_call", "did_not_feed", "not_recorded"]);
});

test("RUN-2: the rows say what was said and what was seen, and mark a 0 without a call", () => {
  const text = String(runsBand(said([0, 0], [0, 2, "Pip"], [1, 0], [null, 3], [0, null], [0, 1]), null, NOW));
  const cells = [...text.matchAll(/<td>(?:<b>)?([^<]*)(<\/b>)?<\/td>/g)].map(([, words, bold]) =>
    bold ? `!${words}` : words,
  );
  expect(cells.filter((_, index) => index % 3 > 0)).toEqual(
    [
      ["exit 0", "!no call on record"],
      ["exit 0", "2 calls, fed Pip"],
      ["exit 1", "no call on record"],
      ["no end", "3 calls, fed nobody"],
      ["exit 0", "not known: it did not say when it began"],
      ["exit 0", "1 call, fed nobody"],
    ].flat(),
  );
});
