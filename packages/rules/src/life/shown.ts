// Defines the results of `creatureAt` without hidden facts, which are all that endpoints, pages, and words accept.
import { unveil, roundStat, visibilityOf, type Visible, type VisibleStat } from "../creature/visibility.ts";
import type { Creature, Living } from "../creature/creature.ts";
import { afterMisses } from "../creature/consistency.ts";
import { CRITICAL_BELOW, type Course } from "./course.ts";
import { isNeglected } from "./death.ts";
import { pathFor } from "./evolution.ts";
import { creatureAt, lifeAt, type CreatureNow, type DeadNow, type LivingNow } from "./life.ts";

export interface VisibleLiving extends Omit<LivingNow, "creature" | "course"> {
  readonly creature: Visible<LivingNow["creature"]>;
  readonly course: Pick<Course, "death" | "sleeper">;
}

type VisibleAs<Now extends CreatureNow> = Now extends LivingNow
  ? VisibleLiving
  : Omit<Now, "creature"> & { readonly creature: Visible<Now["creature"]> };
export type VisibleNow = VisibleAs<CreatureNow>;
export type VisibleDead = VisibleAs<DeadNow>;

// Only the types differ, so a status call copies nothing.
export const visibleAt: (...which: Parameters<typeof creatureAt>) => VisibleNow = creatureAt;
export const visibleLifeAt: (...which: Parameters<typeof lifeAt>) => VisibleLiving | VisibleDead = lifeAt;

/** A neglected creature waits at the door, in its portrait and in its words (`ending`), unless it rests. */
export function isWaiting(now: VisibleNow): now is VisibleLiving {
  return now.kind === "living" && now.resting === null && isNeglected(now.deathClock);
}

/** When hunger fell below 10 and health below 20. Each is null while its stat is hidden or not below. */
export type LowStatTimes = Pick<Living, "starvingSince" | "criticalSince">;

export function lowStatTimes({ creature }: VisibleNow): LowStatTimes {
  const { hunger, health } = visibilityOf(creature).stats;
  const { starvingSince, criticalSince } = unveil<Creature>(creature);
  return {
    starvingSince: hunger === null ? null : starvingSince,
    criticalSince: health === null ? null : criticalSince,
  };
}

/** PATH-5: the risks to a creature's current path. */
export interface PathRisks {
  /** The creature's health, if it is low and visible. */
  readonly lowHealth: VisibleStat;
  /** True if raising health to 40 would change the path to `rescue` (PATH-2). False while health is hidden. */
  readonly mayBecomeRescue: boolean;
  /** True if one more missed window would end the path `high_care`. */
  readonly missWouldEndIt: boolean;
  /** Whether the creature may die before its next stage. */
  readonly isNearDeath: boolean;
}

const LOW_HEALTH_BELOW = 40;

export function pathRisks({ creature, visibility, trend, deathClock }: VisibleLiving): PathRisks {
  const { health } = visibility.stats;
  const { species, consistency, rescued, wasCriticalByClock } = unveil(creature);
  return {
    lowHealth: health !== null && health < LOW_HEALTH_BELOW ? roundStat(health, 1) : null,
    mayBecomeRescue: health !== null && wasCriticalByClock && !rescued,
    missWouldEndIt: trend === "high_care" && pathFor(afterMisses(consistency, species, 1), rescued) !== trend,
    isNearDeath:
      deathClock.urgency === "critical" ||
      deathClock.urgency === "imminent" ||
      (health !== null && health < CRITICAL_BELOW),
  };
}
