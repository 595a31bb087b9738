// Durations in words.
import { DAY_MS, HOUR_MS, MINUTE_MS } from "./durations.ts";
import type { Instant, Millis } from "./units.ts";

/** "20 h 41 min". */
export function spanWords(ms: Millis): string {
  const minutes = Math.max(0, Math.floor(ms / MINUTE_MS));
  const hours = Math.floor(minutes / 60);
  return hours === 0 ? `${minutes} min` : `${hours} h ${minutes % 60} min`;
}

/** How long ago: "just now", "5 minutes ago", "3 days ago". */
export function ago(at: Instant, now: Instant): string {
  const ms = Math.max(0, now - at);
  if (ms < MINUTE_MS) return "just now";
  if (ms < HOUR_MS) return counted(ms / MINUTE_MS, "minute");
  return ms < 2 * DAY_MS ? counted(ms / HOUR_MS, "hour") : counted(ms / DAY_MS, "day");
}

function counted(number: number, unit: string): string {
  const whole = Math.floor(number);
  return `${whole} ${unit}${whole === 1 ? "" : "s"} ago`;
}
