// Formats times for humans, in the local zone or as durations.

const ZONE = new Intl.DateTimeFormat("en-US", { timeZoneName: "short" });
const CLOCK = new Intl.DateTimeFormat("en-US", { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
const DAY = new Intl.DateTimeFormat("en-US", { month: "short", day: "numeric" });
const YEAR = new Intl.DateTimeFormat("en-US", { year: "numeric" });

/** The Swedish locale's date format sorts by date. */
const SORTABLE = new Intl.DateTimeFormat("sv-SE", { dateStyle: "short", timeStyle: "medium" });

/** Returns the zone's abbreviation, such as "EST" or "GMT+1". */
function zoneOf(at: number): string {
  return ZONE.formatToParts(at).find(({ type }) => type === "timeZoneName")?.value ?? "";
}

/** Formats a time for logs, such as "2026-11-16 14:30:05 EST". */
export function logTime(at: number): string {
  return `${SORTABLE.format(at)} ${zoneOf(at)}`;
}

/** Formats "14:30 EST" today and "Nov 17 14:30 EST" on other days, with the year if it differs. */
export function localTime(when: string | number, now = Date.now()): string {
  const at = typeof when === "number" ? when : Date.parse(when);
  const isThisYear = YEAR.format(at) === YEAR.format(now);
  const isToday = isThisYear && DAY.format(at) === DAY.format(now);
  const day = isToday ? "" : isThisYear ? `${DAY.format(at)} ` : `${DAY.format(at)}, ${YEAR.format(at)} `;
  return `${day}${CLOCK.format(at)} ${zoneOf(at)}`;
}

const INSTANT = /\b\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?Z/g;

/** Replaces instants in the service's text with local times. */
export function toLocalTimes(text: string): string {
  return text.replaceAll(INSTANT, (instant) => localTime(instant));
}

/** Formats a duration as "2 h 05 min", "3 d 4 h", or "40 s". */
export function duration(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return `${hours} h ${String(minutes % 60).padStart(2, "0")} min`;
  return `${Math.floor(hours / 24)} d ${hours % 24} h`;
}

/** Formats a duration as "02:05:09". */
export function countdown(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const two = (value: number) => String(value).padStart(2, "0");
  return `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
}
