// Durations and instants in words.
import { DAY_MS, HOUR_MS, MINUTE_MS } from "./durations.ts";
import type { Instant, Millis } from "./units.ts";

/** "20 h 41 min", "24 h". */
export function spanWords(ms: Millis): string {
  const minutes = Math.max(0, Math.floor(ms / MINUTE_MS));
  const hours = Math.floor(minutes / 60);
  if (hours === 0) return `${minutes} min`;
  return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`;
}

/** "40 min", "2 h 10 min", "9 h", "3 days". Rounds down, because these are deadlines, but never below a minute. */
export function briefSpan(ms: Millis): string {
  if (ms >= 2 * DAY_MS) return `${Math.floor(ms / DAY_MS)} days`;
  const hours = Math.floor(ms / HOUR_MS);
  if (hours >= 3 || (hours > 0 && ms % HOUR_MS < MINUTE_MS)) return `${hours} h`;
  return spanWords(Math.max(ms, MINUTE_MS));
}

/** "just now", "5 minutes ago", "3 days ago". */
export function ago(at: Instant, now: Instant): string {
  const ms = Math.max(0, now - at);
  if (ms < MINUTE_MS) return "just now";
  if (ms < HOUR_MS) return countAgo(ms / MINUTE_MS, "minute");
  return ms < 2 * DAY_MS ? countAgo(ms / HOUR_MS, "hour") : countAgo(ms / DAY_MS, "day");
}

function countAgo(number: number, unit: string): string {
  const whole = Math.floor(number);
  return `${whole} ${unit}${whole === 1 ? "" : "s"} ago`;
}

const DAY = new Intl.DateTimeFormat("en-US", { month: "short", day: "numeric", timeZone: "UTC" });
const TIME = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit", timeZone: "UTC" });

/** "Nov 17 at 14:20 UTC". */
export function dateWords(at: Instant): string {
  return `${DAY.format(at)} at ${TIME.format(at)} UTC`;
}
