// Writes numbers, times, and names for pages. Times are in UTC.
import type { Family } from "@denkeeper/rules/species/species.ts";
import { a, count, countOf } from "../platform/counted.ts";
import { timeWriter } from "./time-forms.ts";

export { a, count, countOf };

const ONE_DECIMAL = new Intl.NumberFormat("en-US", { minimumFractionDigits: 1, maximumFractionDigits: 1 });

export function oneDecimal(value: number): string {
  return ONE_DECIMAL.format(value);
}

/** Returns, for example, "24" or "27.8". */
export function shortHours(hours: number): string {
  return count(Math.round(hours * 10) / 10);
}

/** Returns, for example, "100%" or "97.5%". */
export function percentage(value: number): string {
  return `${count(Math.round(value * 10) / 10)}%`;
}

/** Returns "once", "twice", or, for example, "3 times". */
export function times(value: number): string {
  if (value === 1) return "once";
  return value === 2 ? "twice" : `${count(value)} times`;
}

/** Returns, for example, "adopted 3 times". */
export function adopted(value: number): string {
  return value === 0 ? "not adopted yet" : `adopted ${times(value)}`;
}

function dateFormat(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat("en-US", { timeZone: "UTC", hourCycle: "h23", ...options });
}

function formatter(options: Intl.DateTimeFormatOptions): (at: number) => string {
  const format = dateFormat(options);
  return (at) => format.format(at);
}

const clock = formatter({ hour: "2-digit", minute: "2-digit" });
const weekday = formatter({ weekday: "short" });
const monthDay = formatter({ day: "numeric", month: "short" });
const dayOfMonth = formatter({ day: "numeric" });
const dayRange = dateFormat({ day: "numeric", month: "short" });
const fullDayRange = dateFormat({ day: "numeric", month: "short", year: "numeric" });

export const clockTime = clock;
export const shortDay = monthDay;
/** Writes, for example, "Nov 19, 2026". */
export const fullDay = formatter({ day: "numeric", month: "short", year: "numeric" });
/** Writes, for example, "Thu, Nov 19". */
export const weekdayAndDay = formatter({ weekday: "short", day: "numeric", month: "short" });

/** Returns, for example, "Thu 19". */
export function axisDay(at: number): string {
  return `${weekday(at)} ${dayOfMonth(at)}`;
}

const inUtc = timeWriter("UTC");

/** Returns, for example, "Sat 11:05" within six days of now, and otherwise "Oct 28, 11:05". */
export function dayAndTime(at: number, now: number): string {
  return inUtc("day", at, now);
}

/** Returns, for example, "Thu, Nov 19, 14:40". */
export function longTime(at: number): string {
  return inUtc("long", at, at);
}

/** Writes an instant in one of the forms that the script of the pages can localize. */
export const utcTime = inUtc;

/** Returns, for example, "Nov 9 – 12" or "Oct 28 – Nov 6". */
export function fromTo(from: number, to: number, format = dayRange): string {
  return format.formatRange(from, to).replaceAll("\u2009", " ");
}

/** Returns, for example, "Nov 9 – 12, 2026". */
export function fromToWithYear(from: number, to: number): string {
  return fromTo(from, to, fullDayRange);
}

/** Returns, for example, "5 days 3 hours", "7 hours" or "12 minutes". */
export function age(hours: number): string {
  const days = Math.floor(hours / 24);
  const whole = Math.floor(hours % 24);
  if (days >= 10) return countOf(days, "day");
  if (days > 0) return whole > 0 ? `${countOf(days, "day")} ${countOf(whole, "hour")}` : countOf(days, "day");
  return whole > 0 ? countOf(whole, "hour") : countOf(Math.max(1, Math.floor(hours * 60)), "minute");
}

/** Prevents line breaks between a number and its unit. */
export function withoutBreaks(text: string): string {
  return text.replaceAll(/(\d) (?=h\b|min\b|days?\b)/g, "$1\u00A0");
}

/** Names of the families, as headings and for a single creature. */
export const FAMILY_NAMES: Readonly<Record<Family, { readonly many: string; readonly one: string }>> = {
  cat: { many: "Cats", one: "Cat" },
  dog: { many: "Dogs", one: "Dog" },
  exotic: { many: "Exotic", one: "Exotic" },
  "ai-native": { many: "AI-native", one: "AI-native" },
};

/** Shortens an agent's words for a card without splitting a code point. */
export function shorten(text: string, most: number): string {
  const points = Array.from(text);
  return points.length <= most
    ? text
    : `${points
        .slice(0, most - 1)
        .join("")
        .trimEnd()}…`;
}
