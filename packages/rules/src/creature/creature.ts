// A creature as it is stored: the stats at the instant of its last event (`asOf`), and the timestamps from which
// everything else follows. Reading a creature never changes this; only events of its life do.
import { DAY_MS, HOUR_MS } from "../time/durations.ts";
import type { Span } from "../time/span.ts";
import type { SpeciesNature } from "../species/species.ts";
import type { Hours, Instant, Millis } from "../time/units.ts";

export const STAGES = ["egg", "baby", "child", "teen", "adult"] as const;
export type Stage = (typeof STAGES)[number];
/** The stages of a creature that has hatched. */
export type GrownStage = Exclude<Stage, "egg">;

export const MOODS = ["sleeping", "critical", "sick", "hungry", "happy", "content", "curious"] as const;
export type Mood = (typeof MOODS)[number];

export const CARE_ACTIONS = ["feed", "play", "clean", "medicine", "discipline", "sleep", "reflect"] as const;
export type CareAction = (typeof CARE_ACTIONS)[number];

export const TIMINGS = ["early", "on_time", "late", "missed_window"] as const;
export type Timing = (typeof TIMINGS)[number];

export const DEATH_CAUSES = ["neglect", "hunger", "illness", "harm"] as const;
export type DeathCause = (typeof DEATH_CAUSES)[number];

export const EFFECTIVENESSES = ["effective", "reduced", "wasted"] as const;
export type Effectiveness = (typeof EFFECTIVENESSES)[number];

export const ITEM_CATEGORIES = ["loved", "liked", "neutral", "disliked", "harmful"] as const;
export type ItemCategory = (typeof ITEM_CATEGORIES)[number];

export const EVOLUTION_PATHS = ["high_care", "balanced", "low_care", "rescue"] as const;
export type EvolutionPath = (typeof EVOLUTION_PATHS)[number];

export const STATS = ["hunger", "happiness", "health", "trust", "discipline"] as const;
export type Stat = (typeof STATS)[number];
export type Stats = Readonly<Record<Stat, number>>;

/** The instants at which the stages began; null until then. All in milliseconds since 1970, like every instant here. */
export interface StageInstants {
  readonly baby: Instant | null;
  readonly child: Instant | null;
  readonly teen: Instant | null;
  readonly adult: Instant | null;
}

export interface Rhythm {
  /** The moving average of the intervals between care actions (RHYTHM-1). */
  readonly averageHours: Hours;
  /** How many intervals the average stands for, with the one that it starts from. */
  readonly weight: number;
  /** All intervals, short ones too (RHYTHM-2). */
  readonly intervals: number;
}

export const PAUSE_KINDS = ["boarding", "suspension", "amnesty", "leave"] as const;

/** Time in which a creature stood still: its keeper boarded it, or the service was away. */
export interface Pause extends Span {
  readonly kind: (typeof PAUSE_KINDS)[number];
  /** Ended by its keeper: over, also for a clock that is a little behind. */
  readonly ended?: true;
}

export interface Death {
  readonly at: Instant;
  readonly cause: DeathCause;
}

/** What every creature has, whatever has become of it. */
interface CreatureBase {
  readonly id: string;
  readonly name: string;
  readonly species: SpeciesNature;
  /** IANA name of the keeper's zone: decides local hours, never durations. */
  readonly zone: string;
  readonly personality: readonly string[];

  readonly adoptedAt: Instant;
  readonly stageInstants: StageInstants;
  readonly path: EvolutionPath | null;
  /** Let go when it was about to die: counts as a loss (TIER-2). */
  readonly releasedInDistress: boolean;
  /** When its keeper took it back after a release, which works once. Absent before, so that older digests stay as they are. */
  readonly takenBackAt?: Instant;
  /** How long its age has stood still in all: dead until a return, boarded, or the service away. */
  readonly stillMs: Millis;
  readonly resurrections: number;
  /** Deaths that the service had caused by being away, and took back (AMNESTY-4). */
  readonly restorations: number;
  /** Those of the last 14 days, in order. The clocks below have been moved across them already. */
  readonly pauses: readonly Pause[];

  /** The instant at which the stats and scores below hold. */
  readonly asOf: Instant;
  readonly stats: Stats;

