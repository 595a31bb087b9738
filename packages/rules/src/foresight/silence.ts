// Determines when an agent counts as silent (SILENT rules). Its owner or keeper declared when it should call; its habits are not
// considered.
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

/** Returns the first run of a cron expression after an instant, or null if there is none. The rules do not parse expressions. */
export type RunAfter = (schedule: Schedule, at: Instant) => Instant | null;

export const LEAST_MINUTES = 5;
/** One week. */
export const MOST_EVERY_MINUTES = 10_080;
export const MOST_GRACE_MINUTES = 1_440;
/** Minutes added to a whole period of grace, so that one skipped run is not a silence. */
const USUAL_GRACE_MINUTES = 15;
/** The default grace of a schedule. A schedule names each run, so the first skipped run is a silence. */
export const SCHEDULE_GRACE_MINUTES = 60;
/** A run this early counts as the expected one, because its machine's clock may be fast. */
const EARLY_MS: Millis = 5 * MINUTE_MS;
/** The time that every agent has to call after an outage of the service. */
const AFTER_OUTAGE_MS: Millis = 30 * MINUTE_MS;

/** SILENT-2: builds a period with its declared grace. The default grace is one more period and a quarter of an hour. */
export function periodOf(everyMinutes: number, graceMinutes?: number): SilencePeriod {
  const usual = Math.min(everyMinutes + USUAL_GRACE_MINUTES, MOST_GRACE_MINUTES);
  return { everyMinutes, graceMinutes: graceMinutes ?? usual };
}

/** SILENT-2: returns the next expected run after a sign of life. */
export function expectedAfter(expected: Expected, lastSignAt: Instant, runAfter: RunAfter): Instant | null {
  if ("everyMinutes" in expected) return lastSignAt + expected.everyMinutes * MINUTE_MS;
  return runAfter(expected, lastSignAt + EARLY_MS);
}

/**
 * SILENT-2, SILENT-3: returns the instant at which an agent without another sign of life counts as silent. `outages` are merged.
 */
export function silentAt(
  expected: Expected,
  lastSignAt: Instant,
  outages: readonly Span[],
  runAfter: RunAfter,
): Instant | null {
  // SILENT-4: the agent of an empty house may stay away forever.
  if (lastSignAt === Infinity) return Infinity;
  const graceMs = expected.graceMinutes * MINUTE_MS;
  const dueAt = expectedAfter(expected, lastSignAt, runAfter);
  if (dueAt === null) return null;
  const isPeriod = "everyMinutes" in expected;
  const at = instantAfter(outages, isPeriod ? lastSignAt : dueAt, isPeriod ? dueAt - lastSignAt + graceMs : graceMs);
  const [last] = outages.slice(-1);
  return last === undefined ? at : Math.max(at, last.until + AFTER_OUTAGE_MS);
}
