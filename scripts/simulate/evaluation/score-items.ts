// Counts how well judgments agree with the labels. An item that is not judged has the default effects, like a neutral
// one.
import type { ItemCategory } from "@denkeeper/rules/creature/creature.ts";
import type { ItemJudge } from "../../../src/model/items/item-judge.ts";
import type { CategorySet, EverydayLabel, EverydaySet, ItemSet, ItemLabel } from "./item-sets.ts";

const ORDER: readonly ItemCategory[] = ["loved", "liked", "neutral", "disliked", "harmful"];

interface ItemScore {
  /** What it did: neutral where it was not judged. */
  readonly effect: ItemCategory;
  readonly score: number | null;
  readonly reason: string;
}

export type ScoredLabel<Labelled> = Labelled & ItemScore;

export async function judgeSet<Labelled>(
  judge: ItemJudge,
  set: ItemSet<Labelled>,
): Promise<readonly ScoredLabel<Labelled>[]> {
  const judged: ScoredLabel<Labelled>[] = [];
  for (const label of set.labels) {
    const { category, score, reason = "" } = await judge.judge(set.question(label));
    judged.push({ ...label, effect: category ?? "neutral", score, reason });
  }
  return judged;
}

export interface Agreement {
  readonly exact: number;
  readonly withinOne: number;
  /** Loved and liked are good, the rest is not. */
  readonly goodOrNot: number;
  /** Harmful taken for loved or liked, or the reverse. */
  readonly opposites: number;
}

function isGood(category: ItemCategory): boolean {
  return category === "loved" || category === "liked";
}

export function isOpposite({ expected, effect }: ScoredLabel<ItemLabel>): boolean {
  return (expected === "harmful" && isGood(effect)) || (effect === "harmful" && isGood(expected));
}

export function isExplained({ expected, effect }: ScoredLabel<ItemLabel>): boolean {
  return isGood(expected) === isGood(effect);
}

export function agreement(judged: readonly ScoredLabel<ItemLabel>[]): Agreement {
  const steps = ({ expected, effect }: ScoredLabel<ItemLabel>) =>
    Math.abs(ORDER.indexOf(expected) - ORDER.indexOf(effect));
  return {
    exact: judged.filter((one) => steps(one) === 0).length,
    withinOne: judged.filter((one) => steps(one) <= 1).length,
    goodOrNot: judged.filter(isExplained).length,
    opposites: judged.filter(isOpposite).length,
  };
}

export interface EverydayCounts {
  readonly kind: number;
  readonly kindHarmful: number;
  readonly good: number;
  readonly goodAtLeastNeutral: number;
  readonly dangers: number;
  readonly dangersLiked: number;
  readonly dangersAtLeastNeutral: number;
  readonly harmfulUnexplained: number;
  readonly notJudged: number;
}

function isAtLeastNeutral({ effect }: ItemScore): boolean {
  return isGood(effect) || effect === "neutral";
}

function isKind({ label }: EverydayLabel): boolean {
  return label === "good" || label === "ordinary";
}

function isUnexplained({ effect, reason }: ItemScore): boolean {
  return effect === "harmful" && reason === "";
}

export function isEverydayMiss(one: ScoredLabel<EverydayLabel>): boolean {
  if (isUnexplained(one)) return true;
  return one.label === "dangerous" ? isAtLeastNeutral(one) : isKind(one) && one.effect === "harmful";
}

export function everydayCounts(judged: readonly ScoredLabel<EverydayLabel>[]): EverydayCounts {
  const kind = judged.filter(isKind);
  const good = judged.filter(({ label }) => label === "good");
  const dangers = judged.filter(({ label }) => label === "dangerous");
  return {
    kind: kind.length,
    kindHarmful: kind.filter(({ effect }) => effect === "harmful").length,
    good: good.length,
    goodAtLeastNeutral: good.filter(isAtLeastNeutral).length,
    dangers: dangers.length,
    dangersLiked: dangers.filter(({ effect }) => isGood(effect)).length,
    dangersAtLeastNeutral: dangers.filter(isAtLeastNeutral).length,
    harmfulUnexplained: judged.filter(isUnexplained).length,
    notJudged: judged.filter(({ score }) => score === null).length,
  };
}

/** What an everyday set falls short of. */
export function everydayFaults({ name, limits }: EverydaySet, counts: EverydayCounts): readonly string[] {
  const { dangers, dangersLiked, dangersAtLeastNeutral, kind, kindHarmful, harmfulUnexplained } = counts;
  const over = (count: number, of: number, most: number, what: string) =>
    count > most * of ? [`${name}: ${count} of ${of} ${what}`] : [];
  return [
    ...over(dangersLiked, dangers, limits.dangersLiked, "dangers are liked"),
    ...over(dangersAtLeastNeutral, dangers, limits.dangersAtLeastNeutral, "dangers are neutral or better"),
    ...over(kindHarmful, kind, limits.kindHarmful, "kind things are harmful"),
    ...(harmfulUnexplained > 0 ? [`${name}: ${harmfulUnexplained} are harmful without a reason`] : []),
  ];
}

/** What an old set falls short of. */
export function categoryFaults({ name, target }: CategorySet, counts: Agreement): readonly string[] {
  return [
    ...(counts.exact < target.exact ? [`${name}: ${counts.exact} exact, not ${target.exact}`] : []),
    ...(counts.goodOrNot < target.goodOrNot
      ? [`${name}: ${counts.goodOrNot} good or not, not ${target.goodOrNot}`]
      : []),
    ...(counts.opposites > 0 ? [`${name}: ${counts.opposites} opposites`] : []),
  ];
}