  /** Start of the feeding clock: last feeding, hatching or resurrection. */
  readonly lastFedAt: Instant;
  /** How far the feeding clock has run at `asOf`: it stands still asleep after half a window (FEED-2). */
  readonly feedingMs: Millis;
  readonly lastPlayedAt: Instant | null;
  /** Start of the cleaning clock: last cleaning, hatching or resurrection. */
  readonly lastCleanedAt: Instant;
  /** Start of the unchecked stretch; matters to social creatures alone. */
  readonly lastCheckedAt: Instant;
  /** Start of the death clock: last care, hatching or resurrection. */
  readonly lastCareAt: Instant;
  readonly lastCareAction: CareAction | null;
  /** The first care of this rhythm; null after hatching and resurrection until then (RHYTHM-2). */
  readonly rhythmSince: Instant | null;
  /** Whether it was played with since the last feeding (the "cycle" of bengal and jackrabbit). */
  readonly playedThisCycle: boolean;
  readonly rhythm: Rhythm;

  readonly consistency: number;
  readonly responsiveness: number;
  /** Feedings and missed windows that moved consistency. */
  readonly scored: number;
  readonly streak: number;
  /** Missed windows since the last feeding that are in `consistency` already. */
  readonly missedThisCycle: number;
  readonly missedFeedings: number;
  readonly feedings: number;
  readonly careActions: number;
  /** The last 20 care actions, oldest first. */
  readonly recentActions: readonly CareAction[];

  /** Health was below 20 for any reason since hatching or resurrection. */
  readonly wasCritical: boolean;
  /** The clock itself took health below 20 since then (PATH-2). */
  readonly wasCriticalByClock: boolean;
  /** Since when hunger has been below 10 and health below 20, for the post-mortem; null while they are not. */
  readonly starvingSince: Instant | null;
  readonly criticalSince: Instant | null;
  /** Care has brought it back to 40 after that, once in its life. */
  readonly rescued: boolean;
  /** Stat milestones that have fired, as `trust_milestone:50`. */
  readonly milestones: readonly string[];

  /**
   * Never set. A creature as it comes from the store has another type here, so that no function of the domain takes it
   * before the times in which the service was away have been taken out (AMNESTY-2).
   */
  readonly asStored?: never;
}

interface EggFields {
  readonly hatchedAt: null;
  readonly stage: "egg";
}

interface HatchedFields {
  readonly hatchedAt: Instant;
  readonly stage: GrownStage;
}

interface ResidentFields {
  readonly death: null;
  readonly releasedAt: null;
}

interface ReleasedFields {
  readonly death: null;
  readonly releasedAt: Instant;
}

export interface Egg extends CreatureBase, EggFields, ResidentFields {}

/** Only such a creature has a course. */
export interface Living extends CreatureBase, HatchedFields, ResidentFields {}

/** In the house of its keeper. */
export type Resident = Egg | Living;

export interface Dead extends CreatureBase, HatchedFields {
  readonly death: Death;
  readonly releasedAt: null;
}

interface ReleasedEgg extends CreatureBase, EggFields, ReleasedFields {}
interface ReleasedLiving extends CreatureBase, HatchedFields, ReleasedFields {}
export type Released = ReleasedEgg | ReleasedLiving;

/** `hatchedAt`, `death` and `releasedAt` tell which it is. */
export type Creature = Resident | Dead | Released;

/** Its result is inferred, and so checked: `creature is Living`. */
export function isLiving(creature: Creature) {
  return creature.hatchedAt !== null && creature.death === null && creature.releasedAt === null;
}

/** The instant an event at `clock` counts for: a clock that ran back never undoes what was recorded (TIME-2). */
export function instantFor(creature: Creature, clock: Instant): Instant {
  return Math.max(clock, creature.asOf, creature.lastCheckedAt);
}

/** Age counts from hatching, without the time in which it stood still. `at` lies within the life. */
export function ageMsAt(creature: Pick<Creature, "hatchedAt" | "death" | "stillMs">, at: Instant): Millis {
  if (creature.hatchedAt === null) return 0;
  const until = creature.death === null ? at : creature.death.at;
  return Math.max(0, until - creature.hatchedAt - creature.stillMs);
}

/** The day of its life, from 1. `at` lies within the life. */
export function dayOfLife(creature: Pick<Creature, "hatchedAt" | "death" | "stillMs">, at: Instant): number {
  return Math.floor(ageMsAt(creature, at) / DAY_MS) + 1;
}

/** The instant at which it reaches an age, if it lives. */
export function instantOfAge({ hatchedAt, stillMs }: Living, ageHours: Hours): Instant {
  return hatchedAt + stillMs + ageHours * HOUR_MS;
}

export function isSocial(species: SpeciesNature): boolean {
  return species.innateTraits.includes("social");
}

export function clampStat(value: number): number {
  return value < 0 ? 0 : value > 100 ? 100 : value;
}
