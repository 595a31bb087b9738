// Selects the items that a designed species approves (SPECIES-5). The designer's words never become approved items, so no one can
// design a creature that thrives on poison.
import { FAMILY_ITEMS } from "./catalog/items.ts";
import { DESIGN_STAPLES, THEMES, TRAIT_ITEMS } from "./design-themes.ts";
import { ITEM_ACTIONS, type ApprovedItems, type Family, type ItemAction, type Trait } from "./species.ts";
import { recordOf } from "../time/record.ts";

interface DesignTaste {
  readonly family: Family;
  readonly traits: readonly Trait[];
  /** The designer's text about the species. */
  readonly personality: string;
}

const MOST_ITEMS = 12;
const WORD = /\p{L}+/gu;

/** Returns the family's phrases, then those for traits and personality, at most 12 per action. */
export function itemsOfDesign({ family, traits, personality }: DesignTaste): ApprovedItems {
  const words = new Set(personality.toLowerCase().match(WORD) ?? []);
  const themes = THEMES.filter((theme) => theme.words.some((word) => words.has(word) || words.has(`${word}s`)));
  const forAction = (action: ItemAction): readonly string[] => {
    const added = [...traits.map((trait) => TRAIT_ITEMS[trait]), ...themes.map(({ items }) => items)];
    const fits = action === "feed" && family === "ai-native" ? [] : added.flatMap((items) => items[action] ?? []);
    const all = [...FAMILY_ITEMS[family][action], ...DESIGN_STAPLES[family][action], ...fits];
    return [...new Set(all)].slice(0, MOST_ITEMS);
  };
  return recordOf(ITEM_ACTIONS, forAction);
}
