// How often an agent is expected, in words for people.
import type { Period } from "../foresight/silence.ts";
import { MINUTE_MS } from "../time/durations.ts";
import { briefSpan } from "../time/spoken.ts";

export function periodWords(period: Period | null): string {
  if (period === null) return "at no particular time";
  const { everyMinutes, graceMinutes } = period;
  return `every ${briefSpan(everyMinutes * MINUTE_MS)} and at most ${briefSpan(graceMinutes * MINUTE_MS)} later`;
}
