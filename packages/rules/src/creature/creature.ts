// Defines a creature as stored: its stats at one instant (`asOf`), and the fields from which the rules compute every later state.
import { DAY_MS, HOUR_MS } from "../time/durations.ts";
import type { Span } from "../time/span.ts";
import type { SpeciesNature } from "../species/species.ts";
import type { Hours, Instant, Millis } from "../time/units.ts";

export const STAGES = ["egg", "baby", "child", "teen", "adult"] as const;
export type Stage = (typeof STAGES)[number];
/** The stages of a hatched creature. */
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

/** When each stage began, or null if the creature has not reached it. */
export interface StageInstants {
  readonly baby: Instant | null;
  readonly child: Instant | null;
  readonly teen: Instant | null;
  readonly adult: Instant | null;
}

export interface Rhythm {
  /** The moving average of the intervals between care actions (RHYTHM-1). */
  readonly averageHours: Hours;
  /** The number of intervals in the average, including the initial one. */
  readonly weight: number;
  /** The number of intervals, including those too short for the average (RHYTHM-1, RHYTHM-2). */
  readonly intervals: number;
}

export const PAUSE_KINDS = ["boarding", "suspension", "amnesty", "leave"] as const;

/** Time that does not count for a creature. */
export interface Pause extends Span {
  readonly kind: (typeof PAUSE_KINDS)[number];
  /** Set if the pause was ended early. It is then over even for a process whose clock is slightly slow. */
  readonly ended?: true;
}

export interface Death {
  readonly at: Instant;
  readonly cause: DeathCause;
}

interface CreatureBase {
  readonly id: string;
  readonly name: string;
  readonly species: SpeciesNature;
  /** IANA name of the time zone that determines the creature's local hours, but never durations. */
  readonly zone: string;
  readonly personality: readonly string[];

  readonly adoptedAt: Instant;
  readonly stageInstants: StageInstants;
  readonly path: EvolutionPath | null;
  /** Whether the release counts as a death for the tiers (TIER-2, RELEASE-4). */
  readonly releasedInDistress: boolean;
  /** When the keeper took the creature back after a release. Absent before that, so that older digests remain valid. */
  readonly takenBackAt?: Instant;
  /** Total time that does not count toward the age: pauses, and time dead before resurrections. */
  readonly stillMs: Millis;
  readonly resurrections: number;
  /** The number of deaths that an outage of the service caused and that were undone (AMNESTY-4). */
  readonly restorations: number;
  /** Pauses, oldest first, at least those of the last 14 days. The clocks below have already been moved across them. */
  readonly pauses: readonly Pause[];

  /** The instant at which the stats and scores below hold. */
  readonly asOf: Instant;
  readonly stats: Stats;

  /** Start of the feeding clock: the last feeding, hatching, or resurrection. */
  readonly lastFedAt: Instant;
  /** The reading of the feeding clock at `asOf`. After half a window, the clock stops during sleep (FEED-2). */
  readonly feedingMs: Millis;
  readonly lastPlayedAt: Instant | null;
  /** Start of the cleaning clock: the last cleaning, hatching, or resurrection. */
  readonly lastCleanedAt: Instant;
  /** The last recorded check, care, hatching, or resurrection. Affects only social creatures. */
  readonly lastCheckedAt: Instant;
  /** Start of the death clock: the last care, hatching, or resurrection. */
  readonly lastCareAt: Instant;
  readonly lastCareAction: CareAction | null;
  /** The first care since hatching or resurrection, or null before it (RHYTHM-2). */
  readonly rhythmSince: Instant | null;
  /** Whether the creature was played with since the last feeding, hatching, or resurrection. */
  readonly playedThisCycle: boolean;
  readonly rhythm: Rhythm;

  readonly consistency: number;
  readonly responsiveness: number;
  /** The number of feedings and missed windows that moved consistency. */
  readonly scored: number;
  readonly streak: number;
  /** The number of windows missed since the last feeding and up to `asOf`, which `consistency` already includes. */
  readonly missedThisCycle: number;
  readonly missedFeedings: number;
  readonly feedings: number;
  readonly careActions: number;
  /** The last 20 care actions, oldest first. */
  readonly recentActions: readonly CareAction[];

  /** Whether health was below 20, for any reason, since hatching or resurrection. */
  readonly wasCritical: boolean;
  /** Whether time or a missed_window penalty lowered health below 20 since hatching or resurrection (PATH-2). */
  readonly wasCriticalByClock: boolean;
  /** When hunger fell below 10, or null while it is not. */
  readonly starvingSince: Instant | null;
  /** When health fell below 20, or null while it is not. */
  readonly criticalSince: Instant | null;
  /** Whether care ever raised health to 40 while `wasCriticalByClock` was set. A resurrection does not reset it. */
  readonly rescued: boolean;
  /** Keys of the milestones that have fired, such as `trust_milestone:50`. */
  readonly milestones: readonly string[];

  /**
   * Never set. A creature read from the store has another type here, so no rule accepts it before it has been moved across
   * outages (AMNESTY-2).
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

export interface Living extends CreatureBase, HatchedFields, ResidentFields {}

export type Resident = Egg | Living;

export interface Dead extends CreatureBase, HatchedFields {
  readonly death: Death;
  readonly releasedAt: null;
}

interface ReleasedEgg extends CreatureBase, EggFields, ReleasedFields {}
interface ReleasedLiving extends CreatureBase, HatchedFields, ReleasedFields {}
export type Released = ReleasedEgg | ReleasedLiving;

/** Discriminated by `hatchedAt`, `death`, and `releasedAt`. */
export type Creature = Resident | Dead | Released;

/** Declares no return type, so that TypeScript infers and checks the type predicate. */
export function isLiving(creature: Creature) {
  return creature.hatchedAt !== null && creature.death === null && creature.releasedAt === null;
}

/** Returns the instant at which an event at `clock` counts. A clock that ran backward never undoes a recorded event (TIME-2). */
export function instantFor(creature: Creature, clock: Instant): Instant {
  return Math.max(clock, creature.asOf, creature.lastCheckedAt);
}

/** Returns the age at `at`, which must not precede the last pause or resurrection, or the age at death. An egg's age is 0. */
export function ageMsAt(creature: Pick<Creature, "hatchedAt" | "death" | "stillMs">, at: Instant): Millis {
  if (creature.hatchedAt === null) return 0;
  const until = creature.death === null ? at : creature.death.at;
  return Math.max(0, until - creature.hatchedAt - creature.stillMs);
}

/** Returns the day of life, starting at 1, for the age that `ageMsAt` returns. */
export function dayOfLife(creature: Pick<Creature, "hatchedAt" | "death" | "stillMs">, at: Instant): number {
  return Math.floor(ageMsAt(creature, at) / DAY_MS) + 1;
}

/** Returns the instant at which a creature reaches an age if it lives that long, without further pauses. */
export function instantOfAge({ hatchedAt, stillMs }: Living, ageHours: Hours): Instant {
  return hatchedAt + stillMs + ageHours * HOUR_MS;
}

export function isSocial(species: SpeciesNature): boolean {
  return species.innateTraits.includes("social");
}

export function clampStat(value: number): number {
  return value < 0 ? 0 : value > 100 ? 100 : value;
}
