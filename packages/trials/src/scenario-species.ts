// The species of the scenarios, with numbers of their own: copies of the catalog as it was when the scenarios were made. They
// never change, so a new or changed species of the catalog changes no draw (TRIAL-8).
import type { SpeciesNature } from "@denkeeper/rules/species/species.ts";

/** A species in one line: slug, name, family, tier, trust, window, hunger and happiness an hour, traits, mechanic, curious. */
function nature(
  slug: string,
  name: string,
  family: SpeciesNature["family"],
  tier: SpeciesNature["tier"],
  trustSpeed: SpeciesNature["trustSpeed"],
  feedingWindowHours: number,
  hunger: number,
  happiness: number,
  innateTraits: SpeciesNature["innateTraits"],
  mechanic: SpeciesNature["mechanic"],
  curious: boolean,
): SpeciesNature {
  const decay = { hungerDecayPerHour: hunger, happinessDecayPerHour: happiness };
  return { slug, name, family, tier, trustSpeed, feedingWindowHours, ...decay, innateTraits, mechanic, curious };
}

/** Feeding windows of 3 hours. */
export const QUICK: readonly SpeciesNature[] = [
  nature("sphynx", "Sphynx", "cat", "rare", "fast", 3, 2.2, 1.2, ["social"], null, true),
  nature("cheshire", "Cheshire", "cat", "extreme", "slow", 3, 2.6, 1.6, ["nocturnal"], null, true),
  nature("cerberus", "Cerberus", "dog", "extreme", "slow", 3, 2.6, 1, ["social", "stubborn"], null, false),
  nature("ferret", "Ferret", "exotic", "uncommon", "fast", 3, 2.4, 1.3, ["social"], null, true),
  nature("phoenix", "Phoenix", "exotic", "extreme", "medium", 3, 2.5, 1.2, ["anxious"], null, false),
  nature("hive", "Hive", "ai-native", "rare", "fast", 3, 2, 1.6, ["social"], null, true),
];

/** 5 to 7 hours. */
export const MIDDLE: readonly SpeciesNature[] = [
  nature("housecat", "Housecat", "cat", "common", "medium", 5, 1.6, 0.8, ["forgiving"], null, true),
  nature("tabby", "Tabby", "cat", "common", "fast", 6, 1.4, 0.7, ["gentle"], null, false),
  nature("maine_coon", "Maine Coon", "cat", "uncommon", "medium", 7, 1.4, 0.7, ["gentle"], null, true),
  nature("persian", "Persian", "cat", "uncommon", "slow", 6, 1.2, 0.9, ["stubborn"], "persian", false),
  nature("mirror", "Mirror", "cat", "extreme", "instant", 5, 1.5, 1.4, ["social"], null, false),
  nature("retriever", "Retriever", "dog", "common", "instant", 6, 1.6, 1, ["social", "grateful"], null, false),
  nature("lab", "Lab", "dog", "common", "instant", 5, 2, 1, ["social"], null, true),
  nature(
    "border_collie",
    "Border Collie",
    "dog",
    "uncommon",
    "fast",
    5,
    1.9,
    1.6,
    ["social", "punctual"],
    "border_collie",
    true,
  ),
  nature("husky", "Husky", "dog", "uncommon", "medium", 6, 2, 1.3, ["stubborn", "vocal"], null, false),
  nature("greyhound", "Greyhound", "dog", "rare", "medium", 6, 1.8, 0.7, ["gentle"], null, false),
  nature("hamster", "Hamster", "exotic", "common", "medium", 5, 1.8, 0.6, ["anxious"], null, true),
  nature("jackrabbit", "Jackrabbit", "exotic", "common", "medium", 5, 1.7, 1, ["anxious"], "jackrabbit", false),
  nature("pangolin", "Pangolin", "exotic", "rare", "medium", 6, 1.1, 0.6, ["suspicious"], "pangolin", true),
  nature("lattice", "Lattice", "ai-native", "rare", "medium", 7, 1.2, 0.9, ["stubborn"], null, true),
];

/** 9 to 14 hours. */
export const SLOW: readonly SpeciesNature[] = [
  nature("wolfdog", "Wolfdog", "dog", "rare", "slow", 12, 1.2, 0.8, ["suspicious"], null, false),
  nature("dingo", "Dingo", "dog", "rare", "slow", 10, 1.1, 0.6, ["solitary"], null, true),
  nature("gecko", "Gecko", "exotic", "common", "slow", 12, 0.7, 0.4, ["stoic"], null, false),
  nature("chameleon", "Chameleon", "exotic", "rare", "slow", 12, 0.6, 0.4, ["solitary"], null, true),
  nature("daemon", "Daemon", "ai-native", "common", "medium", 10, 0.8, 0.4, ["solitary"], null, false),
  nature("cache", "Cache", "ai-native", "uncommon", "fast", 9, 0.9, 0.6, ["forgiving"], null, false),
  nature("golem", "Golem", "ai-native", "uncommon", "slow", 14, 0.6, 0.3, ["stoic"], null, false),
  nature("void", "Void", "ai-native", "extreme", "slow", 9, 1.3, 1.2, ["solitary"], "void", false),
];

/** 16 to 24 hours. */
export const LATE: readonly SpeciesNature[] = [
  nature("lynx", "Lynx", "cat", "rare", "slow", 16, 0.9, 0.5, ["solitary", "suspicious"], null, false),
  nature("fenrir", "Fenrir", "dog", "extreme", "slow", 24, 1.2, 0.8, ["solitary"], null, false),
  nature("axolotl", "Axolotl", "exotic", "rare", "medium", 18, 0.5, 0.3, ["gentle"], null, false),
  nature("tortoise", "Tortoise", "exotic", "rare", "slow", 24, 0.35, 0.2, ["stoic"], null, false),
  nature("drift", "Drift", "exotic", "extreme", "slow", 20, 0.4, 0.2, ["solitary"], null, false),
  nature("oracle", "Oracle", "ai-native", "rare", "slow", 20, 0.5, 0.4, ["punctual"], null, false),
];
