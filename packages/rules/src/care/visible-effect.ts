// The effect of care, as far as it may be shown (SEEN-4).
import { NOTHING, type CareDone, type ShortfallReason } from "./care.ts";
import type { CareAction, Effectiveness, Stats } from "../creature/creature.ts";
import { visibleMilestones, type VisibleMilestone } from "../creature/milestones.ts";
import { PRIMARY_STAT } from "../creature/effects.ts";
import {
  SHOWN_PARTS,
  visibilityOf,
  visibleStat,
  type VisibleBrand,
  type Visible,
  type VisibleStats,
} from "../creature/visibility.ts";

interface CareEffect {
  readonly effectiveness: Effectiveness;
  readonly shortfall: ShortfallReason | null;
}

/** Only `visibleEffect` makes one. */
export type VisibleEffect = CareEffect & VisibleBrand;

function asVisibleEffect(effect: CareEffect): VisibleEffect {
  // oxlint-disable-next-line typescript/consistent-type-assertions -- edge: this is where an effect becomes one that may be shown
  return effect as VisibleEffect;
}

/**
 * SEEN-4: where the primary stat is hidden or capped, before or after, its limit would give it away. Then only what the
 * keeper knows counts: the timing, the item and the species.
 */
export function visibleEffect(
  action: CareAction,
  done: Pick<CareDone, "before" | "creature" | "expectedGain" | keyof CareEffect>,
): VisibleEffect {
  const { before, creature, shortfall } = done;
  const { mechanic } = creature.species;
  const stat = PRIMARY_STAT[action];
  const isShown = (stats: Stats) => visibleStat(mechanic, stat, stats[stat], stats.trust) === stats[stat];
  if (isShown(before.stats) && isShown(creature.stats)) {
    const rise =
      (Math.round(creature.stats[stat] * SHOWN_PARTS) - Math.round(before.stats[stat] * SHOWN_PARTS)) / SHOWN_PARTS;
    return asVisibleEffect(roundedEffect(done, rise));
  }
  if (shortfall === null || shortfall === "full")
    return asVisibleEffect({ effectiveness: "effective", shortfall: null });
  const gains = shortfall === "early" || shortfall === "disliked";
  return asVisibleEffect({ effectiveness: gains ? "reduced" : "wasted", shortfall });
}

/** CARE-10: the effect as the shown values have it. Rounding never makes a full gain less than full. */
function roundedEffect(
  { effectiveness, shortfall, expectedGain }: CareEffect & Pick<CareDone, "expectedGain">,
  rise: number,
): CareEffect {
  if (rise <= 0) return { effectiveness: "wasted", shortfall: shortfall ?? "full" };
  const isFull = effectiveness === "effective" || rise >= expectedGain - NOTHING;
  return isFull ? { effectiveness: "effective", shortfall: null } : { effectiveness, shortfall };
}

/** Care that was accepted, as its answer may tell it. */
export interface VisibleCare extends Pick<CareDone, "at" | "timing" | "wasDue"> {
  readonly creature: Visible<CareDone["creature"]>;
  readonly effect: VisibleEffect;
  readonly before: VisibleStats;
  readonly after: VisibleStats;
  readonly milestones: readonly VisibleMilestone[];
}

export function visibleCare(action: CareAction, done: CareDone): VisibleCare {
  const { creature, before, at, timing, wasDue, milestones } = done;
  return {
    creature,
    at,
    timing,
    wasDue,
    effect: visibleEffect(action, done),
    before: visibilityOf(before).stats,
    after: visibilityOf(creature).stats,
    milestones: visibleMilestones(creature, milestones),
  };
}
