// What an hour of waiting costs a creature now, as far as its keeper may know of it (ADVICE-11).
import { neglectTrustPerHour } from "../creature/mechanics.ts";
import { ASLEEP_FACTOR, DIRTY_AFTER_MS, STARVING_BELOW, healthLostPerHour } from "./course.ts";
import { MISSED_AT, TRUST_FALLS_FROM } from "./feeding.ts";
import type { VisibleLiving } from "./shown.ts";

export interface Costs {
  readonly health: number;
  /** Its hunger is hidden, and may cost health as well. */
  readonly isLeast: boolean;
  readonly trust: number;
}

export function costsOf({ creature, now, resting, asleep, position, visibility }: VisibleLiving): Costs {
  if (resting !== null) return { health: 0, isLeast: false, trust: 0 };
  const { species, lastCleanedAt } = creature;
  const { hunger, trust } = visibility.stats;
  const starving = hunger !== null && hunger <= STARVING_BELOW;
  const wants = { unfed: position >= MISSED_AT, starving, dirty: now - lastCleanedAt >= DIRTY_AFTER_MS };
  const losesTrust = position >= TRUST_FALLS_FROM && (trust ?? 0) > 0;
  return {
    health: healthLostPerHour(wants, asleep),
    isLeast: hunger === null,
    trust: losesTrust ? neglectTrustPerHour(species) * (asleep ? ASLEEP_FACTOR : 1) : 0,
  };
}
