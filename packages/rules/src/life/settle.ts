// Computes the state of a stored creature at a later instant of its course.
import { CRITICAL_BELOW, STARVING_BELOW, courseOf, pointOf, type Course } from "./course.ts";
import { isLiving, type Creature, type Dead, type Living } from "../creature/creature.ts";
import { consistencyAt, growthAt, missesUntil } from "./evolution.ts";
import type { Instant } from "../time/units.ts";

/** Returns the creature at `at`, or at its death if that is not later. The rest of its course stays the same (LAW-1). */
export function settleOnCourse(creature: Living, course: Course, at: Instant): Living | Dead {
  const dead = at >= course.death.at;
  const instant = dead ? course.death.at : at;
  const point = pointOf(creature, course, instant);
  const misses = missesUntil(course, instant);
  const { hunger, happiness, trust } = point;
  const health = dead && course.death.cause !== "neglect" ? 0 : point.health;
  const turnedCritical = creature.stats.health >= CRITICAL_BELOW && health < CRITICAL_BELOW;
  return {
    ...creature,
    ...growthAt(creature, course, instant),
    asOf: instant,
    stats: { hunger, happiness, health, trust, discipline: creature.stats.discipline },
    feedingMs: point.feedingMs,
    consistency: consistencyAt(creature, course, instant),
    scored: creature.scored + misses,
    streak: misses > 0 ? 0 : creature.streak,
    missedThisCycle: creature.missedThisCycle + misses,
    missedFeedings: creature.missedFeedings + misses,
    wasCritical: creature.wasCritical || turnedCritical,
    wasCriticalByClock: creature.wasCriticalByClock || turnedCritical,
    starvingSince: creature.starvingSince ?? (hunger < STARVING_BELOW ? course.starvesAt : null),
    criticalSince: creature.criticalSince ?? (health < CRITICAL_BELOW ? course.turnsCriticalAt : null),
    death: dead ? course.death : null,
  };
}

/** Settles a creature at `at`, or at its last event if that is later. */
export function settle(creature: Living, at: Instant): Living | Dead {
  return settleOnCourse(creature, courseOf(creature), Math.max(at, creature.asOf));
}

/** Settles a living creature, and returns any other unchanged. */
export function settleAny<Some extends Creature>(creature: Some, at: Instant): Some | Living | Dead {
  return isLiving(creature) ? settle(creature, at) : creature;
}
