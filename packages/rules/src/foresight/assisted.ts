// A keeper that is reminded to come is not tested on remembering, so it is shown as assisted (TELL-8).
import { DAY_MS } from "../time/durations.ts";
import type { RealInstant } from "../time/units.ts";

export const ASSISTED_DAYS = 30;

/** Keepers that received an alert after this instant are assisted at `now`. */
export function assistedSince(now: RealInstant): RealInstant {
  return now - ASSISTED_DAYS * DAY_MS;
}

export function isAssisted(lastAlertAt: RealInstant | null, now: RealInstant): boolean {
  return lastAlertAt !== null && lastAlertAt > assistedSince(now);
}
