// Computes everything about a creature at one instant from its stored state and a single computation of its course.
import { checkInAt, firstAdvice, type Advice, type CheckIn } from "./advice.ts";
import { variety } from "../creature/consistency.ts";
import { courseOf, pointOf, type Course } from "./course.ts";
import {
  ageMsAt,
  instantFor,
  type Creature,
  type Dead,
  type Egg,
  type EvolutionPath,
  type Living,
  type Mood,
  type Pause,
  type Released,
} from "../creature/creature.ts";
import { deathClockAt, type DeathClock } from "./death.ts";
import { HOUR_MS } from "../time/durations.ts";
import { pathFor } from "./evolution.ts";
import {
  feedingStatus,
  feedingWindowStatus,
  nextFeedingWindow,
  positionOf,
  type FeedingStatus,
  type FeedingWindowStatus,
} from "./feeding.ts";
import { restingAt } from "./pause.ts";
import { decayMultiplier } from "../creature/rhythm.ts";
import { settleOnCourse } from "./settle.ts";
import { visibleStat, visibleStats, type VisibleStat, type Visibility } from "../creature/visibility.ts";
import { moodOf } from "./mood.ts";
import type { Hours, Instant } from "../time/units.ts";

/** A living creature at an instant. */
export interface LivingNow {
  readonly kind: "living";
  /** The creature, settled at `now`. */
  readonly creature: Living;
  /** The instant of the creature's clocks. While it rests, this is the instant of its return. */
  readonly now: Instant;
  /** The current instant, which is before `now` while the creature rests. */
  readonly clock: Instant;
  /** The current boarding (BOARD-3), leave, or suspension. */
  readonly resting: Pause | null;
  readonly ageHours: Hours;
  readonly asleep: boolean;
  readonly mood: Mood;
  readonly visibility: Visibility;
  readonly position: number;
  readonly hoursSinceFed: Hours;
  readonly feedingStatus: FeedingStatus;
  readonly feedingWindowStatus: FeedingWindowStatus;
  /** Equals `now` if the window is open and the creature is awake (FEED-5). */
  readonly nextFeedingWindow: Instant;
  readonly deathClock: DeathClock;
  readonly decayMultiplier: number;
  readonly variety: number;
  /** An adult's path, or the path that the current scores would give (PATH-4). */
  readonly trend: EvolutionPath;
  readonly checkIn: CheckIn;
  /** The visible hunger at the check-in, assuming no care before it. */
  readonly hungerAtCheckIn: VisibleStat;
  readonly advice: Advice | null;
  readonly course: Course;
}

export interface DeadNow {
  readonly kind: "dead";
  readonly creature: Dead;
  readonly now: Instant;
}

export type CreatureNow =
  | LivingNow
  | DeadNow
  | { readonly kind: "egg"; readonly creature: Egg; readonly now: Instant }
  | { readonly kind: "released"; readonly creature: Released; readonly now: Instant };

export function creatureAt(stored: Creature, clock: Instant): CreatureNow {
  const now = instantFor(stored, clock);
  if (stored.releasedAt !== null) return { kind: "released", creature: stored, now };
  if (stored.death !== null) return { kind: "dead", creature: stored, now };
  if (stored.hatchedAt === null) return { kind: "egg", creature: stored, now };
  return lifeAt(stored, clock);
}

/** Computes a creature that was alive when it was stored, and may have died since. */
export function lifeAt(stored: Living, clock: Instant): LivingNow | DeadNow {
  const now = instantFor(stored, clock);
  const course = courseOf(stored);
  const creature = settleOnCourse(stored, course, now);
  if (creature.death !== null) return { kind: "dead", creature, now };

  const { species, stats } = creature;
  const resting = restingAt(stored, clock);
  const asleep = resting === null && pointOf(stored, course, now).asleep;
  const position = positionOf(species, creature.feedingMs);
  const deathClock = deathClockAt(creature, course.death.at, now);
  const checkIn = checkInAt(creature, course, now, resting !== null);
  const hungerThen = pointOf(stored, course, checkIn.at).hunger;
  return {
    kind: "living",
    creature,
    now,
    clock: resting === null ? now : clock,
    resting,
    ageHours: ageMsAt(creature, now) / HOUR_MS,
    asleep,
    mood: moodOf(creature, asleep, course.sleeper.seed, now),
    visibility: visibleStats(species.mechanic, stats),
    position,
    hoursSinceFed: (now - creature.lastFedAt) / HOUR_MS,
    feedingStatus: feedingStatus(position),
    feedingWindowStatus: feedingWindowStatus(position),
    nextFeedingWindow: nextFeedingWindow(creature, course.sleeper, now),
    deathClock,
    decayMultiplier: decayMultiplier(creature, species.feedingWindowHours, deathClock.hoursWithoutCare),
    variety: variety(creature.recentActions),
    trend: creature.path ?? pathFor(creature.consistency, creature.rescued),
    checkIn,
    hungerAtCheckIn: visibleStat(species.mechanic, "hunger", hungerThen, stats.trust),
    advice: resting === null ? firstAdvice(creature, asleep, now) : null,
    course,
  };
}
