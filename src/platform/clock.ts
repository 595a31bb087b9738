// The only code that reads the time. Everything else gets an instant as an argument, so tests can choose it and lives
// can be replayed.

import type { RealInstant } from "@denkeeper/rules/time/units.ts";
/** The present, in milliseconds since 1970. */
export function now(): RealInstant {
  return Date.now();
}

/** A stopwatch reading in milliseconds: only differences mean anything, and it never runs backwards. */
export function stopwatch(): number {
  return performance.now();
}

/** An instant as the API shows it: ISO 8601 in UTC. */
export function iso(at: number): string {
  return new Date(at).toISOString();
}

/** The instant that an ISO 8601 text names. */
export function instantOf(text: string): number {
  return Date.parse(text);
}

/** An instant, or one as the API shows it, for libraries that want an object. */
export function dateOf(at: number | string): Date {
  return new Date(at);
}

const TOLERATED_DRIFT_MS = 2_000;

/** Whether the database looked between two instants of ours, as far as can be told. */
export function clocksAgree(databaseNow: number, asked: number, answered: number): boolean {
  return databaseNow >= asked - TOLERATED_DRIFT_MS && databaseNow <= answered + TOLERATED_DRIFT_MS;
}
