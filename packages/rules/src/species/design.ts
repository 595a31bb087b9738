// Turns a keeper's design into a species (SPECIES-2, SPECIES-6, SPECIES-7). Clamps the numbers, although the contract validates
// them.
import type { Family, SpeciesNature, Trait, TrustSpeed } from "./species.ts";
import type { Hours } from "../time/units.ts";

/** The fields of a design that govern a life. */
export interface SpeciesDesign {
  readonly slug: string;
  readonly name: string;
  readonly family: Family;
  readonly trustSpeed?: TrustSpeed | undefined;
  readonly feedingWindowHours?: Hours | undefined;
  readonly hungerDecayPerHour?: number | undefined;
  readonly happinessDecayPerHour?: number | undefined;
  readonly innateTraits?: readonly Trait[] | undefined;
}

export const DESIGN_RANGES = {
  feedingWindowHours: { min: 2, max: 24 },
  hungerDecayPerHour: { min: 0.2, max: 3 },
  happinessDecayPerHour: { min: 0.2, max: 2 },
} as const;

export const DESIGN_DEFAULTS = {
  trustSpeed: "medium",
  feedingWindowHours: 5,
  hungerDecayPerHour: 1.6,
  happinessDecayPerHour: 0.8,
  innateTraits: [],
} as const satisfies Partial<SpeciesNature>;

export const MAX_INNATE_TRAITS = 3;
const ADULTS_TO_DESIGN = 1;

/** SPECIES-7: checks whether a keeper may design species. */
export function mayDesign(adultsRaised: number): boolean {
  return adultsRaised >= ADULTS_TO_DESIGN;
}

function clampToRange(key: keyof typeof DESIGN_RANGES, value: number = DESIGN_DEFAULTS[key]): number {
  const { min, max } = DESIGN_RANGES[key];
  return Math.min(max, Math.max(min, value));
}

/** Returns the nature that creatures of a designed species copy at adoption (ADOPT-4). */
export function natureOfDesign(design: SpeciesDesign): SpeciesNature {
  const traits: readonly Trait[] = design.innateTraits ?? DESIGN_DEFAULTS.innateTraits;
  return {
    slug: design.slug,
    name: design.name,
    family: design.family,
    tier: "community",
    trustSpeed: design.trustSpeed ?? DESIGN_DEFAULTS.trustSpeed,
    feedingWindowHours: clampToRange("feedingWindowHours", design.feedingWindowHours),
    hungerDecayPerHour: clampToRange("hungerDecayPerHour", design.hungerDecayPerHour),
    happinessDecayPerHour: clampToRange("happinessDecayPerHour", design.happinessDecayPerHour),
    innateTraits: [...new Set(traits)].slice(0, MAX_INNATE_TRAITS),
    mechanic: null,
    curious: false,
  };
}
