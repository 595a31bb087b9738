// Finds the milestones that care reaches, each once in a creature's existence (MILE rules).
import type { Creature, Stat } from "./creature.ts";
import { SHOWN_PARTS, visibleStats, type VisibleBrand } from "./visibility.ts";

export const MILESTONE_KINDS = [
  "trust_milestone",
  "happiness_milestone",
  "discipline_milestone",
  "health_milestone",
  "care_streak",
] as const;
export type MilestoneKind = (typeof MILESTONE_KINDS)[number];

export const MILESTONE_THRESHOLDS: Readonly<Record<MilestoneKind, readonly number[]>> = {
  trust_milestone: [50, 75, 90],
  happiness_milestone: [50, 80, 100],
  discipline_milestone: [25, 50, 75],
  health_milestone: [80],
  care_streak: [10, 25, 50, 100],
};

export interface Milestone {
  readonly kind: MilestoneKind;
  readonly threshold: number;
}

/** Only `visibleMilestones` creates this type. */
export type VisibleMilestone = Milestone & VisibleBrand;

export function milestoneKey({ kind, threshold }: Milestone): string {
  return `${kind}:${threshold}`;
}

const STAT_OF: Readonly<Record<Exclude<MilestoneKind, "care_streak">, Stat>> = {
  trust_milestone: "trust",
  happiness_milestone: "happiness",
  discipline_milestone: "discipline",
  health_milestone: "health",
};

/** MILE-1: returns the displayed value, so that a stat displayed as 100 before and after crosses no threshold. */
function measured(kind: MilestoneKind, { stats, streak }: Creature): number {
  return kind === "care_streak" ? streak : Math.round(stats[STAT_OF[kind]] * SHOWN_PARTS) / SHOWN_PARTS;
}

/** Returns the milestones that were reached between two states of a creature and never before. */
export function crossedMilestones(before: Creature, after: Creature): readonly Milestone[] {
  const crossed: Milestone[] = [];
  for (const kind of MILESTONE_KINDS) {
    if (kind === "health_milestone" && !before.wasCritical) continue;
    const from = measured(kind, before);
    const to = measured(kind, after);
    for (const threshold of MILESTONE_THRESHOLDS[kind]) {
      const milestone = { kind, threshold };
      if (from < threshold && to >= threshold && !before.milestones.includes(milestoneKey(milestone))) {
        crossed.push(milestone);
      }
    }
  }
  return crossed;
}

/** Omits milestones of hidden stats, which would reveal the values of those stats (SEEN-2). */
export function visibleMilestones<Some extends Pick<Milestone, "kind">>(
  { species, stats }: Creature,
  milestones: readonly Some[],
): readonly (Some & VisibleBrand)[] {
  if (milestones.length === 0) return [];
  const { hidden } = visibleStats(species.mechanic, stats);
  const isVisible = (milestone: Some): milestone is Some & VisibleBrand =>
    !hidden.some((stat) => milestone.kind.startsWith(stat));
  return milestones.filter(isVisible);
}
