// Identifies the operation of a `next_steps` step, so that following the step returns a typed answer.
import { OPERATIONS, type Operation, type OperationName } from "./generated/operations.ts";
import type { NextStep } from "./generated/types.ts";

type CallStep = Extract<NextStep, { endpoint: string }>;

declare const leadsTo: unique symbol;

/** A step that calls a known operation. Only `isStepTo` creates this type. */
export type StepTo<Name extends OperationName> = CallStep & { readonly [leadsTo]: Name };

export function pathPattern({ path }: Operation): RegExp {
  return new RegExp(`^${path.replaceAll(/\{(\w+)\}/g, "(?<$1>[^/]+)")}$`);
}

export function operationOf({ method, endpoint }: CallStep): Operation | undefined {
  const [path = ""] = endpoint.split("?", 1);
  const all = Object.values<Operation>(OPERATIONS);
  // Prefers a path without parameters: "/species/new" is not the species named "new".
  const exact = all.find((operation) => operation.method === method && operation.path === path);
  return exact ?? all.find((operation) => operation.method === method && pathPattern(operation).test(path));
}

/** Checks whether a step calls an operation: `next_steps.find((step) => isStepTo(step, "care"))`. */
export function isStepTo<Name extends OperationName>(step: NextStep, name: Name): step is StepTo<Name> {
  return "endpoint" in step && operationOf(step)?.name === name;
}
