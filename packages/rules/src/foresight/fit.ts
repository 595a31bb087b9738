// Selects a creature that a scheduled job can keep (FIT rules), as verified by simulation (scripts/simulate/jobs.ts).
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../time/durations.ts";
import { localHourAt } from "../time/zone.ts";
import type { Instant, Millis } from "../time/units.ts";

/** A creature that a job can keep by running on schedule. */
export interface Fit {
  readonly species: string;
  /** The zone that determines the creature's sleep: the job's own zone, or one in which the runs are in the daytime. */
  readonly zone: string;
  /** Whether the creature goes on leave after each run (LEAVE-1). */
  readonly leave: boolean;
}

/** The reason that no creature fits. The job can still be watched by a ping link (FIT-3). */
export interface NoFit {
  readonly why: string;
}

/** FIT-1: species without mechanics, by the longest time between two runs. */
const BY_LONGEST_GAP: readonly (readonly [upTo: Millis, species: string])[] = [
  [75 * MINUTE_MS, "housecat"],
  [3.5 * HOUR_MS, "wolfdog"],
];
const SLOWEST = "tortoise";
/** FIT-2: if runs are farther apart than this, the slowest species needs leave. */
const MOST_WITHOUT_LEAVE_MS: Millis = 7 * HOUR_MS;
/** FIT-3: 72 hours of leave, plus three quarters of the tortoise's window of 24 hours. */
const LONGEST_GAP_MS: Millis = 90 * HOUR_MS;
/** FIT-4: the local hours for runs, which end three hours before the night so that late runs also find the creature awake. */
const [FROM_HOUR, TO_HOUR] = [7, 19] as const;
const MIDDAY = (FROM_HOUR + TO_HOUR) / 2;
/** The zones from UTC-12 to UTC+11. POSIX names reverse the sign. */
const FIXED_ZONES = Array.from({ length: 24 }, (_, nth) =>
  nth === 12 ? "Etc/GMT" : `Etc/GMT${nth > 12 ? "-" : "+"}${Math.abs(nth - 12)}`,
);

/** FIT-1 to FIT-4: selects a creature for a job by its next weeks of scheduled runs. `zone` is the job's own. */
export function fit(runs: readonly Instant[], zone: string): Fit | NoFit {
  const longest = Math.max(...runs.slice(1).map((at, nth) => at - (runs[nth] ?? at)));
  if (runs.length < 2 || longest > LONGEST_GAP_MS)
    return { why: `no creature waits ${Math.round(longest / DAY_MS)} days` };
  const quick = BY_LONGEST_GAP.find(([upTo]) => longest <= upTo);
  if (quick !== undefined) return { species: quick[1], zone, leave: false };
  return { species: SLOWEST, zone: dayZone(runs, zone), leave: longest > MOST_WITHOUT_LEAVE_MS };
}

/** FIT-4: returns the job's zone, or a zone with a fixed offset in which more runs are in the daytime. */
function dayZone(runs: readonly Instant[], zone: string): string {
  const rate = (candidate: string) => {
    const hours = runs.map((at) => localHourAt(candidate, at).hour);
    return {
      candidate,
      outside: hours.filter((hour) => hour < FROM_HOUR || hour > TO_HOUR).length,
      fromNoon: hours.reduce((sum, hour) => sum + Math.abs(hour - MIDDAY), 0),
    };
  };
  const own = rate(zone);
  if (own.outside === 0) return zone;
  // Among equally good zones, prefers runs around noon, because runs may be late and clocks change.
  const [best] = FIXED_ZONES.map(rate).toSorted((a, b) => a.outside - b.outside || a.fromNoon - b.fromNoon);
  return best !== undefined && best.outside < own.outside ? best.candidate : zone;
}
