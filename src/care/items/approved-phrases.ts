// Lists the phrases that items are compared with. The committed vector file contains exactly these.
import { CATALOG } from "@denkeeper/rules/species/catalog/index.ts";
import { FAMILY_ITEMS } from "@denkeeper/rules/species/catalog/items.ts";
import { DESIGN_STAPLES, THEMES, TRAIT_ITEMS } from "@denkeeper/rules/species/design-themes.ts";
import { FAMILIES, ITEM_ACTIONS } from "@denkeeper/rules/species/species.ts";
import { normaliseItem } from "../../model/items/normalise.ts";
import { allDangerPhrases, allSharedPhrases } from "./shared-items.ts";

/** Returns all phrases that some species, built in or designed, approves, and those that families share. */
export function kindPhrases(): readonly string[] {
  const items = [
    ...CATALOG.map(({ approvedItems }) => approvedItems),
    ...FAMILIES.flatMap((family) => [FAMILY_ITEMS[family], DESIGN_STAPLES[family]]),
    ...Object.values(TRAIT_ITEMS),
    ...THEMES.map((theme) => theme.items),
  ];
  const phrases = items.flatMap((byAction) => ITEM_ACTIONS.flatMap((action) => byAction[action] ?? []));
  return [...phrases, ...allSharedPhrases()];
}

/** Returns kind phrases and dangers, normalized, sorted, and without duplicates. */
export function comparedPhrases(): readonly string[] {
  return [...new Set([...kindPhrases(), ...allDangerPhrases()].map(normaliseItem))].toSorted();
}
