// Keepers that receive reminders are not tested on remembering, so they are shown as assisted (TELL-8).
import { DAY_MS } from "../time/durations.ts";
import type { RealInstant } from "../time/units.ts";

export const ASSISTED_DAYS = 30;

/** Returns the instant after which an alert makes a keeper assisted at `now`. */
export function assistedSince(now: RealInstant): RealInstant {
  return now - ASSISTED_DAYS * DAY_MS;
}

export function isAssisted(lastAlertAt: RealInstant | null, now: RealInstant): boolean {
  return lastAlertAt !== null && lastAlertAt > assistedSince(now);
}
