// Formats durations and instants in words.
import { DAY_MS, HOUR_MS, MINUTE_MS } from "./durations.ts";
import type { Instant, Millis } from "./units.ts";

/** Formats a duration as "20 h 41 min" or "24 h". */
export function spanWords(ms: Millis): string {
  const minutes = Math.max(0, Math.floor(ms / MINUTE_MS));
  const hours = Math.floor(minutes / 60);
  if (hours === 0) return `${minutes} min`;
  return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`;
}

/** Formats a time until a deadline, such as "40 min", "9 h 10 min", or "3 days 5 h". Rounds down, but never below a minute. */
export function briefSpan(ms: Millis): string {
  if (ms < 2 * DAY_MS) return spanWords(Math.max(ms, MINUTE_MS));
  const hours = Math.floor((ms % DAY_MS) / HOUR_MS);
  return `${Math.floor(ms / DAY_MS)} days${hours === 0 ? "" : ` ${hours} h`}`;
}

/** Formats a past instant as "just now", "5 minutes ago", or "3 days ago". */
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

/** Formats an instant as "Nov 17 at 14:20 UTC". */
export function dateWords(at: Instant): string {
  return `${DAY.format(at)} at ${TIME.format(at)} UTC`;
}
