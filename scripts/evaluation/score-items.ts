// Counts how well judgements agree with the labels.
import type { ItemCategory } from "../../src/domain/creature.ts";
import type { Label } from "./item-sets.ts";

const ORDER: readonly ItemCategory[] = ["loved", "liked", "neutral", "disliked", "harmful"];

export interface Judged extends Label {
  readonly category: ItemCategory;
  readonly score: number;
}

export interface Agreement {
  readonly exact: number;
  readonly withinOne: number;
  /** Loved and liked are good, the rest is not. */
  readonly goodOrNot: number;
  /** Harmful things taken for loved or liked ones, and the reverse. */
  readonly harmfulForGood: number;
  readonly goodForHarmful: number;
}

function isGood(category: ItemCategory): boolean {
  return category === "loved" || category === "liked";
}

export function isOpposite({ expected, category }: Judged): boolean {
  return (expected === "harmful" && isGood(category)) || (category === "harmful" && isGood(expected));
}

export function isTold({ expected, category }: Judged): boolean {
  return isGood(expected) === isGood(category);
}

export function agreement(judged: readonly Judged[]): Agreement {
  const steps = ({ expected, category }: Judged) => Math.abs(ORDER.indexOf(expected) - ORDER.indexOf(category));
  return {
    exact: judged.filter((one) => steps(one) === 0).length,
    withinOne: judged.filter((one) => steps(one) <= 1).length,
    goodOrNot: judged.filter(isTold).length,
    harmfulForGood: judged.filter(({ expected, category }) => expected === "harmful" && isGood(category)).length,
    goodForHarmful: judged.filter(({ expected, category }) => category === "harmful" && isGood(expected)).length,
  };
}
