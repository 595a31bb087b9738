// `applyCare`: what a care action does to a creature at an instant (CARE, STREAK and MECH rules). The creature may refuse;
// a refusal is an answer and changes nothing.
import { CLEAN_AFTER_MS } from "../life/advice.ts";
import { RECENT_ACTIONS, afterAnswering, afterLate, afterOnTime } from "../creature/consistency.ts";
import { CRITICAL_BELOW, STARVING_BELOW, courseOf } from "../life/course.ts";
import {
  STATS,
  ageMsAt,
  clampStat,
  instantFor,
  type CareAction,
  type Dead,
  type Death,
  type Effectiveness,
  type ItemCategory,
  type Living,
  type Stat,
  type Stats,
  type Timing,
} from "../creature/creature.ts";
import { HOUR_MS } from "../time/durations.ts";
import { PRIMARY_STAT, effectOf, type Effect } from "../creature/effects.ts";
import { growsUpByCare, pathFor } from "../life/evolution.ts";
import { earlinessFactor, feedingTiming, isVeryEarly, positionOf, recommendedPosition } from "../life/feeding.ts";
import { crossedMilestones, milestoneKey, type Milestone } from "../creature/milestones.ts";
import { restingAt } from "../life/rest.ts";
import { rhythmAfterCare } from "../creature/rhythm.ts";
import { settle, settleAlong } from "../life/settle.ts";
import { isAsleepAt } from "../time/sleep.ts";
import {
  gainFactor,
  isCurledUp,
  refusesFoodBeforePlay,
  trustGainFactor,
  trustLossFactor,
  wantsPlayFirst,
  type CareCircumstance,
} from "../creature/mechanics.ts";
import type { SpeciesNature } from "../species/species.ts";
import { localHourAt } from "../time/zone.ts";
import type { Instant } from "../time/units.ts";

export type RefusalReason = "resting" | "asleep" | "untrusting" | "unplayed";

/** An item as judged: its category, or null when nobody could judge it, and whether it is a task for a border collie. */
export interface JudgedItem {
  readonly category: ItemCategory | null;
  readonly isTask: boolean;
}

/** Why an action was not fully effective, for the tip that says what to do instead. */
export type ShortfallReason = "full" | "early" | "harmful" | "disliked" | "no_task_item";

export interface CareDone {
  readonly kind: "done";
  /** The state to store: alive, or dead when a harmful item took its last health. */
  readonly creature: Living | Dead;
  /** The creature settled at the instant, before the action. */
  readonly before: Living;
  readonly at: Instant;
  readonly timing: Timing | null;
  /** By the exact values: what the log keeps and a replay compares. Answers judge by the values shown (CARE-10). */
  readonly effectiveness: Effectiveness;
  readonly shortfall: ShortfallReason | null;
  /** What the primary stat would have gained at full effect. */
  readonly expectedGain: number;
  /** Cleaning that was advised, after a day or more without (ADVICE-4), or play that its next meal waited for. */
  readonly wasDue: boolean;
  readonly milestones: readonly Milestone[];
}

export interface CareRefused {
  readonly kind: "refused";
  readonly reason: RefusalReason;
  readonly creature: Living;
  readonly at: Instant;
}

export type CareOutcome =
  | CareDone
  | CareRefused
  /** It died first. */
  | { readonly kind: "died"; readonly creature: Dead };

/** What a late feeding, and one after a missed window, cost (FEED-3). */
export const LATE_TRUST = -0.5;
export const MISSED_TRUST = -1;
export const MISSED_HEALTH = -3;
const VERY_EARLY_HAPPINESS = -2;
const STREAK_BONUS_FROM = 3;
const STREAK_BONUS_PER_FEEDING = 0.5;
const STREAK_BONUS_MAX = 5;
/** PATH-2. */
export const RESCUED_HEALTH = 40;
/** What counts as no difference between two stats. */
export const NOTHING = 1e-9;
/** The clock takes this much health in less than a millisecond. */
const SPENT = 1e-6;

export const NO_ITEM: JudgedItem = { category: null, isTask: false };

