// Chooses a name for the adopt step that no creature in the house has.
import type { NextStep } from "../contract/contract.ts";
import { SIGNPOSTS } from "../contract/signposts.ts";

const DEFAULT_NAME = "Pip";
const OTHER_NAMES = ["Moss", "Fern", "Juniper", "Clover", "Quill", "Bramble", "Sorrel"];

export function withFreeNames(
  steps: readonly NextStep[],
  house: readonly { readonly creature: { readonly name: string } }[] = [],
): NextStep[] {
  const taken = new Set(house.map(({ creature }) => creature.name.toLowerCase()));
  if (!taken.has(DEFAULT_NAME.toLowerCase())) return [...steps];
  const numbered = house.map((_, index) => `${DEFAULT_NAME} ${index + 2}`);
  const name = [...OTHER_NAMES, ...numbered].find((candidate) => !taken.has(candidate.toLowerCase())) ?? DEFAULT_NAME;
  return steps.map((step) => {
    if (!("endpoint" in step) || step.endpoint !== SIGNPOSTS.adopt.path || step.body?.["name"] !== DEFAULT_NAME)
      return step;
    return { ...step, body: { ...step.body, name } };
  });
}
