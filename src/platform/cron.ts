// Cron expressions of five fields, as crontab has them, in an IANA zone. What comes more often than every five minutes, or
// not within five weeks, is no schedule of a job that people wait for.
import { Cron } from "croner";
import { fit, type Fit, type NoFit } from "@denkeeper/rules/foresight/fit.ts";
import { LEAST_MINUTES, type RunAfter, type Schedule } from "@denkeeper/rules/foresight/silence.ts";
import { DAY_MS, MINUTE_MS } from "@denkeeper/rules/time/durations.ts";
import { zoneNamed } from "@denkeeper/rules/time/zone.ts";
import { dateOf } from "./clock.ts";

/** Numbers, names, lists, ranges and steps: not the further signs of other dialects. */
const FIVE_FIELDS = /^(?:[\d*,/-]|[a-z]{3}){1,80}(?: (?:[\d*,/-]|[a-z]{3}){1,80}){4}$/i;
const LONGEST_GAP_MS = 35 * DAY_MS;
/** So many runs are looked at before a schedule is taken. */
const RUNS_CHECKED = 120;
const MOST_KNOWN = 1_000;
/** What repeats by the week, and by the month with the gap after it. */
const [WEEK_LOOKS_MS, MONTH_LOOKS_MS] = [9 * DAY_MS, 40 * DAY_MS];
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

/** The runs of a schedule from an instant on. */
export function runsFrom(schedule: Pick<Schedule, "cron" | "zone">, from: number, count: number): readonly number[] {
  const runs: number[] = [];
  let at = runAfter({ ...schedule, graceMinutes: 0 }, from - 1);
  while (at !== null && runs.length < count) {
    runs.push(at);
    at = runAfter({ ...schedule, graceMinutes: 0 }, at);
  }
  return runs;
}

/** FIT-1 to FIT-4, by the runs of some weeks: of those that come often one an hour, which is enough to know. */
export function fitOf(schedule: Pick<Schedule, "cron" | "zone">, from: number): Fit | NoFit {
  const runs: number[] = [];
  const until = from + (BY_THE_WEEK.test(schedule.cron) ? WEEK_LOOKS_MS : MONTH_LOOKS_MS);
  for (let at = from; at < until; at = (runs.at(-1) ?? at) + SAMPLED_MS) {
    const [next = Infinity] = runsFrom(schedule, at, 1);
    if (next === Infinity) break;
    runs.push(next);
  }
  return fit(runs, schedule.zone);
}

/** The schedule in one form, or what is wrong with it: a text that follows "cron: ". */
export function scheduleFrom(cron: string, zone: string, graceMinutes: number, now: number): Schedule | string {
  const name = zoneNamed(zone);
  const fields = cron.trim().replaceAll(/\s+/g, " ");
  if (name === undefined) return "needs an IANA zone, such as Europe/Berlin";
  if (!FIVE_FIELDS.test(fields)) return "must have five fields, such as 0 9 * * 1-5";
  try {
    const runs = runsFrom({ cron: fields, zone: name }, now, RUNS_CHECKED);
    const gaps = runs.slice(1).map((at, nth) => at - (runs[nth] ?? at));
    if (runs.length < RUNS_CHECKED || Math.max(...gaps) > LONGEST_GAP_MS)
      return "must name a run every five weeks or more often";
    if (Math.min(...gaps) < LEAST_MINUTES * MINUTE_MS) return `must leave ${LEAST_MINUTES} minutes between runs`;
  } catch {
    return "cannot be read, such as 0 9 * * 1-5";
  }
  return { cron: fields, zone: name, graceMinutes };
}
