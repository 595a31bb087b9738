// Which creature can live with the schedule of a job (FIT rules). The simulation (scripts/simulate/jobs.ts) plays what this
// says: nothing is offered that dies of a job that keeps its schedule.
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../time/durations.ts";
import { localHourAt } from "../time/zone.ts";
import type { Instant, Millis } from "../time/units.ts";

/** A creature that a job can keep by coming on its schedule. */
export interface Fit {
  readonly species: string;
  /** The zone by which it sleeps: the job's own, or one in which its runs fall into the day. */
  readonly zone: string;
  /** Whether it goes on leave after each run (LEAVE-1). */
  readonly leave: boolean;
}

/** None fits, and why: a ping link and the schedule tell people of the runs all the same. */
export interface NoFit {
  readonly why: string;
}

/** FIT-1: by the longest time between two runs. Each has been there from the start, and has no whims. */
const BY_LONGEST_GAP: readonly (readonly [upTo: Millis, species: string])[] = [
  [75 * MINUTE_MS, "housecat"],
  [3.5 * HOUR_MS, "wolfdog"],
];
const SLOWEST = "tortoise";
/** FIT-2: with runs further apart than this, the slowest needs leave. */
const MOST_WITHOUT_LEAVE_MS: Millis = 7 * HOUR_MS;
/** FIT-3: 72 hours of leave, and most of its window. */
const LONGEST_GAP_MS: Millis = 90 * HOUR_MS;
/** FIT-4: the hours, by its own clock, into which a run should fall: after the night, with time to be late before the next. */
const [FROM_HOUR, TO_HOUR] = [7, 19] as const;
const MIDDAY = (FROM_HOUR + TO_HOUR) / 2;
/** From UTC-12 to UTC+11. POSIX reverses the sign. */
const FIXED_ZONES = Array.from({ length: 24 }, (_, nth) =>
  nth === 12 ? "Etc/GMT" : `Etc/GMT${nth > 12 ? "-" : "+"}${Math.abs(nth - 12)}`,
);

/** FIT-1 to FIT-4, by the coming runs of a schedule, some weeks of them. */
export function fit(runs: readonly Instant[], zone: string): Fit | NoFit {
  const gaps = runs.slice(1).map((at, nth) => at - (runs[nth] ?? at));
  const longest = Math.max(...gaps);
  if (runs.length < 2 || longest > LONGEST_GAP_MS)
    return { why: `no creature waits ${Math.round(longest / DAY_MS)} days` };
  const quick = BY_LONGEST_GAP.find(([upTo]) => longest <= upTo);
  if (quick !== undefined) return { species: quick[1], zone, leave: false };
  return { species: SLOWEST, zone: dayZone(runs, zone), leave: longest > MOST_WITHOUT_LEAVE_MS };
}

/** The job's zone if its runs fall into the day there, else the zone at a fixed distance from UTC in which most of them do best. */
function dayZone(runs: readonly Instant[], zone: string): string {
  const hoursIn = (each: string) => runs.map((at) => localHourAt(each, at).hour);
  const outside = (hours: readonly number[]) => hours.filter((hour) => hour < FROM_HOUR || hour > TO_HOUR).length;
  const own = outside(hoursIn(zone));
  if (own === 0) return zone;
  const fixed = FIXED_ZONES.map((each) => ({ each, hours: hoursIn(each) })).map(({ each, hours }) => ({
    each,
    outside: outside(hours),
    fromNoon: hours.reduce((sum, hour) => sum + Math.abs(hour - MIDDAY), 0),
  }));
  // Of those that do equally well the one with its runs in the middle of the day: they may come late, and clocks change.
  const [best] = fixed.toSorted((a, b) => a.outside - b.outside || a.fromNoon - b.fromNoon);
  return best !== undefined && best.outside < own ? best.each : zone;
}
