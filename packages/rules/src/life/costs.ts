// Computes the health and trust that a creature loses per hour, without revealing hidden hunger or trust (ADVICE-11).
import { neglectTrustPerHour } from "../creature/mechanics.ts";
import { ASLEEP_FACTOR, DIRTY_AFTER_MS, STARVING_BELOW, healthLostPerHour } from "./course.ts";
import { MISSED_AT, TRUST_FALLS_FROM } from "./feeding.ts";
import type { VisibleLiving } from "./shown.ts";

interface Costs {
  readonly health: number;
  /** True if `health` is a minimum, because hidden hunger may also cost health. */
  readonly isLeast: boolean;
  readonly trust: number;
  /** Whether only dirt costs health. */
  readonly isDirtAlone: boolean;
}

/** Returns what an hour of waiting costs the creature from now on. A resting creature loses nothing. */
export function costsOf({ creature, now, resting, asleep, position, visibility }: VisibleLiving): Costs {
  if (resting !== null) return { health: 0, isLeast: false, trust: 0, isDirtAlone: false };
  const { species, lastCleanedAt } = creature;
  const { hunger, trust } = visibility.stats;
  const unfed = position >= MISSED_AT;
  const starving = hunger !== null && hunger <= STARVING_BELOW;
  const dirty = now - lastCleanedAt >= DIRTY_AFTER_MS;
  const losesTrust = position >= TRUST_FALLS_FROM && (trust ?? 0) > 0;
  return {
    health: healthLostPerHour({ unfed, starving, dirty }, asleep),
    isLeast: hunger === null,
    isDirtAlone: dirty && !unfed && !starving && hunger !== null,
    trust: losesTrust ? neglectTrustPerHour(species) * (asleep ? ASLEEP_FACTOR : 1) : 0,
  };
}
