// Finds the last sign of life of an agent among its calls and reported runs (SILENT-1), and the runs that explain a silence
// (RUN-4).
import { HOUR_MS } from "../time/durations.ts";
import type { Instant, Millis } from "../time/units.ts";

/** A run as reported by its job. `endedAt` and `exitCode` are null until the job reports the end. */
export interface ReportedRun {
  readonly startedAt: Instant;
  readonly endedAt: Instant | null;
  /** Above 255: the job exited with 0, but its check failed (`checkCode`). */
  readonly exitCode: number | null;
  /** Calls during the run, or null if the job did not report the start. */
  readonly calls: number | null;
  readonly fed?: readonly string[];
}

export interface Sign {
  readonly at: Instant;
  /** The last sign that no failed run can revoke. */
  readonly provenAt: Instant;
  /** When the sign counts even if its run is still open, or null if it counts already. */
  readonly openUntil: Instant | null;
}

/** SILENT-1: calls in a run that has been open for this long count as signs. */
const LONGEST_OPEN_MS: Millis = HOUR_MS;

const FIRST_OF_CHECK = 256;

/** Encodes the exit code of a check that followed a job that exited with 0. */
export function checkCode(code: number): number {
  return code === 0 ? 0 : FIRST_OF_CHECK + code;
}

/** Decodes an exit code into those of a job and its check. `check` is null if no check failed. */
export function bothCodes(exitCode: number): { readonly job: number; readonly check: number | null } {
  return exitCode < FIRST_OF_CHECK ? { job: exitCode, check: null } : { job: 0, check: exitCode - FIRST_OF_CHECK };
}

function hasFailed({ exitCode }: ReportedRun): boolean {
  return exitCode !== null && exitCode !== 0;
}

/** Returns the newest run that had started by `at`, unless it had already ended. */
function runOf(at: Instant, runs: readonly ReportedRun[]): ReportedRun | undefined {
  const latest = runs.reduce<ReportedRun | undefined>(
    (found, run) => (run.startedAt <= at && run.startedAt > (found?.startedAt ?? -Infinity) ? run : found),
    undefined,
  );
  return latest === undefined || at > (latest.endedAt ?? Infinity) ? undefined : latest;
}

export function signAt(at: Instant): Sign {
  return { at, provenAt: at, openUntil: null };
}

/**
 * SILENT-1: returns the last good sign, or `since` if that is later. `calls` are the instants of recorded calls, including the
 * last one.
 */
export function lastSign(calls: readonly Instant[], runs: readonly ReportedRun[], since: Instant, now: Instant): Sign {
  let provenAt = since;
  let open: Omit<Sign, "provenAt"> | undefined;
  for (const at of calls) {
    const run = runOf(at, runs);
    if (run !== undefined && hasFailed(run)) continue;
    const openUntil = run === undefined || run.endedAt !== null ? -Infinity : run.startedAt + LONGEST_OPEN_MS;
    if (openUntil > now) open = { at: Math.max(at, open?.at ?? at), openUntil };
    else provenAt = Math.max(provenAt, at);
  }
  // Only the first and last of equal calls within an hour are recorded, so a good run with calls is itself a sign.
  for (const { exitCode, calls: callCount, startedAt } of runs)
    if (exitCode === 0 && (callCount ?? 0) > 0) provenAt = Math.max(provenAt, startedAt);
  // After a failed run, calls in an open run do not count until it has succeeded or lasted an hour.
  const isFailing = runs.some((run) => hasFailed(run) && run.startedAt > provenAt);
  return open === undefined || open.at <= provenAt || isFailing ? signAt(provenAt) : { ...open, provenAt };
}

/** SILENT-4: in an empty house, every run that exited with 0 is a sign of life, with or without calls. */
export function lastGoodRun(runs: readonly ReportedRun[], since: Instant): Sign {
  const good = runs.filter(({ exitCode }) => exitCode === 0).map(({ startedAt }) => startedAt);
  return signAt(Math.max(since, ...good));
}

interface UselessRuns {
  readonly kind: "failed_run" | "no_call_in_run";
  readonly count: number;
  readonly exitCode: number;
  readonly at: Instant;
}

/**
 * RUN-4: returns the latest consecutive runs that failed or made no call, with the same exit code. Returns null if the last ended
 * run was good. Calls are recorded up to `countedUntil`, so a later run that exited with 0 is not judged yet.
 */
export function uselessRuns(runs: readonly ReportedRun[], since: Instant, countedUntil: Instant): UselessRuns | null {
  const isUseless = (run: ReportedRun) => hasFailed(run) || (run.calls === 0 && (run.fed ?? []).length === 0);
  const ended = runs.filter(
    (run) => run.endedAt !== null && run.endedAt > since && (hasFailed(run) || run.endedAt < countedUntil),
  );
  const newest = ended.toSorted((a, b) => b.startedAt - a.startedAt);
  const [last] = newest;
  if (last === undefined || last.exitCode === null || last.endedAt === null || !isUseless(last)) return null;
  const other = newest.findIndex((run) => run.exitCode !== last.exitCode || !isUseless(run));
  const kind = hasFailed(last) ? "failed_run" : "no_call_in_run";
  return { kind, count: other < 0 ? newest.length : other, exitCode: last.exitCode, at: last.endedAt };
}
