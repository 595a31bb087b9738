// Pauses on the calendar, and how instants before and after them relate.
import type { Instant, Millis } from "./units.ts";

/** From one instant up to another, without that one. */
export interface Span {
  readonly from: Instant;
  readonly until: Instant;
}

/** The same time as spans in order that neither overlap nor touch. */
export function mergeSpans(spans: readonly Span[]): readonly Span[] {
  const result: Span[] = [];
  for (const { from, until } of spans.toSorted((a, b) => a.from - b.from)) {
    if (until <= from) continue;
    const last = result.at(-1);
    if (last === undefined || from > last.until) result.push({ from, until });
    else if (until > last.until) result[result.length - 1] = { from: last.from, until };
  }
  return result;
}

/** The instant at which `ms` have passed since `from`, without the time in these merged spans. */
export function instantAfter(spans: readonly Span[], from: Instant, ms: Millis): Instant {
  let instant = from + ms;
  for (const span of spans) {
    if (span.until <= from) continue;
    if (span.from >= instant) break;
    instant += span.until - Math.max(span.from, from);
  }
  return instant;
}

/** How much of the time between two instants lies in spans that do not overlap. */
export function overlapMs(spans: readonly Span[], from: Instant, until: Instant): Millis {
  return spans.reduce((sum, span) => sum + Math.max(0, Math.min(span.until, until) - Math.max(span.from, from)), 0);
}

/** Where an instant lies on the calendar, after clocks have been moved across these spans, in order. */
export function toCalendar(spans: readonly Span[], at: Instant): Instant {
  return spans.reduceRight((instant, { from, until }) => (instant <= until ? instant - (until - from) : instant), at);
}
