// Reads the time. Other code takes an instant or a clock as an argument, so that tests can choose it and lives can be replayed.

import type { RealInstant } from "@denkeeper/rules/time/units.ts";
/** Returns real time in milliseconds since 1970. */
export function now(): RealInstant {
  return Date.now();
}

/** Returns a monotonic reading in milliseconds. Only differences are meaningful. */
export function stopwatch(): number {
  return performance.now();
}

/** Formats an instant for the API, as ISO 8601 in UTC. */
export function iso(at: number): string {
  return new Date(at).toISOString();
}

export function instantOf(text: string): number {
  return Date.parse(text);
}

/** Creates a `Date` for libraries that require one. */
export function dateOf(at: number | string): Date {
  return new Date(at);
}

const TOLERATED_DRIFT_MS = 2_000;

/** Returns whether the database's clock was read between two instants of this process, with a tolerance for drift. */
export function clocksAgree(databaseNow: number, before: number, after: number): boolean {
  return databaseNow >= before - TOLERATED_DRIFT_MS && databaseNow <= after + TOLERATED_DRIFT_MS;
}
