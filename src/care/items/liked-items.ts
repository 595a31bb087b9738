// Prepares the approved items of a species for comparison, once per list.
import { normaliseItem } from "../../model/items/normalise.ts";
import { once } from "../../platform/once.ts";
import { wordsOf } from "./words.ts";

export const likedItemsOf = once((approved: readonly string[]) => ({
  texts: new Set(approved.map(normaliseItem)),
  words: new Set(approved.flatMap(wordsOf)),
}));
