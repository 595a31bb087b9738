// Whether a caller whose key is good may make this call, and what a sitter's key may do. A contract says whether sitters may
// call it at all, and to what end; the key says for which creatures and with which actions. Everything else is refused.
import type { Caller } from "../../store/accounts/callers.ts";
import type { Sitter } from "../../store/accounts/sitters.ts";
import type { Contract, NextStep } from "../contract/contract.ts";
import { addressOf, answerIn } from "../contract/contract.ts";
import { isJsonObject } from "../../platform/json.ts";
import { refuseSuspended } from "../guard/key-check.ts";
import { towardsStatus } from "../respond/common-steps.ts";
import { Failure } from "../respond/errors.ts";
import type { Input } from "./validate.ts";
import { invalidInput } from "./validate.ts";

export function authorize(contract: Contract, caller: Caller, operatorContact: string | undefined): void {
  refuseSuspended(caller, operatorContact);
  if (caller.sitter !== undefined && contract.sitter === undefined) throw sitterRefused(caller.sitter);
}

/** The input as a sitter may give it: about one of its creatures, and with an action that it may take. */
export function withinScope(contract: Contract, { sitter }: Caller, input: Input): Input {
  if (sitter === undefined) return input;
  const place = contract.method === "GET" ? "query" : "body";
  const given = isJsonObject(input[place]) ? input[place] : {};
  const wanted = given["creature_id"] ?? given["id"];
  if (wanted !== undefined && !sitter.creatureIds.some((id) => id === wanted))
    throw outsideScope(sitter, "creature_id");
  if (contract.sitter === "cares" && !sitter.actions.some((action) => action === given["action"])) {
    throw outsideScope(sitter, "action");
  }
  // What the key check brings along is theirs alone; what a handler looks up must be named.
  if (wanted !== undefined || !takesTarget(contract) || (contract.load ?? "agent") !== "agent") return input;
  const [only, ...more] = sitter.creatureIds;
  if (only === undefined || more.length > 0) {
    throw invalidInput(contract, ["creature_id: is required, because your key covers several creatures"]);
  }
  return { ...input, [place]: { ...given, creature_id: only } };
}

function takesTarget({ query }: Contract): boolean {
  return query !== undefined && "creature_id" in query.shape;
}

type Scope = Pick<Sitter, "creatureIds" | "actions">;

/** The steps that a sitter can take. */
export function stepsForSitter(
  steps: readonly NextStep[],
  contracts: readonly Contract[],
  { actions }: Pick<Scope, "actions">,
): NextStep[] {
  const open = contracts.filter(({ auth, sitter }) => auth === "none" || sitter !== undefined);
  return steps.filter((each) => {
    if (!("endpoint" in each)) return true;
    const [path] = each.endpoint.split("?", 1);
    const target = open.find((contract) => contract.method === each.method && addressOf(contract, {}) === path);
    if (target?.sitter !== "cares") return target !== undefined;
    return actions.some((action) => action === each.body?.["action"]);
  });
}

/** A stored answer with only those steps: it passes the same filter as the first answer did. */
export function replayForSitter(text: string, contracts: readonly Contract[], scope: Scope): string {
  const answer = answerIn(text);
  return JSON.stringify({ ...answer, next_steps: stepsForSitter(answer.next_steps ?? [], contracts, scope) });
}

/** An error with only those steps that a sitter can take; where none is left, with the way to all endpoints. */
export function failureForSitter(failure: Failure, contracts: readonly Contract[], scope: Scope): Failure {
  const { nextSteps, ...more } = failure.more;
  const steps = stepsForSitter(nextSteps ?? [], contracts, scope);
  const { status: code, message } = failure;
  return new Failure(code, message, steps.length === 0 ? more : { ...more, nextSteps: steps });
}

export function sitterRefused(sitter: Scope): Failure {
  return outsideScope(sitter, "call");
}

const WHAT = {
  call: "Only the keeper of this house can make this call.",
  creature_id: "This key does not cover that creature.",
  action: "This key does not allow that action.",
} as const;

function outsideScope(sitter: Scope, what: keyof typeof WHAT): Failure {
  const { creatureIds, actions } = sitter;
  return new Failure(403, "Your key does not allow this", {
    suggestion: `${WHAT[what]} A sitter key only works for the creatures and actions in \`sitting_for\`.`,
    fields: { sitting_for: { creature_ids: creatureIds, actions } },
    nextSteps: creatureIds.slice(0, 3).map((id) => towardsStatus(id, "See how it is.")),
  });
}
