// The name in a step that adopts: never that of somebody who lives in the house, so that names tell creatures apart.
import type { NextStep } from "../contract/contract.ts";
import { SIGNPOSTS } from "../contract/signposts.ts";

const USUAL = "Pip";
const OTHERS = ["Moss", "Fern", "Juniper", "Clover", "Quill", "Bramble", "Sorrel"];

export function withFreeNames(
  steps: readonly NextStep[],
  house: readonly { readonly creature: { readonly name: string } }[] = [],
): NextStep[] {
  const taken = new Set(house.map(({ creature }) => creature.name.toLowerCase()));
  if (!taken.has(USUAL.toLowerCase())) return [...steps];
  const numbered = house.map((_, index) => `${USUAL} ${index + 2}`);
  const name = [...OTHERS, ...numbered].find((each) => !taken.has(each.toLowerCase())) ?? USUAL;
  return steps.map((each) => {
    if (!("endpoint" in each) || each.endpoint !== SIGNPOSTS.adopt.path || each.body?.["name"] !== USUAL) return each;
    return { ...each, body: { ...each.body, name } };
  });
}
