// What a species approves of, prepared for comparison once for each of its lists.
import { normaliseItem } from "../../model/items/normalise.ts";
import { wordsOf } from "./words.ts";

export interface LikedItems {
  readonly texts: ReadonlySet<string>;
  readonly words: ReadonlySet<string>;
}

const prepared = new WeakMap<readonly string[], LikedItems>();

export function likedItemsOf(approved: readonly string[]): LikedItems {
  const found = prepared.get(approved) ?? prepare(approved);
  prepared.set(approved, found);
  return found;
}

function prepare(approved: readonly string[]): LikedItems {
  return { texts: new Set(approved.map(normaliseItem)), words: new Set(approved.flatMap(wordsOf)) };
}
