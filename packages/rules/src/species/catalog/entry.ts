// Builds species from entries of the catalog. The file determines the family, and the key is the slug.
import { recordOf } from "../../time/record.ts";
import { ITEM_ACTIONS, type BuiltInSpecies, type Family, type ItemAction, type Mechanic } from "../species.ts";
import { FAMILY_ITEMS, phrasesIn, type PhraseLists } from "./items.ts";

type DerivedField = "slug" | "family" | "mechanic" | "specialMechanic" | "approvedItems";

export interface SpeciesEntry extends Omit<BuiltInSpecies, DerivedField> {
  /** A special rule, and its description in one sentence of at most 200 characters. */
  readonly mechanic?: readonly [rule: Mechanic, words: string];
  /** Phrases in addition to those of the family. */
  readonly items: PhraseLists;
  /** Actions for which the family's phrases do not apply. */
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
