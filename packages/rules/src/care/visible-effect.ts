// Determines the effect of care as the keeper may see it (SEEN-4).
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

type CareMeasure = Pick<CareDone, "before" | "creature" | "expectedGain" | keyof CareEffect>;

/** Created only by `visibleEffect`. */
export type VisibleEffect = CareEffect & VisibleBrand;

export function visibleEffect(action: CareAction, done: CareMeasure): VisibleEffect {
  // oxlint-disable-next-line typescript/consistent-type-assertions -- edge: an effect without hidden facts becomes a visible one
  return effectForKeeper(action, done) as VisibleEffect;
}

/**
 * SEEN-4: if the primary stat is hidden or capped, the effect follows from timing, item, and species alone. A gain that the limit
 * of 100 reduced would reveal the stat.
 */
function effectForKeeper(action: CareAction, done: CareMeasure): CareEffect {
  const { before, creature, shortfall } = done;
  const { mechanic } = creature.species;
  const stat = PRIMARY_STAT[action];
  const isVisible = (stats: Stats) => visibleStat(mechanic, stat, stats[stat], stats.trust) === stats[stat];
  if (isVisible(before.stats) && isVisible(creature.stats)) {
    const rise =
      (Math.round(creature.stats[stat] * SHOWN_PARTS) - Math.round(before.stats[stat] * SHOWN_PARTS)) / SHOWN_PARTS;
    return roundedEffect(done, rise);
  }
  if (shortfall === null || shortfall === "full") return { effectiveness: "effective", shortfall: null };
  const gains = shortfall === "early" || shortfall === "disliked";
  return { effectiveness: gains ? "reduced" : "wasted", shortfall };
}

/** CARE-10: measures the effect by the displayed rise. A full gain remains effective even if rounding lowers the rise. */
function roundedEffect(
  { effectiveness, shortfall, expectedGain }: CareEffect & Pick<CareDone, "expectedGain">,
  rise: number,
): CareEffect {
  if (rise <= 0) return { effectiveness: "wasted", shortfall: shortfall ?? "full" };
  const isFull = effectiveness === "effective" || rise >= expectedGain - NOTHING;
  return isFull ? { effectiveness: "effective", shortfall: null } : { effectiveness, shortfall };
}

/** `CareDone` without hidden facts. */
export interface VisibleCare extends Pick<CareDone, "at" | "timing" | "wasDue"> {
  readonly creature: Visible<CareDone["creature"]>;
  readonly effect: VisibleEffect;
  readonly before: VisibleStats;
  readonly after: VisibleStats;
  /** The stats whose visible values fell. */
  readonly fell: readonly Stat[];
  readonly endsStreak: boolean;
  readonly milestones: readonly VisibleMilestone[];
}

export function visibleCare(action: CareAction, done: CareDone): VisibleCare {
  const { creature, before, at, timing, wasDue, milestones } = done;
  const [was, is] = [visibilityOf(before).stats, visibilityOf(creature).stats];
  const rounded = (stats: VisibleStats, stat: Stat) => roundStat(stats[stat], SHOWN_PARTS);
  return {
    creature,
    at,
    timing,
    wasDue,
    effect: visibleEffect(action, done),
    before: was,
    after: is,
    fell: STATS.filter((stat) => (rounded(is, stat) ?? Infinity) < (rounded(was, stat) ?? -Infinity)),
    endsStreak: before.streak > 0 && creature.streak === 0,
    milestones: visibleMilestones(creature, milestones),
  };
}
