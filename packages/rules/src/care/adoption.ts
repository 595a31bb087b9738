// Adopts an egg, and hatches it at the first status or home call (ADOPT and EGG rules).
import type { Egg, Living, Stats } from "../creature/creature.ts";
import { chance, seedOf } from "../time/hash.ts";
import { NO_RHYTHM } from "../creature/rhythm.ts";
import type { SpeciesNature } from "../species/species.ts";
import { PERSONALITY_LAYERS } from "../creature/personality.ts";
import type { Instant } from "../time/units.ts";

export const EGG_HATCHES_IN_MINUTES = 0;
export const FIRST_STATS: Stats = { hunger: 100, happiness: 100, health: 100, trust: 20, discipline: 0 };
const ADOPTION_LAYER_COUNT = 2;

export interface Adoption {
  readonly id: string;
  readonly name: string;
  readonly species: SpeciesNature;
  readonly zone: string;
  readonly at: Instant;
}

export function adopt({ id, name, species, zone, at }: Adoption): Egg {
  return {
    id,
    name,
    species: natureOf(species),
    zone,
    personality: personalityOf(id, species),
    adoptedAt: at,
    hatchedAt: null,
    stage: "egg",
    stageInstants: { baby: null, child: null, teen: null, adult: null },
    path: null,
    death: null,
    releasedAt: null,
    releasedInDistress: false,
    stillMs: 0,
    resurrections: 0,
    restorations: 0,
    pauses: [],
    asOf: at,
    stats: FIRST_STATS,
    lastFedAt: at,
    feedingMs: 0,
    lastPlayedAt: null,
    lastCleanedAt: at,
    lastCheckedAt: at,
    lastCareAt: at,
    lastCareAction: null,
    rhythmSince: null,
    playedThisCycle: false,
    rhythm: NO_RHYTHM,
    consistency: 100,
    responsiveness: 100,
    scored: 0,
    streak: 0,
    missedThisCycle: 0,
    missedFeedings: 0,
    feedings: 0,
    careActions: 0,
    recentActions: [],
    wasCritical: false,
    wasCriticalByClock: false,
    starvingSince: null,
    criticalSince: null,
    rescued: false,
    milestones: [],
  };
}

/** ADOPT-2: combines the innate traits with two layers selected by a hash of the id. */
function personalityOf(id: string, species: SpeciesNature): readonly string[] {
  const seed = seedOf(id);
  const layers = PERSONALITY_LAYERS.toSorted((a, b) => chance(seed, seedOf(a)) - chance(seed, seedOf(b)));
  return [...species.innateTraits, ...layers.slice(0, ADOPTION_LAYER_COUNT)];
}

/** ADOPT-4: copies only the fields that govern a life, because `species` may be a catalog entry with more. */
function natureOf(species: SpeciesNature): SpeciesNature {
  return {
    slug: species.slug,
    name: species.name,
    family: species.family,
    tier: species.tier,
    trustSpeed: species.trustSpeed,
    feedingWindowHours: species.feedingWindowHours,
    hungerDecayPerHour: species.hungerDecayPerHour,
    happinessDecayPerHour: species.happinessDecayPerHour,
    innateTraits: species.innateTraits,
    mechanic: species.mechanic,
    curious: species.curious,
  };
}

/** Starts the clocks. Hatching and resurrection do not count as feeding, care, or play. */
export function startClocks(at: Instant) {
  return {
    asOf: at,
    lastFedAt: at,
    feedingMs: 0,
    lastCleanedAt: at,
    lastCheckedAt: at,
    lastCareAt: at,
    rhythmSince: null,
    playedThisCycle: false,
    missedThisCycle: 0,
  } as const;
}

export function hatch(egg: Egg, clock: Instant): Living {
  const at = Math.max(clock, egg.adoptedAt);
  return {
    ...egg,
    ...startClocks(at),
    hatchedAt: at,
    stage: "baby",
    stageInstants: { ...egg.stageInstants, baby: at },
  };
}

/** ADOPT-5: the maximum number of living creatures and eggs in a house. */
export const HOUSE_ROOM = 50;

export function hasRoom(livingAndEggs: number): boolean {
  return livingAndEggs < HOUSE_ROOM;
}
