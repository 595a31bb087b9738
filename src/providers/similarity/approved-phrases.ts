// Every phrase that some species approves of, in its normal spelling: what the file of vectors must hold.
import { CATALOG } from "../../domain/species/catalog/index.ts";
import { approvedItemsOfDesign } from "../../domain/species/design.ts";
import { DESIGN_STAPLES, THEMES, TRAIT_ITEMS } from "../../domain/species/design-themes.ts";
import { FAMILIES } from "../../domain/species/species.ts";
import { normaliseItem } from "./normalise.ts";

/** Sorted, each once. */
export function approvedPhrases(): readonly string[] {
  const items = [
    ...CATALOG.map(({ approvedItems }) => approvedItems),
    ...FAMILIES.flatMap((family) => [approvedItemsOfDesign(family), DESIGN_STAPLES[family]]),
    ...Object.values(TRAIT_ITEMS),
    ...THEMES.map((theme) => theme.items),
  ];
  const phrases = items.flatMap((byAction) => Object.values(byAction).flat());
  return [...new Set(phrases.map(normaliseItem))].toSorted();
}
