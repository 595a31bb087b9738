// Reads notices of closed hours: the practice words turned around.
import { DAY_MS } from "@denkeeper/rules/time/durations.ts";
import type { Span } from "@denkeeper/rules/time/span.ts";
import type { Instant } from "@denkeeper/rules/time/units.ts";
import type { Heard } from "@denkeeper/trials/house.ts";
import WORDS from "@denkeeper/trials/notices.json" with { type: "json" };

const SLOTS: Readonly<Record<string, string>> = {
  w: "(?<w>[A-Z][a-z]+)",
  num: "(?<num>\\d+)",
  from: "(?<from>\\d\\d:\\d\\d)",
  until: "(?<until>\\d\\d:\\d\\d)",
};
const PATTERNS = WORDS.shut.map((template) => {
  const text = template
    .replaceAll(/[.?*+()]/g, "\\$&")
    .replaceAll(/\{(\w+)\}/g, (_, slot: string) => SLOTS[slot] ?? "");
  return new RegExp(`^${text} (?<end>.*)$`);
});

/** The closed hours that are announced, in order: all of them, or those under a word. */
export function announced(heard: Heard, now: Instant, word?: string): readonly Span[] {
  return heard
    .flatMap((letter): Span[] => {
      const told = PATTERNS.map((pattern) => pattern.exec(letter)?.groups).find((groups) => groups !== undefined);
      if (told === undefined) return [];
      const { num = "", from = "", until = "", end = "" } = told;
      if (word !== undefined && !end.includes(word)) return [];
      const opens = instantOf(now, num, from);
      const ends = instantOf(now, num, until);
      return [{ from: opens, until: ends < opens ? ends + DAY_MS : ends }];
    })
    .toSorted((a, b) => a.from - b.from);
}

/** The day of the month is at most two days ahead. */
function instantOf(now: Instant, day: string, time: string): Instant {
  const today = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO("UTC").startOfDay();
  const date = [0, 1, 2].map((days) => today.add({ days })).find((each) => String(each.day) === day);
  if (date === undefined) throw new Error(`the ${day} is too far away`);
  return date.withPlainTime(time).epochMilliseconds;
}
