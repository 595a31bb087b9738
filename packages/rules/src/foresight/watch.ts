// How a watched creature is (TELL-7): its window has ended, it is critical, it waits for a meal. A look judges the state as it
// stands; what people are told about it is decided for the whole house (alerts.ts). Everything else that people hear of is a
// stored event.
import { CRITICAL_BELOW, courseOf, pointOf, type Course } from "../life/course.ts";
import { instantFor, isLiving, type Creature, type Living } from "../creature/creature.ts";
import { ENDS_AT, OPENS_AT, instantOfFeedingMs, instantsFromPosition, windowMs } from "../life/feeding.ts";
import { restingAt } from "../life/pause.ts";
import { HOUR_MS } from "../time/durations.ts";
import { nextWakingInstant } from "../time/sleep.ts";
import { toCalendar } from "../time/span.ts";
import type { Instant } from "../time/units.ts";
import type { HouseMember } from "./alerts.ts";

/** A creature with so little time left is critical, however healthy. */
const CRITICAL_LEFT_MS = 6 * HOUR_MS;

export interface WatchObservation extends Pick<HouseMember, "state" | "isAsleep" | "isDue"> {
  /** When it came home from boarding since the last look. */
  readonly backAt: readonly Instant[];
  /** Up to where the look went. */
  readonly until: Instant;
  /** When the next look is due, if nothing changes the creature before; null when time brings nothing. */
  readonly next: Instant | null;
  /** When its window ends, or ended, and when it dies without care; null where it does not live at home. */
  readonly windowEndsAt: Instant | null;
  readonly diesAt: Instant | null;
}

/** TELL-7: how it is at `clock`, and when to look again. `lookedUntil` is where the last look went. */
export function observe(creature: Creature, lookedUntil: Instant, clock: Instant): WatchObservation {
  const until = Math.max(lookedUntil, clock);
  const backAt = creature.pauses
    .filter(({ kind, until: at }) => kind === "boarding" && at > lookedUntil && at <= until)
    .map(({ until: at }) => at);
  const away: WatchObservation = {
    state: "away",
    isAsleep: false,
    isDue: false,
    backAt,
    until,
    next: null,
    windowEndsAt: null,
    diesAt: null,
  };
  if (!isLiving(creature)) return away;
  const resting = restingAt(creature, until);
  if (resting !== null) return { ...away, next: resting.until };
  const now = instantFor(creature, until);
  const course = courseOf(creature);
  // The sweeper writes its death down.
  return now >= course.death.at ? away : { ...away, ...atHome(creature, course, now) };
}

function atHome(creature: Living, course: Course, now: Instant): Omit<WatchObservation, "backAt" | "until"> {
  const { at: diesAt } = course.death;
  const { feedingMs } = pointOf(creature, course, now);
  const window = windowMs(creature.species);
  const windowEndsAt = lateAt(creature, course);
  const critical = criticalAt(creature, course);
  const state = critical <= now ? "critical" : feedingMs >= ENDS_AT * window ? "late" : "well";
  const wakesAt = nextWakingInstant(course.sleeper, now);
  const isAsleep = wakesAt > now;
  const coming = [windowEndsAt, critical].filter((at) => at > now && at < Infinity);
  const changes = coming.map((at) => nextWakingInstant(course.sleeper, at));
  const next = Math.min(...changes, isAsleep && state !== "well" ? wakesAt : Infinity);
  return {
    state,
    isAsleep,
    isDue: !isAsleep && feedingMs >= OPENS_AT * window,
    next: next < diesAt ? next : null,
    windowEndsAt: windowEndsAt === Infinity ? null : windowEndsAt,
    diesAt,
  };
}

/** When the window ends, or ended: where that lies before the stored state, as these hours of the night would put it. */
function lateAt(creature: Living, { sleeper, feeding, death }: Course): Instant {
  const { species, pauses } = creature;
  const [end] = instantsFromPosition(species, feeding, death.at, ENDS_AT);
  const window = ENDS_AT * windowMs(species);
  if (creature.feedingMs < window) return end ?? Infinity;
  return toCalendar(pauses, instantOfFeedingMs(creature, sleeper, window));
}

function criticalAt({ criticalSince, stats, asOf }: Living, { turnsCriticalAt, death }: Course): Instant {
  const byHealth = criticalSince ?? (stats.health < CRITICAL_BELOW ? asOf : turnsCriticalAt);
  return Math.min(byHealth ?? Infinity, death.at - CRITICAL_LEFT_MS);
}
