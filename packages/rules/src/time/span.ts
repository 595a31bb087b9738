// Spans of time, such as pauses and outages, and arithmetic that leaves them out.
import type { Instant, Millis } from "./units.ts";

/** A half-open span: `until` is excluded. */
export interface Span {
  readonly from: Instant;
  readonly until: Instant;
}

/** Merges spans that overlap or touch, drops empty ones, and sorts the result. */
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

/** Returns the instant at which `ms` have passed since `from`, not counting time within `spans`, which must be merged. */
export function instantAfter(spans: readonly Span[], from: Instant, ms: Millis): Instant {
  let instant = from + ms;
  for (const span of spans) {
    if (span.until <= from) continue;
    if (span.from >= instant) break;
    instant += span.until - Math.max(span.from, from);
  }
  return instant;
}

/** Returns how much of the time between two instants is within spans, which must not overlap. */
export function overlapMs(spans: readonly Span[], from: Instant, until: Instant): Millis {
  return spans.reduce((sum, span) => sum + Math.max(0, Math.min(span.until, until) - Math.max(span.from, from)), 0);
}

/** Returns the original instant of a clock that has since been moved across these spans, in order. */
export function toCalendar(spans: readonly Span[], at: Instant): Instant {
  return spans.reduceRight((instant, { from, until }) => (instant <= until ? instant - (until - from) : instant), at);
}
