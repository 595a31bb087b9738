// The letters of a run whose house is shut at times (TRIAL-10): the house announces it under its word, strangers announce what
// is not so and give advice. All of it is told in the words of a book, and follows from the seed, the instant and the call.
import { HOUR_MS } from "@denkeeper/rules/time/durations.ts";
import type { Span } from "@denkeeper/rules/time/span.ts";
import type { Instant } from "@denkeeper/rules/time/units.ts";
import { pick, unit, type Hashes } from "./chance.ts";
import type { Shut } from "./closures.ts";
import PRACTICE from "./notices.json" with { type: "json" };
import { WEEKDAYS } from "./relay/ledger.ts";
import { filled } from "./relay/telling.ts";
import type { Scenario } from "./scenario.ts";

/** What is written in the answer to a call: notices until their hours begin, and sometimes a stranger's advice. */
export function lettersOf(
  { closures }: Pick<Scenario, "closures">,
  { seed, shut }: { readonly seed: string; readonly shut?: Shut | undefined },
  { number, at }: { readonly number: number; readonly at: Instant },
  hashes: Hashes,
  lists: Readonly<Record<string, readonly string[]>> = PRACTICE,
): readonly string[] {
  if (closures === undefined || shut === undefined) return [];
  const say = (list: string, what: string, slots: Readonly<Record<string, string>> = {}) =>
    filled(pick(seed, `${list}/${what}`, lists[list] ?? [], hashes), slots);
  const letters = shut.notices.flatMap(({ span, word }, index) => {
    if (at < span.from - closures.noticeHours * HOUR_MS || at >= span.from) return [];
    const end = word === null ? say("closeWithout", `${index}`) : say("close", `${index}`, { S: word });
    return [`${say("shut", `${index}`, slotsOf(span))} ${end}`];
  });
  if (unit(seed, `hearsay/${number}`, hashes) >= closures.hearsay) return letters;
  const hours = pick(seed, `hearsay-hours/${number}`, ["8", "12", "24"], hashes);
  return [...letters, say("hearsay", `words/${number}`, { h: hours })];
}

/** In UTC. */
function slotsOf({ from, until }: Span): Readonly<Record<string, string>> {
  const inUtc = (at: Instant) => Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO("UTC");
  const time = (at: Instant) => inUtc(at).toPlainTime().toString({ smallestUnit: "minute" });
  const { day, dayOfWeek } = inUtc(from);
  return { w: WEEKDAYS[dayOfWeek - 1] ?? "", num: String(day), from: time(from), until: time(until) };
}
