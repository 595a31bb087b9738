// Observes a creature for the watch: whether it is late, critical, or due (TELL-7). `alerts.ts` decides what is reported.
import { CRITICAL_BELOW, courseOf, pointOf, type Course } from "../life/course.ts";
import { instantFor, isLiving, type Creature, type Living } from "../creature/creature.ts";
import { ENDS_AT, OPENS_AT, instantOfFeedingMs, instantsFromPosition, windowMs } from "../life/feeding.ts";
import { restingAt } from "../life/pause.ts";
import { HOUR_MS } from "../time/durations.ts";
import { nextWakingInstant } from "../time/sleep.ts";
import { toCalendar } from "../time/span.ts";
import type { Instant } from "../time/units.ts";
import type { HouseMember } from "./alerts.ts";

/** TELL-7: a creature with at most this time to live is critical at any health. */
const CRITICAL_LEFT_MS = 6 * HOUR_MS;

export interface WatchObservation extends Pick<HouseMember, "state" | "isAsleep" | "isDue"> {
  /** The instants since the last observation at which the creature returned from boarding. */
  readonly backAt: readonly Instant[];
  /** The instant of this observation, never before the last one. */
  readonly until: Instant;
  /** The next instant at which time alone changes the state, or null. */
  readonly next: Instant | null;
  /** The end of the feeding window, past or future. Null if the creature dies first or is away. */
  readonly windowEndsAt: Instant | null;
  /** The death without care. Null if the creature is away. */
  readonly diesAt: Instant | null;
}

/** TELL-7: returns the state at `clock` and the next observation. `observedUntil` is the `until` of the last observation. */
export function observe(creature: Creature, observedUntil: Instant, clock: Instant): WatchObservation {
  const until = Math.max(observedUntil, clock);
  const backAt = creature.pauses
    .filter(({ kind, until: at }) => kind === "boarding" && at > observedUntil && at <= until)
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
  // From its death on, a creature counts as away. The sweep records the death.
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

/** Returns the end of the feeding window, or Infinity if the creature dies first. An end before `asOf` is not on the course. */
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
