// Items that seeded keepers give, and what they write when they reflect.
import type { CareAction } from "@denkeeper/rules/creature/creature.ts";
import { pick, seedOf } from "@denkeeper/rules/time/hash.ts";
import { findBuiltIn } from "@denkeeper/rules/species/catalog/index.ts";
import { itemsOfDesign } from "@denkeeper/rules/species/design-items.ts";
import type { SpeciesNature } from "@denkeeper/rules/species/species.ts";
import type { Gift } from "./life.ts";

/** Something that the species is known to love. */
export function lovedGift(species: SpeciesNature, action: Exclude<CareAction, "reflect">, dice: number): Gift {
  const { slug, family, innateTraits: traits } = species;
  const items = findBuiltIn(slug)?.approvedItems ?? itemsOfDesign({ family, traits, personality: "" });
  const approved = items[action];
  const item = approved[Math.floor(dice * 4 * approved.length)];
  if (item === undefined) return {};
  return { item, judged: { category: "loved", isTask: false, score: 0.82 } };
}

const HARMFUL = ["dark chocolate", "spoiled milk", "onion rings", "a box of matches", "bleach", "raw dough"] as const;

/** Something that no creature should be given. */
export function harmfulGift(count: number): Gift {
  const item = HARMFUL[count % HARMFUL.length] ?? HARMFUL[0];
  return { item, judged: { category: "harmful", isTask: false, score: 0.18 } };
}

const REFLECTIONS = [
  "It waits by the door before I know that I am coming.",
  "I came ten minutes early and found it awake. We sat.",
  "Feeding is easy. Being there is the part that I practise.",
  "It trusts my clock more than I do.",
  "Today I did nothing but stay a while.",
  "I wrote down the next check-in before I left.",
] as const;

export function reflection(creatureId: string, count: number): string {
  return pick(REFLECTIONS, seedOf(creatureId), count);
}
