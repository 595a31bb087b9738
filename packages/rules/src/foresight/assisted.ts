// Who is told when to come is not being tested on coming back: such a keeper is shown as assisted (TELL-8).
import { DAY_MS } from "../time/durations.ts";
import type { RealInstant } from "../time/units.ts";

export const ASSISTED_DAYS = 30;

/** Keepers with an alert after this instant are assisted at `now`. */
export function assistedSince(now: RealInstant): RealInstant {
  return now - ASSISTED_DAYS * DAY_MS;
}

/** Whether somebody was alerted to a due, late or critical creature of this keeper, now or in the last 30 days. */
export function isAssisted(lastAlertAt: RealInstant | null, now: RealInstant): boolean {
  return lastAlertAt !== null && lastAlertAt > assistedSince(now);
}
