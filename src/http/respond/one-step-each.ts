// The steps of an answer name an endpoint once: what a list in the answer names, the steps do not repeat for each of its
// entries. Care alone has a step for each creature (ADVICE-7).
import type { NextStep } from "../contract/contract.ts";
import { SIGNPOSTS } from "../contract/signposts.ts";

export function oneStepEach(steps: readonly NextStep[]): NextStep[] {
  return [...Map.groupBy(steps, calledBy).values()].flatMap(([first]) => first ?? []);
}

/** What a step calls, whatever it asks for there. */
export function calledBy(step: NextStep): string {
  if (!("endpoint" in step)) return step.url;
  const { method, endpoint, body } = step;
  const [path = endpoint] = endpoint.split("?", 1);
  return `${method} ${path}${path === SIGNPOSTS.care.path ? ` of ${String(body?.["creature_id"])}` : ""}`;
}
