// When the people behind an agent are told that it went silent (SILENT rules). They have said when it should come; nothing is
// learned from its habits.
import { MINUTE_MS } from "../time/durations.ts";
import { instantAfter, type Span } from "../time/span.ts";
import type { Instant, Millis } from "../time/units.ts";

/** When an agent is expected, and how much later than that it may come: every so many minutes, or by a cron expression. */
export type Expected = SilencePeriod | Schedule;

export interface SilencePeriod {
  readonly everyMinutes: number;
  readonly graceMinutes: number;
}

export interface Schedule {
  readonly cron: string;
  readonly zone: string;
  readonly graceMinutes: number;
}

/** The first run of a cron expression after an instant; null when there is none. What reads expressions is no part of the rules. */
export type RunAfter = (schedule: Schedule, at: Instant) => Instant | null;

export const LEAST_MINUTES = 5;
/** A week. */
export const MOST_EVERY_MINUTES = 10_080;
export const MOST_GRACE_MINUTES = 1_440;
/** Beside a whole period, so that one skipped run is no silence. */
const USUAL_GRACE_MINUTES = 15;
/** Of a schedule. It names each run, so that none has to be skipped before people hear. */
export const SCHEDULE_GRACE_MINUTES = 60;
/** Its machine's clock may be so far ahead: what comes so early is the run that is expected then. */
const EARLY_MS: Millis = 5 * MINUTE_MS;
/** After an outage of the service every agent has so long to come. */
const AFTER_OUTAGE_MS: Millis = 30 * MINUTE_MS;

/** SILENT-2: with the grace that was declared, or with another period and a quarter of an hour. */
export function periodOf(everyMinutes: number, graceMinutes?: number): SilencePeriod {
  const usual = Math.min(everyMinutes + USUAL_GRACE_MINUTES, MOST_GRACE_MINUTES);
  return { everyMinutes, graceMinutes: graceMinutes ?? usual };
}

/** SILENT-2: the run that is expected next, after a sign of life. */
export function expectedAfter(expected: Expected, lastSignAt: Instant, runAfter: RunAfter): Instant | null {
  if ("everyMinutes" in expected) return lastSignAt + expected.everyMinutes * MINUTE_MS;
  return runAfter(expected, lastSignAt + EARLY_MS);
}

/** SILENT-2, SILENT-3: when an agent counts as silent unless another sign of life comes. `outages` are merged. */
export function silentAt(
  expected: Expected,
  lastSignAt: Instant,
  outages: readonly Span[],
  runAfter: RunAfter,
): Instant | null {
  // While nobody is at home an agent may stay away for ever (SILENT-4).
  if (lastSignAt === Infinity) return Infinity;
  const graceMs = expected.graceMinutes * MINUTE_MS;
  const dueAt = expectedAfter(expected, lastSignAt, runAfter);
  if (dueAt === null) return null;
  const isPeriod = "everyMinutes" in expected;
  const at = instantAfter(outages, isPeriod ? lastSignAt : dueAt, isPeriod ? dueAt - lastSignAt + graceMs : graceMs);
  const [last] = outages.slice(-1);
  return last === undefined ? at : Math.max(at, last.until + AFTER_OUTAGE_MS);
}