export function applyCare(stored: Living, action: CareAction, item: JudgedItem = NO_ITEM, clock: Instant): CareOutcome {
  const at = instantFor(stored, clock);
  const course = courseOf(stored);
  const before = settleAlong(stored, course, at);
  if (before.death !== null) return { kind: "died", creature: before };
  const rests = restingAt(stored, clock) !== null;
  const reason = rests ? "resting" : refusalReason(before, action, isAsleepAt(course.sleeper, at));
  if (reason !== null) return { kind: "refused", reason, creature: before, at };

  const position = positionOf(before.species, before.feedingMs);
  const timing = action === "feed" ? feedingTiming(position) : null;
  const circumstance: CareCircumstance = {
    action,
    localHour: localHourAt(before.zone, at).hour,
    playedThisCycle: before.playedThisCycle,
    withTaskItem: item.isTask,
  };
  const earliness = action === "feed" ? earlinessFactor(position) : 1;
  let stats = applyEffect(before, effectOf(action, item.category), circumstance, earliness);
  let after: Living = { ...before, stats };
  if (timing !== null) {
    after = withFeeding(after, timing, position);
    ({ stats } = after);
  }
  after = withAction(after, action, at);

  const critical = stats.health < CRITICAL_BELOW;
  after = {
    ...after,
    wasCritical: after.wasCritical || critical,
    criticalSince: critical ? (after.criticalSince ?? at) : null,
    starvingSince: stats.hunger < STARVING_BELOW ? after.starvingSince : null,
    rescued: after.rescued || (after.wasCriticalByClock && stats.health >= RESCUED_HEALTH),
  };
  after = grownUpByCare(after, at);
  const died = deathBy(after, at);
  const milestones = died === null ? crossedMilestones(before, after) : [];
  const expected = expectedGain(before, item.category, circumstance);
  const effectiveness = effectivenessOf(before.stats, stats, PRIMARY_STAT[action], expected);
  return {
    kind: "done",
    creature: { ...after, milestones: [...after.milestones, ...milestones.map(milestoneKey)], death: died },
    before,
    at,
    timing,
    effectiveness,
    shortfall: effectiveness === "effective" ? null : shortfallReason(before, item, timing, circumstance),
    expectedGain: expected,
    wasDue: wasDue(before, action, at),
    milestones,
  };
}

function wasDue({ species, playedThisCycle, lastCleanedAt }: Living, action: CareAction, at: Instant): boolean {
  if (action === "play") return wantsPlayFirst(species.mechanic) && !playedThisCycle;
  return action === "clean" && at - lastCleanedAt >= CLEAN_AFTER_MS;
}

/** DEATH-3: killed by the action's own damage, or by the clock within the same millisecond. */
function deathBy(after: Living, at: Instant): Death | null {
  const { health } = after.stats;
  if (health <= 0) return { at, cause: "harm" };
  return health < SPENT ? settle(after, at).death : null;
}

function refusalReason(creature: Living, action: CareAction, asleep: boolean): RefusalReason | null {
  if (action === "reflect") return null;
  const { mechanic } = creature.species;
  if (asleep) return "asleep";
  if (isCurledUp(mechanic, creature.stats.trust)) return "untrusting";
  if (action === "feed" && refusesFoodBeforePlay(mechanic) && !creature.playedThisCycle) return "unplayed";
  return null;
}

/** One entry of an effect as this species takes it: only gains are scaled, and trust is gained at its own speed. */
function gainOf(species: SpeciesNature, stat: Stat, value: number, circumstance: CareCircumstance): number {
  if (value <= 0) return value;
  const trustSpeed = stat === "trust" ? trustGainFactor(species) : 1;
  return value * gainFactor(species.mechanic, circumstance, stat) * trustSpeed;
}

function applyEffect(creature: Living, effect: Effect, circumstance: CareCircumstance, earliness: number): Stats {
  const result: Record<Stat, number> = { ...creature.stats };
  for (const stat of STATS) {
    const gain = gainOf(creature.species, stat, effect[stat] ?? 0, circumstance);
    result[stat] = clampStat(result[stat] + (gain > 0 ? gain * earliness : gain));
  }
  return result;
}

