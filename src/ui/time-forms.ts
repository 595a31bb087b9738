// Forms of instants on pages. The server writes them in UTC, the script of the pages in the visitor's time zone.
import { HOUR_MS } from "@denkeeper/rules/time/durations.ts";

export const TIME_FORMS = ["clock", "day", "long", "onDay"] as const;
export type TimeForm = (typeof TIME_FORMS)[number];

/** Writes an instant in a form. `now` decides between a weekday and a date. */
type TimeWriter = (form: TimeForm, at: number, now: number) => string;

/** Returns true if the instant is close enough for a weekday to be unambiguous. */
function isNear(at: number, now: number): boolean {
  return Math.abs(now - at) < 6 * 24 * HOUR_MS;
}

/** Uses the machine's time zone by default. */
export function timeWriter(timeZone?: string): TimeWriter {
  const formatter = (options: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat("en-US", { timeZone, hourCycle: "h23", ...options });
    return (at: number) => format.format(at);
  };
  const clock = formatter({ hour: "2-digit", minute: "2-digit" });
  const weekday = formatter({ weekday: "short" });
  const monthDay = formatter({ day: "numeric", month: "short" });
  const weekdayAndDay = formatter({ weekday: "short", day: "numeric", month: "short" });
  const forms: Readonly<Record<TimeForm, (at: number, now: number) => string>> = {
    clock,
    day: (at, now) => (isNear(at, now) ? `${weekday(at)} ${clock(at)}` : `${monthDay(at)}, ${clock(at)}`),
    long: (at) => `${weekdayAndDay(at)}, ${clock(at)}`,
    onDay: (at, now) => `${clock(at)} on ${isNear(at, now) ? weekday(at) : monthDay(at)}`,
  };
  return (form, at, now) => forms[form](at, now);
}
