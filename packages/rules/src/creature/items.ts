// From a similarity score to a category (CARE-2). The rules do not know how the score is measured.
import type { ItemCategory } from "./creature.ts";

const LEAST_LIKENESS: readonly (readonly [ItemCategory, number])[] = [
  ["loved", 0.6],
  ["liked", 0.5],
  ["neutral", 0.42],
  ["disliked", 0.33],
];

export function categoryOf(likeness: number): ItemCategory {
  for (const [category, least] of LEAST_LIKENESS) if (likeness >= least) return category;
  return "harmful";
}
