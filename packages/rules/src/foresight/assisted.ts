// Determines which keepers are shown as assisted, because alerts may have reminded them of their creatures (TELL-8).
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
