// Replaces the name in adopt steps if a creature of the house already has it.
import type { NextStep } from "../contract/contract.ts";
import { SIGNPOSTS } from "../contract/signposts.ts";

const DEFAULT_NAME = "Pip";
const OTHER_NAMES = ["Moss", "Fern", "Juniper", "Clover", "Quill", "Bramble", "Sorrel"];

export function withFreeNames(
  steps: readonly NextStep[],
  house: readonly { readonly creature: { readonly name: string } }[] = [],
): NextStep[] {
  const takenNames = new Set(house.map(({ creature }) => creature.name.toLowerCase()));
  const isFree = (name: string): boolean => !takenNames.has(name.toLowerCase());
  if (isFree(DEFAULT_NAME)) return [...steps];
  // With as many numbered names as creatures, at least one name is free.
  const numberedNames = house.map((_, index) => `${DEFAULT_NAME} ${index + 2}`);
  const freeName = [...OTHER_NAMES, ...numberedNames].find(isFree) ?? DEFAULT_NAME;
  return steps.map((step) => {
    if (!("endpoint" in step) || step.endpoint !== SIGNPOSTS.adopt.path) return step;
    return step.body?.["name"] === DEFAULT_NAME ? { ...step, body: { ...step.body, name: freeName } } : step;
  });
}
