// Describes for people how often an agent is expected.
import type { Expected, Schedule } from "../foresight/silence.ts";
import { MINUTE_MS } from "../time/durations.ts";
import { briefSpan } from "../time/spoken.ts";

export function periodWords(period: Expected | null): string {
  if (period === null) return "at no particular time";
  const { graceMinutes } = period;
  const when = "cron" in period ? `at ${scheduleWords(period)}` : `every ${briefSpan(period.everyMinutes * MINUTE_MS)}`;
  return `${when} and at most ${briefSpan(graceMinutes * MINUTE_MS)} later`;
}

/** Formats a schedule as declared, such as "0 9 * * 1-5, Europe/Berlin", because a paraphrase would be less exact. */
export function scheduleWords({ cron, zone }: Schedule): string {
  return `${cron}, ${zone}`;
}
