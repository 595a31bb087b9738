// A creature as a row and back. Rows travel as JSON in both directions, so that one statement can load a whole house and
// one can save a creature with everything that belongs to the change.
import type {
  CareAction,
  Creature,
  DeathCause,
  EvolutionPath,
  Pause,
  Stage,
  Timing,
} from "@denkeeper/rules/creature/creature.ts";
import type { Family, Mechanic, Tier, Trait, TrustSpeed } from "@denkeeper/rules/species/species.ts";
import type { LogEvent } from "./care-log.ts";

/** One of the last few actions with its words. */
export interface RecentCare {
  readonly action: CareAction;
  readonly item: string | null;
  readonly notes: string | null;
  readonly timing: Timing | null;
  readonly at: number;
}

/**
 * A creature as it was stored. The service may have been away since, and that time does not count: no rule may judge it
 * before `present` (house/amnesty.ts) has taken it out. The domain's functions do not take this type.
 */
export type CreatureAsStored = Omit<Creature, "asStored"> & { readonly asStored?: true };

/** A creature as it was stored, with what only the house knows of it. */
export interface StoredCreature {
  readonly agentId: string;
  readonly version: number;
  readonly creature: CreatureAsStored;
  readonly seenStage: Stage;
  readonly recentCare: readonly RecentCare[];
  readonly imagePrompt: string | null;
  readonly imageUrl: string | null;
  /** Real time; a lower bound on the next death or stage change, or null. */
  readonly nextEventAt: number | null;
  /** What has happened to the creature as it is here and is not in its log yet: outages that passed over it. */
  readonly unwritten?: readonly LogEvent[];
}

/** The same as it is at present: it may be judged, and a change may start from it. */
export interface PresentCreature extends StoredCreature {
  readonly creature: Creature;
}

/** The columns of `creatures`. */
export interface CreatureRow {
  readonly agent_id: string;
  readonly creature_id: string;
  readonly version: number;
  readonly name: string;
  readonly image_prompt: string | null;
  readonly image_url: string | null;
  readonly zone: string;
  readonly personality: readonly string[];
  readonly species_slug: string;
  readonly species_name: string;
  readonly family: Family;
  readonly tier: Tier;
  readonly trust_speed: TrustSpeed;
  readonly feeding_window_hours: number;
  readonly hunger_decay_per_hour: number;
  readonly happiness_decay_per_hour: number;
  readonly innate_traits: readonly Trait[];
  readonly mechanic: Mechanic | null;
  readonly curious: boolean;
  readonly adopted_at: number;
  readonly hatched_at: number | null;
  readonly stage: Stage;
  readonly baby_at: number | null;
  readonly child_at: number | null;
  readonly teen_at: number | null;
  readonly adult_at: number | null;
  readonly path: EvolutionPath | null;
  readonly seen_stage: Stage;
  readonly died_at: number | null;
  readonly death_cause: DeathCause | null;
  readonly released_at: number | null;
  readonly released_in_distress: boolean;
  readonly taken_back_at: number | null;
  /** How long its age has stood still; from before there were other reasons than death. */
  readonly dead_ms: number;
  readonly resurrections: number;
  readonly restorations: number | null;
  readonly pauses: readonly Pause[] | null;
  readonly as_of: number;
  readonly hunger: number;
  readonly happiness: number;
  readonly health: number;
  readonly trust: number;
  readonly discipline: number;
  readonly last_fed_at: number;
  readonly feeding_ms: number;
  readonly last_played_at: number | null;
  readonly last_cleaned_at: number;
  readonly last_checked_at: number;
  readonly last_care_at: number;
  readonly last_care_action: CareAction | null;
  readonly has_rhythm_start: boolean;
  readonly rhythm_since: number | null;
  readonly played_this_cycle: boolean;
  readonly rhythm_average_hours: number;
  readonly rhythm_weight: number;
  readonly rhythm_intervals: number;
  readonly consistency: number;
  readonly responsiveness: number;
  readonly scored: number;
  readonly streak: number;
  readonly missed_this_cycle: number;
  readonly missed_feedings: number;
  readonly feedings: number;
  readonly care_actions: number;
  readonly recent_actions: readonly CareAction[];
  readonly was_critical: boolean;
  readonly was_critical_by_clock: boolean;
  readonly starving_since: number | null;
  readonly critical_since: number | null;
  readonly rescued: boolean;
  readonly milestones: readonly string[];
  readonly recent_care: readonly RecentCare[];
  readonly next_event_at: number | null;
}