/** What a feeding's timing adds to the effect of the food itself. */
function withFeeding(creature: Living, timing: Timing, position: number): Living {
  const { species, stats } = creature;
  const fed: Living = { ...creature, feedings: creature.feedings + 1, streak: 0 };
  const updatedResponsiveness = (): Pick<Living, "responsiveness"> => ({
    responsiveness: afterAnswering(creature.responsiveness, position, recommendedPosition(creature)),
  });
  switch (timing) {
    case "early": {
      if (!isVeryEarly(position)) return fed;
      return { ...fed, stats: { ...stats, happiness: clampStat(stats.happiness + VERY_EARLY_HAPPINESS) } };
    }
    case "on_time": {
      const streak = creature.streak + 1;
      const bonus = streakBonus(streak) * trustGainFactor(species);
      return {
        ...fed,
        ...updatedResponsiveness(),
        streak,
        consistency: afterOnTime(creature.consistency, species),
        scored: creature.scored + 1,
        stats: { ...stats, trust: clampStat(stats.trust + bonus) },
      };
    }
    case "late":
      return {
        ...fed,
        ...updatedResponsiveness(),
        consistency: afterLate(creature.consistency, species),
        scored: creature.scored + 1,
        stats: { ...stats, trust: clampStat(stats.trust + LATE_TRUST * trustLossFactor(species)) },
      };
    case "missed_window": {
      // The clock has counted the missed windows already; its penalty never takes the last of the health.
      const health = Math.min(stats.health, Math.max(1, stats.health + MISSED_HEALTH));
      const turnedCritical = stats.health >= CRITICAL_BELOW && health < CRITICAL_BELOW;
      return {
        ...fed,
        ...updatedResponsiveness(),
        wasCriticalByClock: creature.wasCriticalByClock || turnedCritical,
        stats: { ...stats, health, trust: clampStat(stats.trust + MISSED_TRUST * trustLossFactor(species)) },
      };
    }
  }
}

/** STREAK-2. */
export function streakBonus(streak: number): number {
  return streak < STREAK_BONUS_FROM ? 0 : Math.min(STREAK_BONUS_MAX, STREAK_BONUS_PER_FEEDING * streak);
}

/** The clocks and counts that an accepted action moves. */
function withAction(creature: Living, action: CareAction, at: Instant): Living {
  const cared: Living = {
    ...creature,
    ...rhythmAfterCare(creature, at),
    hasRhythmStart: true,
    lastCareAt: at,
    lastCareAction: action,
    lastCheckedAt: at,
    careActions: creature.careActions + 1,
    recentActions: [...creature.recentActions, action].slice(-RECENT_ACTIONS),
  };
  if (action === "feed") {
    return { ...cared, lastFedAt: at, feedingMs: 0, missedThisCycle: 0, playedThisCycle: false };
  }
  if (action === "play") return { ...cared, lastPlayedAt: at, playedThisCycle: true };
  return action === "clean" ? { ...cared, lastCleanedAt: at } : cared;
}

function grownUpByCare(creature: Living, at: Instant): Living {
  if (!growsUpByCare(creature, ageMsAt(creature, at) / HOUR_MS)) return creature;
  return {
    ...creature,
    stage: "adult",
    stageInstants: { ...creature.stageInstants, adult: at },
    path: pathFor(creature.consistency, creature.rescued),
  };
}

/** What the primary stat would have gained at full effect: the measure of "reduced" (CARE-10). */
function expectedGain(creature: Living, category: ItemCategory | null, circumstance: CareCircumstance): number {
  const stat = PRIMARY_STAT[circumstance.action];
  const effect = effectOf(circumstance.action, category === "disliked" ? null : category);
  return gainOf(creature.species, stat, effect[stat] ?? 0, circumstance);
}

function effectivenessOf(before: Stats, after: Stats, stat: Stat, expected: number): Effectiveness {
  const gain = after[stat] - before[stat];
  if (gain <= NOTHING) return "wasted";
  return gain < expected - NOTHING ? "reduced" : "effective";
}

function shortfallReason(
  creature: Living,
  item: JudgedItem,
  timing: Timing | null,
  circumstance: CareCircumstance,
): ShortfallReason {
  const factor = gainFactor(creature.species.mechanic, circumstance, PRIMARY_STAT[circumstance.action]);
  if (item.category === "harmful") return "harmful";
  if (factor === 0) return "no_task_item";
  if (item.category === "disliked") return "disliked";
  return timing === "early" ? "early" : "full";
}
