// Enforces the rights of sitter keys. A contract declares whether sitters may call it, and for what purpose. A key limits the
// creatures and actions. All other calls are rejected.
import type { Caller } from "../../model/agents/store/callers.ts";
import type { Sitter } from "../../model/agents/store/sitters.ts";
import { step, takesTarget, type Contract, type NextStep, type AnswerJson } from "../contract/contract.ts";
import { openSteps, pathOf } from "../contract/open-steps.ts";
import { SIGNPOSTS } from "../contract/signposts.ts";
import { iso } from "../../platform/clock.ts";
import { isJsonObject, type JsonObject } from "../../platform/json.ts";
import { discoveryStep, statusStep } from "../contract/steps.ts";
import { Failure } from "../respond/errors.ts";
import { invalidInput, type Input } from "./validate.ts";

/** Returns the sitter's rights, or undefined for a keeper's key. Throws if sitters may not make the call. */
export function admitSitter(contract: Contract, { agent, sitter }: Caller): SitterGrant | undefined {
  if (sitter === undefined) return undefined;
  if (contract.sitter === undefined) throw outsideScope(sitter, "call");
  return { ...sitter, keeper: agent.username };
}

/** Adds the sitter's only creature where the input needs one. Throws if the input exceeds the rights of the key. */
export function withinScope(contract: Contract, sitter: SitterScope, input: Input): Input {
  const place = contract.method === "GET" ? "query" : "body";
  const fields = isJsonObject(input[place]) ? input[place] : {};
  const target = fields["creature_id"] ?? fields["id"];
  if (target !== undefined && !sitter.creatureIds.some((id) => id === target))
    throw outsideScope(sitter, "creature_id");
  if (contract.sitter === "cares" && !sitter.actions.some((action) => action === fields["action"])) {
    throw outsideScope(sitter, "action");
  }
  // The key check already limits the loaded creatures to the sitter's. A handler that loads others requires a target.
  if (target !== undefined || !takesTarget(contract.query) || (contract.load ?? "agent") !== "agent") return input;
  const [only, ...more] = sitter.creatureIds;
  if (only === undefined || more.length > 0) {
    const nextSteps = sitter.creatureIds.slice(0, 1).map((id) => statusStep(id, "See how it is."));
    const fault = { field: "creature_id", message: "is required, because your key covers several creatures" };
    throw invalidInput(contract, [fault]).with({ nextSteps });
  }
  return { ...input, [place]: { ...fields, creature_id: only } };
}

type SitterScope = Pick<Sitter, "creatureIds" | "actions">;
export type SitterGrant = SitterScope & Pick<Sitter, "expiresAt"> & { readonly keeper: string };

/** Removes steps, and actions within visits, that the sitter may not take. */
function stepsForSitter(
  steps: readonly NextStep[],
  contracts: readonly Contract[],
  { actions }: Pick<SitterScope, "actions">,
): NextStep[] {
  const open = contracts.filter(({ auth, sitter }) => auth === "none" || sitter !== undefined);
  const isAllowed = (planned: unknown) => actions.some((action) => action === planned);
  return openSteps(steps, open, (visit, target) => {
    if (target.sitter === "cares") return isAllowed(visit.body?.["action"]) ? [visit] : [];
    if (target.sitter !== "visits") return [visit];
    const planned = plannedIn(visit).filter(({ action }) => isAllowed(action));
    return planned.length === 0 ? [] : [{ ...visit, body: { ...visit.body, actions: planned } }];
  });
}

/** Returns the actions of a step, if it is a visit. */
function plannedIn(visit: NextStep): readonly JsonObject[] {
  const planned = "body" in visit ? visit.body?.["actions"] : undefined;
  return Array.isArray(planned) ? planned.filter(isJsonObject) : [];
}

/** Returns the actions that are due now, if the sitter may take none of them. */
function keeperOnlyCare(steps: readonly NextStep[], allowed: readonly NextStep[]): readonly string[] {
  const isDue = (visit: NextStep) => "due" in visit && visit.due === true;
  if (allowed.some(isDue)) return [];
  const due = steps.filter(isDue).flatMap((visit) => plannedIn(visit).map(({ action }) => action));
  return [...new Set(due.filter((action) => typeof action === "string"))];
}

/** Adapts an answer to a sitter: names the keeper, and removes steps that the sitter may not take. */
export function answerForSitter(
  { next_steps = [], ...answer }: Pick<AnswerJson, "next_steps"> & { readonly recommended_checkin?: unknown },
  contracts: readonly Contract[],
  sitter: SitterGrant,
): object {
  const sitting_for = { keeper: sitter.keeper, until: iso(sitter.expiresAt) };
  const steps = stepsForSitter(next_steps, contracts, sitter);
  const closed = keeperOnlyCare(next_steps, steps);
  if (closed.length === 0) return { ...answer, sitting_for, next_steps: steps };
  const why = `Your key does not allow what is due now (${closed.join(", ")}). Only ${sitter.keeper} can do it.`;
  const { recommended_checkin: checkIn } = answer;
  return {
    ...answer,
    ...(isJsonObject(checkIn)
      ? { recommended_checkin: { ...checkIn, reason: `${String(checkIn["reason"])} ${why}` } }
      : {}),
    sitting_for,
    next_steps: [
      checkLaterStep(`${why} Tell your keeper, and look again in an hour.`),
      ...steps.filter(isNoStatusStep),
    ],
  };
}

function checkLaterStep(description: string): NextStep {
  return step(SIGNPOSTS.status, { description, query: { view: "compact" } });
}

function isNoStatusStep(next: NextStep): boolean {
  return !("endpoint" in next) || pathOf(next) !== SIGNPOSTS.status.path;
}

/** Removes steps that the sitter may not take. If none remains, adds the step to the list of endpoints. */
export function failureForSitter(failure: Failure, contracts: readonly Contract[], scope: SitterScope): Failure {
  const steps = stepsForSitter(failure.more.nextSteps ?? [], contracts, scope);
  return failure.with({ nextSteps: steps.length === 0 ? [discoveryStep()] : steps });
}

const OUTSIDE = {
  call: "Only the keeper of this house can make this call.",
  creature_id: "This key does not cover that creature.",
  action: "This key does not allow that action.",
} as const;

export function outsideScope(sitter: SitterScope, part: keyof typeof OUTSIDE): Failure {
  const { creatureIds, actions } = sitter;
  return Failure.general("not_for_sitters", {
    suggestion: `${OUTSIDE[part]} A sitter key only works for the creatures and actions in \`sitting_for\`.`,
    fields: { sitting_for: { creature_ids: creatureIds, actions } },
    nextSteps: creatureIds.slice(0, 1).map((id) => statusStep(id, "See how it is.")),
  });
}
