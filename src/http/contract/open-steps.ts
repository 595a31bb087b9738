// Next steps for callers that may not make every call: sitters, and agents in a run.
import { addressOf, type Contract, type NextStep } from "./contract.ts";

export type CallStep = Extract<NextStep, { readonly endpoint: string }>;

/** The step's path, without its query. */
export function pathOf({ endpoint }: CallStep): string {
  const [path = endpoint] = endpoint.split("?", 1);
  return path;
}

/** Narrows each step by the contract that it leads to. Steps to contracts outside the list are dropped. */
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
