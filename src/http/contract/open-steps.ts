// Next steps for callers who may not call everything: sitters, and those who play a run.
import { addressOf, type Contract, type NextStep } from "./contract.ts";

export type CallStep = Extract<NextStep, { readonly endpoint: string }>;

/** The path that a step leads to, without its query. */
export function pathOf({ endpoint }: CallStep): string {
  const [path = endpoint] = endpoint.split("?", 1);
  return path;
}

/** What becomes of each step, given the contract that it leads to. Steps to contracts outside the list are dropped. */
export function openSteps(
  steps: readonly NextStep[],
  open: readonly Contract[],
  narrowed: (each: CallStep, target: Contract) => readonly NextStep[] = (each) => [each],
): NextStep[] {
  return steps.flatMap((each): readonly NextStep[] => {
    if (!("endpoint" in each)) return [each];
    const path = pathOf(each);
    const target = open.find((contract) => contract.method === each.method && addressOf(contract, {}) === path);
    return target === undefined ? [] : narrowed(each, target);
  });
}
