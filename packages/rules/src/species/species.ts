// Defines a species: the parameters of a creature's life, and texts about its character.
import type { Hours } from "../time/units.ts";
import type { Feature } from "./anatomy.ts";

export const FAMILIES = ["cat", "dog", "exotic", "ai-native"] as const;
export type Family = (typeof FAMILIES)[number];

/** Tiers in ascending order of difficulty. */
export const BUILT_IN_TIERS = ["common", "uncommon", "rare", "extreme"] as const;
export type BuiltInTier = (typeof BUILT_IN_TIERS)[number];
export type Tier = BuiltInTier | "community";

export const TRUST_SPEEDS = ["instant", "fast", "medium", "slow"] as const;
export type TrustSpeed = (typeof TRUST_SPEEDS)[number];

export const TRAITS = [
  "punctual",
  "forgiving",
  "suspicious",
  "grateful",
  "stoic",
  "anxious",
  "vocal",
  "stubborn",
  "gentle",
  "nocturnal",
  "social",
  "solitary",
] as const;
export type Trait = (typeof TRAITS)[number];

/** Special rules of some built-in species. `night` applies to owl and kinkajou. */
export const MECHANICS = [
  "persian",
  "bengal",
  "jackrabbit",
  "border_collie",
  "chonk",
  "night",
  "robot",
  "hedgehog",
  "pangolin",
  "void",
] as const;
export type Mechanic = (typeof MECHANICS)[number];

/** The actions that accept an item: all but reflect. */
export const ITEM_ACTIONS = ["feed", "play", "clean", "medicine", "discipline", "sleep"] as const;
export type ItemAction = (typeof ITEM_ACTIONS)[number];

/** ADOPT-4: the part of a species that a creature copies at adoption, so that later changes do not affect its life. */
export interface SpeciesNature {
  readonly slug: string;
  readonly name: string;
  readonly family: Family;
  readonly tier: Tier;
  readonly trustSpeed: TrustSpeed;
  readonly feedingWindowHours: Hours;
  readonly hungerDecayPerHour: number;
  readonly happinessDecayPerHour: number;
  readonly innateTraits: readonly Trait[];
  readonly mechanic: Mechanic | null;
  /** MOOD-7: whether creatures of this species can be curious. */
  readonly curious: boolean;
}

export type ApprovedItems = Readonly<Record<ItemAction, readonly string[]>>;

export interface BuiltInSpecies extends SpeciesNature {
  readonly tier: BuiltInTier;
  /** A description of 10 to 300 characters. */
  readonly personality: string;
  /** The mechanic in one sentence of at most 200 characters. */
  readonly specialMechanic: string | null;
  /** The appearance for image generators, in at most 500 characters. */
  readonly imagePrompt: string;
  /** Features that lines about the creature may name. */
  readonly has: readonly Feature[];
  /** Sentences about the species' habits, shown while nothing is wrong. */
  readonly habits: readonly [string, ...string[]];
  /** 8 to 12 approved phrases per action. */
  readonly approvedItems: ApprovedItems;
}
