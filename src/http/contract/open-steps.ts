// Limits next steps to the calls that a sitter, or an agent in a run, may make.
import { addressOf, type Contract, type NextStep } from "./contract.ts";

export type CallStep = Extract<NextStep, { readonly endpoint: string }>;

/** Returns the path of a step without its query. */
export function pathOf({ endpoint }: CallStep): string {
  const [path = endpoint] = endpoint.split("?", 1);
  return path;
}

/** Drops steps to contracts outside `open`, and narrows the others. */
export function openSteps(
  steps: readonly NextStep[],
  open: readonly Contract[],
  narrow: (step: CallStep, target: Contract) => readonly NextStep[] = (step) => [step],
): NextStep[] {
  return steps.flatMap((step): readonly NextStep[] => {
    if (!("endpoint" in step)) return [step];
    const path = pathOf(step);
    const target = open.find((contract) => contract.method === step.method && addressOf(contract, {}) === path);
    return target === undefined ? [] : narrow(step, target);
  });
}
