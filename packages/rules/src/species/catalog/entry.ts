// How the catalog writes a species down: the file says its family, the key its slug, and the compiler asks for the rest.
import { recordOf } from "../../time/record.ts";
import { ITEM_ACTIONS, type BuiltInSpecies, type Family, type ItemAction, type Mechanic } from "../species.ts";
import { FAMILY_ITEMS, phrasesIn, type PhraseLists } from "./items.ts";

type DerivedField = "slug" | "family" | "mechanic" | "specialMechanic" | "approvedItems";

export interface SpeciesEntry extends Omit<BuiltInSpecies, DerivedField> {
  /** The rule that few species have, and what it means in one sentence of at most 200 characters. */
  readonly mechanic?: readonly [rule: Mechanic, words: string];
  /** What this species likes beside what its family shares. */
  readonly items: PhraseLists;
  /** The actions for which what its family shares is not for it. */
  readonly sharesNo?: readonly ItemAction[];
}

function builtIn(family: Family, slug: string, species: SpeciesEntry): BuiltInSpecies {
  const { mechanic, items, sharesNo = [], ...entry } = species;
  return {
    ...entry,
    slug,
    family,
    mechanic: mechanic?.[0] ?? null,
    specialMechanic: mechanic?.[1] ?? null,
    approvedItems: recordOf(ITEM_ACTIONS, (action) => [
      ...phrasesIn(items[action]),
      ...(sharesNo.includes(action) ? [] : FAMILY_ITEMS[family][action]),
    ]),
  };
}

export function builtIns(family: Family, entries: Readonly<Record<string, SpeciesEntry>>): readonly BuiltInSpecies[] {
  return Object.entries(entries).map(([slug, entry]) => builtIn(family, slug, entry));
}
