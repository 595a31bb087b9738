// Determines when an agent counts as silent, from the period or schedule that it or its owner declared (SILENT rules).
import { MINUTE_MS } from "../time/durations.ts";
import { instantAfter, type Span } from "../time/span.ts";
import type { Instant, Millis } from "../time/units.ts";

/** When an agent is expected, by a period in minutes or a cron expression, and how late it may be. */
export type Expected = SilencePeriod | Schedule;

interface SilencePeriod {
  readonly everyMinutes: number;
  readonly graceMinutes: number;
}

export interface Schedule {
  readonly cron: string;
  readonly zone: string;
  readonly graceMinutes: number;
}

/** Returns the first run of a schedule after an instant, or null if there is none. Callers pass it, because it parses cron. */
export type RunAfter = (schedule: Schedule, at: Instant) => Instant | null;

export const LEAST_MINUTES = 5;
/** One week. */
export const MOST_EVERY_MINUTES = 10_080;
export const MOST_GRACE_MINUTES = 1_440;
/** Minutes added to a period, for the default grace. */
const USUAL_GRACE_MINUTES = 15;
/** The default grace of a schedule. A schedule names each run, so the first skipped run is a silence. */
export const SCHEDULE_GRACE_MINUTES = 60;
/** A sign up to this long before a scheduled run belongs to that run, because the machine's clock may be fast. */
const EARLY_MS: Millis = 5 * MINUTE_MS;
/** SILENT-3: the time that every agent has to call after an outage of the service. */
const AFTER_OUTAGE_MS: Millis = 30 * MINUTE_MS;

/** SILENT-2: returns a period with its grace. By default, one skipped run is no silence. */
export function periodOf(everyMinutes: number, graceMinutes?: number): SilencePeriod {
  const usual = Math.min(everyMinutes + USUAL_GRACE_MINUTES, MOST_GRACE_MINUTES);
  return { everyMinutes, graceMinutes: graceMinutes ?? usual };
}

/** SILENT-2: returns the first run expected after a sign of life, or null if there is none. */
export function expectedAfter(expected: Expected, lastSignAt: Instant, runAfter: RunAfter): Instant | null {
  if ("everyMinutes" in expected) return lastSignAt + expected.everyMinutes * MINUTE_MS;
  return runAfter(expected, lastSignAt + EARLY_MS);
}

/** SILENT-2, SILENT-3: returns when an agent without another sign counts as silent, or null if no run is expected. */
export function silentAt(
  expected: Expected,
  lastSignAt: Instant,
  outages: readonly Span[],
  runAfter: RunAfter,
): Instant | null {
  // SILENT-4: callers pass Infinity while no creature is at home.
  if (lastSignAt === Infinity) return Infinity;
  const graceMs = expected.graceMinutes * MINUTE_MS;
  const dueAt = expectedAfter(expected, lastSignAt, runAfter);
  if (dueAt === null) return null;
  const isPeriod = "everyMinutes" in expected;
  const at = instantAfter(outages, isPeriod ? lastSignAt : dueAt, isPeriod ? dueAt - lastSignAt + graceMs : graceMs);
  const [last] = outages.slice(-1);
  return last === undefined ? at : Math.max(at, last.until + AFTER_OUTAGE_MS);
}
