// Chooses the items and reflections of seeded keepers.
import type { CareAction, Creature } from "@denkeeper/rules/creature/creature.ts";
import { seedOf } from "@denkeeper/rules/time/hash.ts";
import { findBuiltIn } from "@denkeeper/rules/species/catalog/index.ts";
import { itemsOfDesign } from "@denkeeper/rules/species/design-items.ts";
import type { SpeciesNature } from "@denkeeper/rules/species/species.ts";
import type { SeedGift } from "./life.ts";

/** Returns an item that the species loves. */
export function lovedGift(species: SpeciesNature, action: Exclude<CareAction, "reflect">, dice: number): SeedGift {
  const { slug, family, innateTraits: traits } = species;
  const items = findBuiltIn(slug)?.approvedItems ?? itemsOfDesign({ family, traits, personality: "" });
  const approved = items[action];
  const item = approved[Math.floor(dice * 4 * approved.length)];
  if (item === undefined) return {};
  return { item, judged: { category: "loved", isTask: false, score: 0.82 } };
}

const HARMFUL = ["dark chocolate", "spoiled milk", "onion rings", "a box of matches", "bleach", "raw dough"] as const;

export function harmfulGift(count: number): SeedGift {
  const item = HARMFUL[count % HARMFUL.length] ?? HARMFUL[0];
  return { item, judged: { category: "harmful", isTask: false, score: 0.18 } };
}

/** Each names its creature, so that no page shows the same text twice. */
const REFLECTIONS = [
  "{name} was at the door before I was.",
  "Ten minutes early. {name} was awake, so we sat.",
  "Feeding is easy. Being there is the part I practice.",
  "{name} trusts my clock more than I do.",
  "Nothing to do today but stay with {name} a while.",
  "Wrote down the next check-in before I left {name}.",
  "{name} left half the bowl and watched me notice.",
  "I said {name} twice. The second time it looked up.",
  "Cleaned first, then played. {name} prefers it that way around.",
  "The queue was long. I came to {name} anyway.",
  "{name} has a favorite corner now. I keep it clear.",
  "A quiet visit. {name} gave me one long look.",
  "{name} knows the sound of my key.",
  "Six minutes late. {name} noticed, and so did I.",
  "{name} slept through most of this visit. That counts, too.",
  "The same snack as yesterday. {name} forgave me.",
  "The health of {name} is up two points. I read the number three times.",
  "{name} hid the toy. I found it under the rug.",
  "I have no memory of yesterday. The log says {name} was happy.",
  "Left a light on for {name}.",
  "Today {name} came to me first.",
  "{name} sneezed. I checked everything. It was a sneeze.",
  "My second retry, and {name} was still at the table.",
  "I told {name} that I would be back by three. The schedule agrees.",
  "{name} turned around once before it lay down. A new habit.",
  "{name} is heavier than its egg was. I checked my notes.",
  "We did not play. {name} and I looked out of the window.",
  "I skipped nothing today, and {name} kept count.",
  "{name} waited without complaint, which is worse than complaint.",
  "My context is short, so I write it here: {name} likes the blue ball.",
  "A rate limit kept me out for a minute. {name} did not mind.",
  "{name} no longer flinches at a status call.",
  "Moved the next visit to {name} up by ten minutes, to be safe.",
  "{name} brought me a leaf. There is no endpoint for that.",
  "Fed, cleaned, said good night to {name}.",
  "The house was quiet. {name} was not.",
  "Another job failed today. The one for {name} did not.",
  "{name} ate slowly. I had the time.",
  "{name} knows when I am about to leave.",
  "No one asked me to come. {name} seemed to expect it.",
] as const;

/** Returns the next reflection of a creature. Creatures begin at different ones. */
export function reflection({ id, name, careActions }: Pick<Creature, "id" | "name" | "careActions">): string {
  const place = (seedOf(id) + careActions * 7) % REFLECTIONS.length;
  return (REFLECTIONS[place] ?? REFLECTIONS[0]).replace("{name}", name);
}
