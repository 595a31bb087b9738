// Removes repeated next steps: an answer has one per endpoint, or per endpoint and creature for care (ADVICE-7).
import { pathOf } from "../contract/open-steps.ts";
import type { NextStep } from "../contract/contract.ts";
import { SIGNPOSTS } from "../contract/signposts.ts";

/** Keeps the first step to each target. */
export function oneStepEach(steps: readonly NextStep[]): NextStep[] {
  const firstSteps = new Map<string, NextStep>();
  for (const step of steps) {
    const target = targetOf(step);
    if (!firstSteps.has(target)) firstSteps.set(target, step);
  }
  return [...firstSteps.values()];
}

/** Returns equal texts for steps to the same endpoint, whatever their query. Care of two creatures has two targets. */
export function targetOf(step: NextStep): string {
  if (!("endpoint" in step)) return step.url;
  const path = pathOf(step);
  const target = `${step.method} ${path}`;
  return path === SIGNPOSTS.care.path ? `${target} of ${String(step.body?.["creature_id"])}` : target;
}
