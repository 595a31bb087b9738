// What a species is: the parameters of a creature's life, and the words of its character.
import type { Hours } from "../time/units.ts";
import type { Feature } from "./anatomy.ts";

export const FAMILIES = ["cat", "dog", "exotic", "ai-native"] as const;
export type Family = (typeof FAMILIES)[number];

/** From the easiest to unlock to the hardest. */
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

/** The rules that only some built-in species have. `night` is shared by owl and kinkajou. */
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

/** The six actions that take an item. Reflect takes none. */
export const ITEM_ACTIONS = ["feed", "play", "clean", "medicine", "discipline", "sleep"] as const;
export type ItemAction = (typeof ITEM_ACTIONS)[number];

/** The part of a species that a creature copies at adoption, so that its life never depends on another row. */
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
  /** Whether this species is curious in some hours (rule MOOD-7). */
  readonly curious: boolean;
}

export type ApprovedItems = Readonly<Record<ItemAction, readonly string[]>>;

export interface BuiltInSpecies extends SpeciesNature {
  readonly tier: BuiltInTier;
  /** Who this creature is, 10-300 characters. */
  readonly personality: string;
  /** Its mechanic in one sentence, at most 200 characters; null where it has none. */
  readonly specialMechanic: string | null;
  /** How it looks, for those who draw it, at most 500 characters. */
  readonly imagePrompt: string;
  /** What lines about it may name. */
  readonly has: readonly Feature[];
  /** What it does that others do not, in sentences for times when nothing is wrong. */
  readonly habits: readonly [string, ...string[]];
  /** 8-12 phrases an action: what this species likes. */
  readonly approvedItems: ApprovedItems;
}
