// A creature at an instant as it may be shown: what `creatureAt` returns without what is hidden. Endpoints, pages and
// words accept only these types.
import { realOf, roundShown, visibilityOf, type ShownOf, type ShownStat } from "../creature/visibility.ts";
import type { Creature } from "../creature/creature.ts";
import type { Instant } from "../time/units.ts";
import { afterMisses } from "../creature/consistency.ts";
import type { Course } from "./course.ts";
import { isLongAlone } from "./death.ts";
import { pathFor } from "./evolution.ts";
import { creatureAt, lifeAt, type CreatureNow, type DeadNow, type LivingNow } from "./life.ts";

export interface ShownLiving extends Omit<LivingNow, "creature" | "course"> {
  readonly creature: ShownOf<LivingNow["creature"]>;
  readonly course: Pick<Course, "death" | "sleeper">;
}

type ShownAs<Now extends CreatureNow> = Now extends LivingNow
  ? ShownLiving
  : Omit<Now, "creature"> & { readonly creature: ShownOf<Now["creature"]> };
export type ShownNow = ShownAs<CreatureNow>;
export type ShownDead = ShownAs<DeadNow>;

/** The very same objects: a status read copies nothing. */
export const shownAt: (...which: Parameters<typeof creatureAt>) => ShownNow = creatureAt;
export const shownLifeAt: (...which: Parameters<typeof lifeAt>) => ShownLiving | ShownDead = lifeAt;

/** Whether it waits at the door: left for long, as its words say (`ending`), and not boarded. */
export function isWaiting(now: ShownNow): now is ShownLiving {
  return now.kind === "living" && now.resting === null && isLongAlone(now.deathClock);
}

/** Since when it has been starving or critical, as far as its stats are shown. */
export interface Lows {
  readonly starvingSince: Instant | null;
  readonly criticalSince: Instant | null;
}

export function lowsOf({ creature }: ShownNow): Lows {
  const { hunger, health } = visibilityOf(creature).stats;
  const { starvingSince, criticalSince } = realOf<Creature>(creature);
  return {
    starvingSince: hunger === null ? null : starvingSince,
    criticalSince: health === null ? null : criticalSince,
  };
}

/** What stands against the path that a creature tends to (PATH-5). */
export interface Doubts {
  /** Its health where that is low, whether by neglect or by harm. */
  readonly lowHealth: ShownStat;
  /** Neglect took its health below 20: once care brings it back to 40, the path is rescue. */
  readonly mayBecomeRescue: boolean;
  readonly missWouldEndIt: boolean;
}

const LOW_HEALTH_BELOW = 40;

/** As far as its keeper may see it. */
export function doubtsOf({ creature, visibility, trend }: ShownLiving): Doubts {
  const { health } = visibility.stats;
  const { species, consistency, rescued, wasCriticalByClock } = realOf(creature);
  return {
    lowHealth: health !== null && health < LOW_HEALTH_BELOW ? roundShown(health, 1) : null,
    mayBecomeRescue: health !== null && wasCriticalByClock && !rescued,
    missWouldEndIt: trend === "high_care" && pathFor(afterMisses(consistency, species, 1), rescued) !== trend,
  };
}
