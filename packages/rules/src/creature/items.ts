// Maps a similarity score to an item category (CARE-2). The rules do not depend on how the score is measured.
import type { ItemCategory } from "./creature.ts";

const LEAST_SCORES: readonly (readonly [ItemCategory, number])[] = [
  ["loved", 0.6],
  ["liked", 0.5],
  ["neutral", 0.42],
  ["disliked", 0.33],
];

export function categoryOf(score: number): ItemCategory {
  return LEAST_SCORES.find(([, least]) => score >= least)?.[0] ?? "harmful";
}
