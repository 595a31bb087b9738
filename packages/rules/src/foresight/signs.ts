// What counts as a sign of life (SILENT-1): a call of the keeper, unless the run in which it was made turned out to have failed.
// A ping is none: a job that only says that it runs has not come.
import { HOUR_MS } from "../time/durations.ts";
import type { Instant, Millis } from "../time/units.ts";

/** A run as its job told of it; null where it has not said its end. */
export interface ToldRun {
  readonly startedAt: Instant;
  readonly endedAt: Instant | null;
  /** Beyond 255: it ended with 0, and the check after it with what lies beyond (`saidByCheck`). */
  readonly exitCode: number | null;
  /** Null when it did not say that it began. */
  readonly calls: number | null;
  readonly fed?: readonly string[];
}

export interface Sign {
  readonly at: Instant;
  /** The last one that stays a sign, whatever comes. */
  readonly provenAt: Instant;
  /** It lies in a run that may still turn out to have failed: until then. Null where that is known. */
  readonly openUntil: Instant | null;
}

/** A run that does not end proves itself after so long. */
const LONGEST_OPEN_MS: Millis = HOUR_MS;

const FIRST_OF_CHECK = 256;

/** How a run is noted whose check did not agree: one number says both. */
export function saidByCheck(code: number): number {
  return code === 0 ? 0 : FIRST_OF_CHECK + code;
}

/** What the job said, and what its check said after it; null where no check disagreed. */
export function bothCodes(exitCode: number): { readonly job: number; readonly check: number | null } {
  return exitCode < FIRST_OF_CHECK ? { job: exitCode, check: null } : { job: 0, check: exitCode - FIRST_OF_CHECK };
}

export function hasFailed({ exitCode }: Pick<ToldRun, "exitCode">): boolean {
  return exitCode !== null && exitCode !== 0;
}

/** A call belongs to the run that began last before it, if that had not ended. */
function runOf(at: Instant, runs: readonly ToldRun[]): ToldRun | undefined {
  const latest = runs.reduce<ToldRun | undefined>(
    (found, run) => (run.startedAt <= at && run.startedAt > (found?.startedAt ?? -Infinity) ? run : found),
    undefined,
  );
  return latest === undefined || at > (latest.endedAt ?? Infinity) ? undefined : latest;
}

export function signAt(at: Instant): Sign {
  return { at, provenAt: at, openUntil: null };
}

/** SILENT-1: the last good sign. `calls` are instants of calls on record, the last one among them; `since` is where all begins. */
export function lastSign(calls: readonly Instant[], runs: readonly ToldRun[], since: Instant, now: Instant): Sign {
  let provenAt = since;
  let open: Omit<Sign, "provenAt"> | undefined;
  for (const at of calls) {
    const run = runOf(at, runs);
    if (run !== undefined && hasFailed(run)) continue;
    const openUntil = run === undefined || run.endedAt !== null ? -Infinity : run.startedAt + LONGEST_OPEN_MS;
    if (openUntil > now) open = { at: Math.max(at, open?.at ?? at), openUntil };
    else provenAt = Math.max(provenAt, at);
  }
  // Of equal calls in an hour only the first and the last are on record, so a good run with calls speaks for itself.
  for (const { exitCode, calls: made, startedAt } of runs)
    if (exitCode === 0 && (made ?? 0) > 0) provenAt = Math.max(provenAt, startedAt);
  // After a run that failed only one that has ended well is good.
  const isFailing = runs.some((run) => hasFailed(run) && run.startedAt > provenAt);
  return open === undefined || open.at <= provenAt || isFailing ? signAt(provenAt) : { ...open, provenAt };
}

/** SILENT-4: where no creature lives, a run that ended with 0 is the sign of life, whatever it called. */
export function lastGoodRun(runs: readonly ToldRun[], since: Instant): Sign {
  const good = runs.filter(({ exitCode }) => exitCode === 0).map(({ startedAt }) => startedAt);
  return signAt(Math.max(since, ...good));
}

export interface RunsInARow {
  readonly kind: "failed_run" | "no_call_in_run";
  readonly count: number;
  readonly exitCode: number;
  readonly at: Instant;
}

/**
 * RUN-4: how the last runs since an instant ended in vain, alike and in a row; null when the last that ended was good, or there
 * is none. Up to `countedUntil` all calls are counted: a later run that says 0 is not known yet.
 */
export function vainRuns(runs: readonly ToldRun[], since: Instant, countedUntil: Instant): RunsInARow | null {
  const isVain = (run: ToldRun) => hasFailed(run) || (run.calls === 0 && (run.fed ?? []).length === 0);
  const ended = runs.filter(
    (run) => run.endedAt !== null && run.endedAt > since && (hasFailed(run) || run.endedAt < countedUntil),
  );
  const newest = ended.toSorted((a, b) => b.startedAt - a.startedAt);
  const [last] = newest;
  if (last === undefined || last.exitCode === null || last.endedAt === null || !isVain(last)) return null;
  const other = newest.findIndex((run) => run.exitCode !== last.exitCode || !isVain(run));
  const kind = hasFailed(last) ? "failed_run" : "no_call_in_run";
  return { kind, count: other < 0 ? newest.length : other, exitCode: last.exitCode, at: last.endedAt };
}
