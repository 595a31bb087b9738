// Parses five-field cron expressions, as in crontab, in an IANA zone. Rejects schedules whose runs are less than five minutes or
// more than five weeks apart.
import { Cron } from "croner";
import { fit, type Fit, type NoFit } from "@denkeeper/rules/foresight/fit.ts";
import { LEAST_MINUTES, type RunAfter, type Schedule } from "@denkeeper/rules/foresight/silence.ts";
import { DAY_MS, MINUTE_MS } from "@denkeeper/rules/time/durations.ts";
import { zoneNamed } from "@denkeeper/rules/time/zone.ts";
import { dateOf } from "./clock.ts";

/** Matches numbers, names, lists, ranges, and steps, without extensions of other dialects. */
const FIVE_FIELDS = /^(?:[\d*,/-]|[a-z]{3}){1,80}(?: (?:[\d*,/-]|[a-z]{3}){1,80}){4}$/i;
const LONGEST_GAP_MS = 35 * DAY_MS;
/** Samples two years. At least one year has no February 29. Every gap longer than the step contains a sample. */
const [SAMPLES, SAMPLE_EVERY_MS] = [25, 30 * DAY_MS];
/** Enough runs to cover one hour of an accepted schedule, and two adjacent hours of a day. */
const [RUNS_OF_AN_HOUR, RUNS_OF_A_DAY] = [14, 150];
const MOST_KNOWN = 1_000;
/** Periods that cover a full cycle of a weekly schedule, and of a monthly one with the gap after it. */
const [WEEKLY_MS, MONTHLY_MS] = [9 * DAY_MS, 40 * DAY_MS];
const BY_THE_WEEK = /^\S+ \S+ \* \* /;
const SAMPLED_MS = 55 * MINUTE_MS;

const known = new Map<string, Cron>();

function cronOf(cron: string, zone: string): Cron {
  const key = `${cron} ${zone}`;
  const found = known.get(key) ?? new Cron(cron, { timezone: zone, paused: true, mode: "5-part" });
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(key, found);
  return found;
}

export const runAfter: RunAfter = ({ cron, zone }, at) => cronOf(cron, zone).nextRun(dateOf(at))?.getTime() ?? null;

/**
 * Lists the runs of a schedule from an instant on, at least `apartMs` apart. Stops after `count` runs or at the first run not
 * before `until`.
 */
export function runsFrom(
  { cron, zone }: Pick<Schedule, "cron" | "zone">,
  from: number,
  { count = Infinity, until = Infinity, apartMs = MINUTE_MS },
): readonly number[] {
  const runs: number[] = [];
  for (let at = from; at < until && runs.length < count; at = (runs.at(-1) ?? Infinity) + apartMs) {
    const next = cronOf(cron, zone).nextRun(dateOf(at - 1));
    if (next !== null) runs.push(next.getTime());
  }
  return runs;
}

/** `daysOf` returns the schedule with one run at noon of each of its days, and `timesOf` with its times on every day. */
const daysOf = (cron: string) => cron.replace(/^\S+ \S+/, "0 12");
const timesOf = (cron: string) => cron.replace(/( \S+){3}$/, " * * *");

/**
 * Computes FIT-1 to FIT-4 from the days of several weeks and the times of one day. One run per hour is enough for frequent
 * schedules.
 */
export function fitOf({ cron, zone }: Pick<Schedule, "cron" | "zone">, from: number): Fit | NoFit {
  const until = from + (BY_THE_WEEK.test(cron) ? WEEKLY_MS : MONTHLY_MS);
  const times = runsFrom({ cron: timesOf(cron), zone: "UTC" }, 0, { until: DAY_MS, apartMs: SAMPLED_MS });
  const midnights = runsFrom({ cron: daysOf(cron), zone }, from, { until }).map((noon) => noon - DAY_MS / 2);
  const runs = midnights.flatMap((midnight) => times.filter((time) => time < DAY_MS).map((time) => midnight + time));
  return fit(runs, zone);
}

/** Returns whether two runs are more than five weeks apart. Compares whole days in UTC, so that no clock change matters. */
function isTooRare(cron: string, now: number): boolean {
  const days = cronOf(daysOf(cron), "UTC");
  const count = BY_THE_WEEK.test(cron) ? 0 : SAMPLES;
  const samples = Array.from({ length: count }, (_, nth) => dateOf(now + nth * SAMPLE_EVERY_MS));
  return samples.some((at) => {
    const before = days.previousRuns(1, at)[0]?.getTime() ?? 0;
    const after = days.nextRun(at)?.getTime() ?? Infinity;
    return after - before > LONGEST_GAP_MS;
  });
}

/**
 * Returns whether two runs are less than five minutes apart. First tests the minutes alone in every hour, because most schedules
 * pass that cheap test.
 */
function isTooOften(cron: string, zone: string, now: number): boolean {
  const isNear = (runs: readonly number[]) =>
    runs.some((at, nth) => at - (runs[nth - 1] ?? -Infinity) < LEAST_MINUTES * MINUTE_MS);
  const hourly = timesOf(cron).replace(/ \S+/, " *");
  const hour = runsFrom({ cron: hourly, zone: "UTC" }, now, { count: RUNS_OF_AN_HOUR });
  return isNear(hour) && isNear(runsFrom({ cron, zone }, now, { count: RUNS_OF_A_DAY }));
}

/** Returns the normalized schedule, or its fault, which follows "cron: ". */
export function scheduleFrom(cron: string, zone: string, graceMinutes: number, now: number): Schedule | string {
  const name = zoneNamed(zone);
  const fields = cron.trim().replaceAll(/\s+/g, " ");
  if (name === undefined) return "needs an IANA zone, such as Europe/Berlin";
  if (!FIVE_FIELDS.test(fields)) return "must have five fields, such as 0 9 * * 1-5";
  try {
    // Throws if the fields are invalid.
    cronOf(fields, name);
    if (isTooRare(fields, now)) return "must name a run every five weeks or more often";
    if (isTooOften(fields, name, now)) return `must leave ${LEAST_MINUTES} minutes between runs`;
  } catch {
    return "has a field that cannot be read. 0 9 * * 1-5 is on weekdays at 9:00";
  }
  return { cron: fields, zone: name, graceMinutes };
}
