// The only code that reads the time. All other code takes an instant as an argument, so tests can choose it and lives
// can be replayed.

import type { RealInstant } from "@denkeeper/rules/time/units.ts";
/** Milliseconds since 1970. */
export function now(): RealInstant {
  return Date.now();
}

/** A monotonic reading in milliseconds, for differences only. */
export function stopwatch(): number {
  return performance.now();
}

/** An instant as the API shows it: ISO 8601 in UTC. */
export function iso(at: number): string {
  return new Date(at).toISOString();
}

export function instantOf(text: string): number {
  return Date.parse(text);
}

/** A `Date`, for libraries that need one. */
export function dateOf(at: number | string): Date {
  return new Date(at);
}

const TOLERATED_DRIFT_MS = 2_000;

/** Whether the database's clock was read between two instants of this process, with some tolerance. */
export function clocksAgree(databaseNow: number, before: number, after: number): boolean {
  return databaseNow >= before - TOLERATED_DRIFT_MS && databaseNow <= after + TOLERATED_DRIFT_MS;
}