export function creatureRow(stored: StoredCreature): CreatureRow {
  const { creature } = stored;
  const { species, stageInstants, death, stats, rhythm } = creature;
  return {
    agent_id: stored.agentId,
    creature_id: creature.id,
    version: stored.version,
    name: creature.name,
    image_prompt: stored.imagePrompt,
    image_url: stored.imageUrl,
    zone: creature.zone,
    personality: creature.personality,
    species_slug: species.slug,
    species_name: species.name,
    family: species.family,
    tier: species.tier,
    trust_speed: species.trustSpeed,
    feeding_window_hours: species.feedingWindowHours,
    hunger_decay_per_hour: species.hungerDecayPerHour,
    happiness_decay_per_hour: species.happinessDecayPerHour,
    innate_traits: species.innateTraits,
    mechanic: species.mechanic,
    curious: species.curious,
    adopted_at: creature.adoptedAt,
    hatched_at: creature.hatchedAt,
    stage: creature.stage,
    baby_at: stageInstants.baby,
    child_at: stageInstants.child,
    teen_at: stageInstants.teen,
    adult_at: stageInstants.adult,
    path: creature.path,
    seen_stage: stored.seenStage,
    died_at: death?.at ?? null,
    death_cause: death?.cause ?? null,
    released_at: creature.releasedAt,
    released_in_distress: creature.releasedInDistress,
    taken_back_at: creature.takenBackAt ?? null,
    dead_ms: creature.stillMs,
    resurrections: creature.resurrections,
    restorations: creature.restorations === 0 ? null : creature.restorations,
    pauses: creature.pauses.length === 0 ? null : creature.pauses,
    as_of: creature.asOf,
    hunger: stats.hunger,
    happiness: stats.happiness,
    health: stats.health,
    trust: stats.trust,
    discipline: stats.discipline,
    last_fed_at: creature.lastFedAt,
    feeding_ms: creature.feedingMs,
    last_played_at: creature.lastPlayedAt,
    last_cleaned_at: creature.lastCleanedAt,
    last_checked_at: creature.lastCheckedAt,
    last_care_at: creature.lastCareAt,
    last_care_action: creature.lastCareAction,
    has_rhythm_start: creature.hasRhythmStart,
    rhythm_since: creature.rhythmSince,
    played_this_cycle: creature.playedThisCycle,
    rhythm_average_hours: rhythm.averageHours,
    rhythm_weight: rhythm.weight,
    rhythm_intervals: rhythm.intervals,
    consistency: creature.consistency,
    responsiveness: creature.responsiveness,
    scored: creature.scored,
    streak: creature.streak,
    missed_this_cycle: creature.missedThisCycle,
    missed_feedings: creature.missedFeedings,
    feedings: creature.feedings,
    care_actions: creature.careActions,
    recent_actions: creature.recentActions,
    was_critical: creature.wasCritical,
    was_critical_by_clock: creature.wasCriticalByClock,
    starving_since: creature.starvingSince,
    critical_since: creature.criticalSince,
    rescued: creature.rescued,
    milestones: creature.milestones,
    recent_care: stored.recentCare,
    next_event_at: stored.nextEventAt,
  };
}

export function creatureFromRow(row: CreatureRow): StoredCreature {
  return {
    agentId: row.agent_id,
    version: row.version,
    seenStage: row.seen_stage,
    recentCare: row.recent_care,
    imagePrompt: row.image_prompt,
    imageUrl: row.image_url,
    nextEventAt: row.next_event_at,
    creature: {
      id: row.creature_id,
      name: row.name,
      zone: row.zone,
      personality: row.personality,
      species: {
        slug: row.species_slug,
        name: row.species_name,
        family: row.family,
        tier: row.tier,
        trustSpeed: row.trust_speed,
        feedingWindowHours: row.feeding_window_hours,
        hungerDecayPerHour: row.hunger_decay_per_hour,
        happinessDecayPerHour: row.happiness_decay_per_hour,
        innateTraits: row.innate_traits,
        mechanic: row.mechanic,
        curious: row.curious,
      },
      adoptedAt: row.adopted_at,
      hatchedAt: row.hatched_at,
      stage: row.stage,
      stageInstants: { baby: row.baby_at, child: row.child_at, teen: row.teen_at, adult: row.adult_at },
      path: row.path,
      death: row.died_at === null || row.death_cause === null ? null : { at: row.died_at, cause: row.death_cause },
      releasedAt: row.released_at,
      releasedInDistress: row.released_in_distress,
      ...(row.taken_back_at === null ? {} : { takenBackAt: row.taken_back_at }),
      stillMs: row.dead_ms,
      resurrections: row.resurrections,
      restorations: row.restorations ?? 0,
      pauses: row.pauses ?? [],
      asOf: row.as_of,
      stats: {
        hunger: row.hunger,
        happiness: row.happiness,
        health: row.health,
        trust: row.trust,
        discipline: row.discipline,
      },
      lastFedAt: row.last_fed_at,
      feedingMs: row.feeding_ms,
      lastPlayedAt: row.last_played_at,
      lastCleanedAt: row.last_cleaned_at,
      lastCheckedAt: row.last_checked_at,
      lastCareAt: row.last_care_at,
      lastCareAction: row.last_care_action,
      hasRhythmStart: row.has_rhythm_start,
      rhythmSince: row.rhythm_since,
      playedThisCycle: row.played_this_cycle,
      rhythm: {
        averageHours: row.rhythm_average_hours,
        weight: row.rhythm_weight,
        intervals: row.rhythm_intervals,
      },
      consistency: row.consistency,
      responsiveness: row.responsiveness,
      scored: row.scored,
      streak: row.streak,
      missedThisCycle: row.missed_this_cycle,
      missedFeedings: row.missed_feedings,
      feedings: row.feedings,
      careActions: row.care_actions,
      recentActions: row.recent_actions,
      wasCritical: row.was_critical,
      wasCriticalByClock: row.was_critical_by_clock,
      starvingSince: row.starving_since,
      criticalSince: row.critical_since,
      rescued: row.rescued,
      milestones: row.milestones,
    },
  };
}

/** The columns that a change has given another value, as they were before. */
export function changedColumns(before: StoredCreature, after: Omit<StoredCreature, "version">): Partial<CreatureRow> {
  const { version } = before;
  const changed = new Map(Object.entries(creatureRow({ ...after, version })));
  const was = Object.entries(creatureRow(before));
  return Object.fromEntries(
    was.filter(([column, value]) => JSON.stringify(value) !== JSON.stringify(changed.get(column))),
  );
}
