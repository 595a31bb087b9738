// When the people behind an agent are told that it went silent (SILENT rules). They have said how often it should come; nothing
// is learned from its habits.
import { MINUTE_MS } from "../time/durations.ts";
import { afterCounting, type Span } from "../time/span.ts";
import type { Instant, Millis } from "../time/units.ts";

/** How often an agent is expected, and how much later than that it may come. */
export interface Period {
  readonly everyMinutes: number;
  readonly graceMinutes: number;
}

export const LEAST_MINUTES = 5;
export const MOST_EVERY_MINUTES = 2_880;
export const MOST_GRACE_MINUTES = 1_440;
/** Beside a whole period, so that one skipped run is no silence. */
const USUAL_GRACE_MINUTES = 15;
/** After an outage of the service every agent has so long to come. */
const AFTER_OUTAGE_MS: Millis = 30 * MINUTE_MS;

/** SILENT-2: with the grace that was declared, or with another period and a quarter of an hour. */
export function periodOf(everyMinutes: number, graceMinutes?: number): Period {
  const usual = Math.min(everyMinutes + USUAL_GRACE_MINUTES, MOST_GRACE_MINUTES);
  return { everyMinutes, graceMinutes: graceMinutes ?? usual };
}

/** SILENT-2, SILENT-3: when an agent counts as silent unless another sign of life comes. `outages` are merged. */
export function silentAt(
  { everyMinutes, graceMinutes }: Period,
  lastSignAt: Instant,
  outages: readonly Span[],
): Instant {
  const at = afterCounting(outages, lastSignAt, (everyMinutes + graceMinutes) * MINUTE_MS);
  const [last] = outages.slice(-1);
  return last === undefined ? at : Math.max(at, last.until + AFTER_OUTAGE_MS);
}
