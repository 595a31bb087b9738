// A creature at an instant as it may be shown: what `creatureAt` returns without what is hidden. Endpoints, pages and
// words accept only these types.
import { unveil, roundStat, visibilityOf, type Visible, type VisibleStat } from "../creature/visibility.ts";
import type { Creature } from "../creature/creature.ts";
import type { Instant } from "../time/units.ts";
import { afterMisses } from "../creature/consistency.ts";
import type { Course } from "./course.ts";
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

/** The very same objects: a status read copies nothing. */
export const visibleAt: (...which: Parameters<typeof creatureAt>) => VisibleNow = creatureAt;
export const visibleLifeAt: (...which: Parameters<typeof lifeAt>) => VisibleLiving | VisibleDead = lifeAt;

/** Whether it waits at the door: left for long, as its words say (`ending`), and not boarded. */
export function isWaiting(now: VisibleNow): now is VisibleLiving {
  return now.kind === "living" && now.resting === null && isNeglected(now.deathClock);
}

/** Since when it has been starving or critical, as far as its stats are shown. */
export interface LowStatTimes {
  readonly starvingSince: Instant | null;
  readonly criticalSince: Instant | null;
}

export function lowStatTimes({ creature }: VisibleNow): LowStatTimes {
  const { hunger, health } = visibilityOf(creature).stats;
  const { starvingSince, criticalSince } = unveil<Creature>(creature);
  return {
    starvingSince: hunger === null ? null : starvingSince,
    criticalSince: health === null ? null : criticalSince,
  };
}

/** What stands against the path that a creature tends to (PATH-5). */
export interface PathRisks {
  /** Its health where that is low, whether by neglect or by harm. */
  readonly lowHealth: VisibleStat;
  /** Neglect took its health below 20: once care brings it back to 40, the path is rescue. */
  readonly mayBecomeRescue: boolean;
  readonly missWouldEndIt: boolean;
}

const LOW_HEALTH_BELOW = 40;

/** As far as its keeper may see it. */
export function pathRisks({ creature, visibility, trend }: VisibleLiving): PathRisks {
  const { health } = visibility.stats;
  const { species, consistency, rescued, wasCriticalByClock } = unveil(creature);
  return {
    lowHealth: health !== null && health < LOW_HEALTH_BELOW ? roundStat(health, 1) : null,
    mayBecomeRescue: health !== null && wasCriticalByClock && !rescued,
    missWouldEndIt: trend === "high_care" && pathFor(afterMisses(consistency, species, 1), rescued) !== trend,
  };
}
