// The effect of care, as far as it may be shown (SEEN-4).
import { NOTHING, type CareDone, type ShortfallReason } from "./care.ts";
import type { CareAction, Effectiveness, Stats } from "../creature/creature.ts";
import { shownMilestones, type ShownMilestone } from "../creature/milestones.ts";
import { PRIMARY_STAT } from "../creature/effects.ts";
import {
  SHOWN_PARTS,
  visibilityOf,
  visibleStat,
  type Shown,
  type ShownOf,
  type ShownStats,
} from "../creature/visibility.ts";

interface Effect {
  readonly effectiveness: Effectiveness;
  readonly shortfall: ShortfallReason | null;
}

/** Only `visibleEffect` makes one. */
export type ShownEffect = Effect & Shown;

function asShown(effect: Effect): ShownEffect {
  // oxlint-disable-next-line typescript/consistent-type-assertions -- edge: this is where an effect becomes one that may be shown
  return effect as ShownEffect;
}

/**
 * SEEN-4: where the primary stat is hidden or capped, before or after, its limit would give it away. Then only what the
 * keeper knows counts: the timing, the item and the species.
 */
export function visibleEffect(
  action: CareAction,
  done: Pick<CareDone, "before" | "creature" | "expectedGain" | keyof Effect>,
): ShownEffect {
  const { before, creature, shortfall } = done;
  const { mechanic } = creature.species;
  const stat = PRIMARY_STAT[action];
  const isShown = (stats: Stats) => visibleStat(mechanic, stat, stats[stat], stats.trust) === stats[stat];
  if (isShown(before.stats) && isShown(creature.stats)) {
    const rise =
      (Math.round(creature.stats[stat] * SHOWN_PARTS) - Math.round(before.stats[stat] * SHOWN_PARTS)) / SHOWN_PARTS;
    return asShown(effectSeen(done, rise));
  }
  if (shortfall === null || shortfall === "full") return asShown({ effectiveness: "effective", shortfall: null });
  const gains = shortfall === "early" || shortfall === "disliked";
  return asShown({ effectiveness: gains ? "reduced" : "wasted", shortfall });
}

/** CARE-10: the effect as the shown values have it. Rounding never makes a full gain less than full. */
function effectSeen(
  { effectiveness, shortfall, expectedGain }: Effect & Pick<CareDone, "expectedGain">,
  rise: number,
): Effect {
  if (rise <= 0) return { effectiveness: "wasted", shortfall: shortfall ?? "full" };
  const isFull = effectiveness === "effective" || rise >= expectedGain - NOTHING;
  return isFull ? { effectiveness: "effective", shortfall: null } : { effectiveness, shortfall };
}

/** Care that was accepted, as its answer may tell it. */
export interface ShownCare extends Pick<CareDone, "at" | "timing" | "wasDue"> {
  /** As it is afterward. */
  readonly creature: ShownOf<CareDone["creature"]>;
  readonly effect: ShownEffect;
  readonly before: ShownStats;
  readonly after: ShownStats;
  readonly milestones: readonly ShownMilestone[];
}

export function shownCare(action: CareAction, done: CareDone): ShownCare {
  const { creature, before, at, timing, wasDue, milestones } = done;
  return {
    creature,
    at,
    timing,
    wasDue,
    effect: visibleEffect(action, done),
    before: visibilityOf(before).stats,
    after: visibilityOf(creature).stats,
    milestones: shownMilestones(creature, milestones),
  };
}
