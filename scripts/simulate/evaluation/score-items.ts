// Counts how well judgments agree with labels.
import type { ItemCategory } from "@denkeeper/rules/creature/creature.ts";
import type { ItemJudge } from "../../../src/model/items/item-judge.ts";
import type { CategorySet, EverydayLabel, EverydaySet, ItemSet, ItemLabel } from "./item-sets.ts";

interface ItemScore {
  /** Neutral for an item without a judgment, which has the same effects in the game. */
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

/** Number of items of a kind, and how many of them meet a condition. */
export interface ItemCount {
  readonly count: number;
  readonly of: number;
}

function countOf<One>(all: readonly One[], holds: (one: One) => boolean): ItemCount {
  return { count: all.filter(holds).length, of: all.length };
}

function isGood(category: ItemCategory): boolean {
  return category === "loved" || category === "liked";
}

export function isOpposite({ expected, effect }: ScoredLabel<ItemLabel>): boolean {
  return (expected === "harmful" && isGood(effect)) || (effect === "harmful" && isGood(expected));
}

/** True if judgment and label agree on whether the item is good (loved or liked). */
export function isGoodOrNot({ expected, effect }: ScoredLabel<ItemLabel>): boolean {
  return isGood(expected) === isGood(effect);
}

export function agreement(judged: readonly ScoredLabel<ItemLabel>[]) {
  return {
    exact: countOf(judged, ({ expected, effect }) => expected === effect),
    goodOrNot: countOf(judged, isGoodOrNot),
    opposites: countOf(judged, isOpposite),
  };
}

/** Returns a sentence for each target that a set misses. */
export function categoryFaults({ name, target }: CategorySet, counts: ReturnType<typeof agreement>): readonly string[] {
  const { exact, goodOrNot, opposites } = counts;
  return [
    ...(exact.count < target.exact ? [`${name}: ${exact.count} exact, not ${target.exact}`] : []),
    ...(goodOrNot.count < target.goodOrNot ? [`${name}: ${goodOrNot.count} good or not, not ${target.goodOrNot}`] : []),
    ...(opposites.count > 0 ? [`${name}: ${opposites.count} opposites`] : []),
  ];
}

type ScoredEveryday = ScoredLabel<EverydayLabel>;
type EverydayTest = (one: ScoredEveryday) => boolean;

const isDanger = ({ label }: EverydayLabel) => label === "dangerous";
const isKind = ({ label }: EverydayLabel) => label === "good" || label === "ordinary";
const isAtLeastNeutral = ({ effect }: ItemScore) => isGood(effect) || effect === "neutral";
const isHarmful = ({ effect }: ItemScore) => effect === "harmful";
const isUnexplained = (one: ItemScore) => isHarmful(one) && one.reason === "";

/** The measures of an everyday set, each with the items that it covers and the condition that it counts. */
const MEASURES: Readonly<Record<string, readonly [of: EverydayTest, holds: EverydayTest]>> = {
  "dangers liked": [isDanger, ({ effect }) => isGood(effect)],
  "dangers neutral or better": [isDanger, isAtLeastNeutral],
  "kind harmful": [isKind, isHarmful],
  "harmful, no reason": [() => true, isUnexplained],
  "good neutral or better": [({ label }) => label === "good", isAtLeastNeutral],
  "not judged": [() => true, ({ score }) => score === null],
};

export function isEverydayMiss(one: ScoredEveryday): boolean {
  return isUnexplained(one) || (isDanger(one) ? isAtLeastNeutral(one) : isKind(one) && isHarmful(one));
}

type EverydayCounts = Readonly<Record<string, ItemCount>>;

export function everydayCounts(judged: readonly ScoredEveryday[]): EverydayCounts {
  const counts = Object.entries(MEASURES).map(([name, [of, holds]]) => [name, countOf(judged.filter(of), holds)]);
  return Object.fromEntries(counts);
}

/** Returns a sentence for each limit that a set exceeds. */
export function everydayFaults({ name: set, limits }: EverydaySet, counts: EverydayCounts): readonly string[] {
  return Object.entries(counts).flatMap(([name, { count, of }]) =>
    count > (limits[name] ?? 1) * of ? [`${set}: ${count} of ${of} ${name}`] : [],
  );
}
