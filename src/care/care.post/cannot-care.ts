// Care that could not begin, and why. What a caller is told about it is made by whoever took the call: failure.ts.
import type { Dead, Kept } from "@denkeeper/rules/creature/creature.ts";
import type { ShownOf } from "@denkeeper/rules/creature/visibility.ts";
import type { Caller } from "../../model/agents/store/callers.ts";
import type { PresentCreature } from "../../model/creatures/store/creature-change.ts";

export type CareProblem =
  | { readonly kind: "not_found"; readonly wanted: string }
  /** None was named, and several could be meant. */
  | { readonly kind: "which"; readonly living: readonly PresentCreature<Kept>[] }
  | { readonly kind: "egg"; readonly creatureId: string }
  /** The creature that was named has died; or none was named, and the last one that lived here has. */
  | { readonly kind: "dead"; readonly creature: ShownOf<Dead>; readonly isNamed: boolean }
  /** None was named, and none lives here or died lately. */
  | { readonly kind: "empty_house" }
  | { readonly kind: "budget_spent" }
  /** The sitter's key was revoked while its care was being saved. */
  | { readonly kind: "key_revoked" };

export class CannotCare extends Error {
  readonly problem: CareProblem;
  /** As it was read when this was found. */
  readonly caller: Caller;

  constructor(problem: CareProblem, caller: Caller) {
    super(`care could not begin: ${problem.kind}`);
    this.problem = problem;
    this.caller = caller;
  }
}
