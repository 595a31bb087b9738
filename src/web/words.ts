// Numbers, times and names as the pages write them. Every clock on the site is UTC.
import { HOUR_MS } from "@denkeeper/rules/time/durations.ts";

const NUMBER = new Intl.NumberFormat("en-GB");
const ONE_DECIMAL = new Intl.NumberFormat("en-GB", { minimumFractionDigits: 1, maximumFractionDigits: 1 });

export function count(value: number): string {
  return NUMBER.format(value);
}

export function oneDecimal(value: number): string {
  return ONE_DECIMAL.format(value);
}

/** "24", "27.8": with a decimal only where there is one. */
export function shortHours(hours: number): string {
  return NUMBER.format(Math.round(hours * 10) / 10);
}

/** "1 grave", "2 graves". */
export function counted(value: number, one: string, many = `${one}s`): string {
  return `${count(value)} ${value === 1 ? one : many}`;
}

type DateParts = Intl.DateTimeFormatOptions;

function formatter(options: DateParts): (at: number) => string {
  const format = new Intl.DateTimeFormat("en-GB", { timeZone: "UTC", hourCycle: "h23", ...options });
  return (at) => format.format(at);
}

const clock = formatter({ hour: "2-digit", minute: "2-digit" });
const weekday = formatter({ weekday: "short" });
const dayMonth = formatter({ day: "numeric", month: "short" });
const dayMonthYear = formatter({ day: "numeric", month: "short", year: "numeric" });
const weekdayDay = formatter({ weekday: "short", day: "numeric" });

export const clockTime = clock;
export const shortDay = dayMonth;
export const fullDay = dayMonthYear;
export const axisDay = weekdayDay;

/** "Sat 11:05" within a week of now, else "28 Oct, 11:05". */
export function dayAndTime(at: number, now: number): string {
  const near = Math.abs(now - at) < 6 * 24 * HOUR_MS;
  return near ? `${weekday(at)} ${clock(at)}` : `${dayMonth(at)}, ${clock(at)}`;
}

/** "Thu 19 Nov, 14:40". */
export function longTime(at: number): string {
  return `${weekday(at)} ${dayMonth(at)}, ${clock(at)}`;
}

/** "9 – 12 Nov", "28 Oct – 6 Nov". */
export function fromTo(from: number, to: number): string {
  if (dayMonthYear(from) === dayMonthYear(to)) return dayMonth(to);
  const sameMonth = dayMonth(from).split(" ")[1] === dayMonth(to).split(" ")[1] && to - from < 28 * 24 * HOUR_MS;
  return `${sameMonth ? (dayMonth(from).split(" ")[0] ?? "") : dayMonth(from)} – ${dayMonth(to)}`;
}

/** "5 days 3 hours", "7 hours", "12 minutes". */
export function age(hours: number): string {
  const days = Math.floor(hours / 24);
  const whole = Math.floor(hours % 24);
  if (days >= 10) return counted(days, "day");
  if (days > 0) return whole > 0 ? `${counted(days, "day")} ${counted(whole, "hour")}` : counted(days, "day");
  return whole > 0 ? counted(whole, "hour") : counted(Math.max(1, Math.floor(hours * 60)), "minute");
}

/** "an owl", "a Maine Coon". */
export function a(noun: string): string {
  return `${/^[aeiou]/i.test(noun) ? "an" : "a"} ${noun}`;
}

/** An agent's words, shortened for a card. Cut between code points, never within one. */
export function shortened(text: string, most: number): string {
  const points = Array.from(text);
  if (points.length <= most) return text;
  const kept = points.slice(0, most - 1).join("");
  return `${kept.trimEnd()}…`;
}
