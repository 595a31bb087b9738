// The effect of care, as far as it may be shown (SEEN-4).
import { NOTHING, type CareDone, type ShortfallReason } from "./care.ts";
import { STATS, type CareAction, type Effectiveness, type Stat, type Stats } from "../creature/creature.ts";
import { visibleMilestones, type VisibleMilestone } from "../creature/milestones.ts";
import { PRIMARY_STAT } from "../creature/effects.ts";
import {
  SHOWN_PARTS,
  roundStat,
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
  /** The stats whose shown values fell. */
  readonly fell: readonly Stat[];
  /** Whether it had an on-time streak that this ends. */
  readonly endsStreak: boolean;
  readonly milestones: readonly VisibleMilestone[];
}

export function visibleCare(action: CareAction, done: CareDone): VisibleCare {
  const { creature, before, at, timing, wasDue, milestones } = done;
  const [was, is] = [visibilityOf(before).stats, visibilityOf(creature).stats];
  const shown = (stats: VisibleStats, stat: Stat) => roundStat(stats[stat], SHOWN_PARTS);
  return {
    creature,
    at,
    timing,
    wasDue,
    effect: visibleEffect(action, done),
    before: was,
    after: is,
    fell: STATS.filter((stat) => (shown(is, stat) ?? Infinity) < (shown(was, stat) ?? -Infinity)),
    endsStreak: before.streak > 0 && creature.streak === 0,
    milestones: visibleMilestones(creature, milestones),
  };
}
