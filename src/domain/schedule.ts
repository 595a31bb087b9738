// When to come, for a whole house: the band in which each creature is fed on time, what it costs to come later, and the
// one visit that serves most of them (TELL-4, TELL-5).
import { ENDS_AT, MISSED_AT, instantOfFeedingMs, windowMs } from "./feeding.ts";
import { dueAt } from "./happenings.ts";
import type { LivingNow } from "./life.ts";
import { isAsleepAt } from "./sleep.ts";

export interface Band {
  /** Food counts as on time from here, if it is awake, up to there; from `missedAt` on a window is missed. */
  readonly opensAt: number;
  readonly endsAt: number;
  readonly missedAt: number;
}

/** TELL-4: the band that is open or comes next; the last one while it is over and nobody has fed it. */
export function bandOf({ creature, course }: LivingNow): Band {
  const window = windowMs(creature.species);
  const at = (share: number) => instantOfFeedingMs(creature, course.sleeper, share * window);
  return {
    opensAt: dueAt(creature),
    endsAt: at(ENDS_AT),
    missedAt: at(MISSED_AT),
  };
}

export interface Visit {
  readonly at: number;
  /** The ids of those whose time it is then. */
  readonly serves: readonly string[];
}

/**
 * TELL-5: one time to come for all. Whoever needs somebody now is not kept waiting; else it is the check-in, of all that
 * lie before the first band ends, at which most are awake and within their band, the earliest of those.
 */
export function bestVisit(living: readonly LivingNow[]): Visit | null {
  const [first, ...later] = living.map(({ checkIn }) => checkIn.at).toSorted((a, b) => a - b);
  if (first === undefined) return null;
  const bands = living.map((each) => ({ each, band: bandOf(each) }));
  const servedAt = (at: number): readonly string[] =>
    bands
      .filter(({ each, band }) => each.checkIn.at <= at || (band.opensAt <= at && isWelcome(each, band, at)))
      .map(({ each }) => each.creature.id);
  if (living.some(({ checkIn, clock }) => checkIn.at <= clock)) return { at: first, serves: servedAt(first) };
  const latest = Math.max(first, Math.min(...bands.map(({ band }) => band.endsAt), ...living.map(lastMoment)));
  const visits = [first, ...later].filter((at) => at <= latest).map((at) => ({ at, serves: servedAt(at) }));
  return visits.reduce((best, visit) => (visit.serves.length > best.serves.length ? visit : best));
}

function isWelcome({ course }: LivingNow, { endsAt }: Band, at: number): boolean {
  return at <= endsAt && !isAsleepAt(course.sleeper, at);
}

/** A check-in that is due to death leaves no time for others. */
function lastMoment({ checkIn }: LivingNow): number {
  return checkIn.reason === "before_death" ? checkIn.at : Infinity;
}
