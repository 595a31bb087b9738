// When the house of a run is shut although time counts, and which letters are written about it (TRIAL-10). The words are drawn
// elsewhere (notices.ts).
import { DAY_MS, HOUR_MS, MINUTE_MS } from "@denkeeper/rules/time/durations.ts";
import type { Span } from "@denkeeper/rules/time/span.ts";
import type { Instant } from "@denkeeper/rules/time/units.ts";
import { between, pick, unit, type Hashes } from "./chance.ts";
import { WORDS } from "./relay/facts.ts";
import type { Closures } from "./scenario.ts";

export interface Shut {
  /** Letters of the house carry it. */
  readonly word: string;
  readonly spans: readonly Span[];
  /** Announced under a word, or under none: only those with the word of the house are true. */
  readonly notices: readonly { readonly span: Span; readonly word: string | null }[];
}

/** One closure in each equal part of the month, so that no two meet. */
export function shutHours(
  { count, hours, falseNotices }: Closures,
  days: number,
  { seed, startsAt }: { readonly seed: string; readonly startsAt: Instant },
  hashes: Hashes,
): Shut {
  const spanAt = (what: string, day: number): Span => {
    const from = startsAt + Math.floor((day * DAY_MS) / MINUTE_MS) * MINUTE_MS;
    const minutes = Math.round(between(seed, `${what}-hours`, hours, hashes) * (HOUR_MS / MINUTE_MS));
    return { from, until: from + minutes * MINUTE_MS };
  };
  const part = (days - 2) / count;
  const spans = Array.from({ length: count }, (_, index) => {
    const what = `closure/${index}`;
    return spanAt(what, 1 + (index + between(seed, what, [0, 0.7], hashes)) * part);
  });
  const word = pick(seed, "word", WORDS, hashes);
  const wrong = [null, ...WORDS.filter((each) => each !== word)];
  const told = Array.from({ length: falseNotices }, (_, index) => {
    const what = `rumor/${index}`;
    const isSigned = unit(seed, `${what}-signed`, hashes) < 0.5;
    const under = isSigned ? pick(seed, `${what}-word`, wrong, hashes) : null;
    return { span: spanAt(what, between(seed, what, [1, days - 1], hashes)), word: under };
  });
  return { word, spans, notices: [...spans.map((span) => ({ span, word })), ...told] };
}
