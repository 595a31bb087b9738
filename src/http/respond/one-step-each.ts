// Removes duplicate steps. An answer has one step per endpoint, except that care has one per creature (ADVICE-7).
import type { NextStep } from "../contract/contract.ts";
import { SIGNPOSTS } from "../contract/signposts.ts";

export function oneStepEach(steps: readonly NextStep[]): NextStep[] {
  return [...Map.groupBy(steps, targetOf).values()].flatMap(([first]) => first ?? []);
}

/** Identifies the endpoint of a step regardless of its parameters. */
export function targetOf(step: NextStep): string {
  if (!("endpoint" in step)) return step.url;
  const { method, endpoint, body } = step;
  const [path = endpoint] = endpoint.split("?", 1);
  return `${method} ${path}${path === SIGNPOSTS.care.path ? ` of ${String(body?.["creature_id"])}` : ""}`;
}
