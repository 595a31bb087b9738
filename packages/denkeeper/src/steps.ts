// Identifies the operation of a step of `next_steps`, so that following it returns a typed answer.
import { OPERATIONS, type Operation, type OperationName } from "./generated/operations.ts";
import type { NextStep } from "./generated/types.ts";

type CallStep = Extract<NextStep, { endpoint: string }>;

declare const leadsTo: unique symbol;

/** A step that calls a known operation. Created only by `isStepTo`. */
export type StepTo<Name extends OperationName> = CallStep & { readonly [leadsTo]: Name };

export function pathPattern({ path }: Operation): RegExp {
  return new RegExp(`^${path.replaceAll(/\{(\w+)\}/g, "(?<$1>[^/]+)")}$`);
}

export function operationOf({ method, endpoint }: CallStep): Operation | undefined {
  const [path = ""] = endpoint.split("?", 1);
  const all = Object.values<Operation>(OPERATIONS);
  // A path without parameters goes first: "/species/new" is not the species called "new".
  const exact = all.find((operation) => operation.method === method && operation.path === path);
  return exact ?? all.find((operation) => operation.method === method && pathPattern(operation).test(path));
}

/** Checks the operation of a step: `next_steps.find((step) => isStepTo(step, "care"))`. */
export function isStepTo<Name extends OperationName>(step: NextStep, name: Name): step is StepTo<Name> {
  return "endpoint" in step && operationOf(step)?.name === name;
}
