// What a sitter's key may do. A contract says whether sitters may call it at all, and for what; the key says for which
// creatures and actions. Everything else is rejected.
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

/** What the caller may do as a sitter; undefined for a keeper's own key. Throws where sitters may not make the call. */
export function admitSitter(contract: Contract, { agent, sitter }: Caller): SitterGrant | undefined {
  if (sitter === undefined) return undefined;
  if (contract.sitter === undefined) throw sitterRefused(sitter);
  return { ...sitter, keeper: agent.username };
}

/** The input as a sitter may give it: about one of its creatures, and with an action that it may take. */
export function withinScope(contract: Contract, sitter: SitterScope, input: Input): Input {
  const place = contract.method === "GET" ? "query" : "body";
  const given = isJsonObject(input[place]) ? input[place] : {};
  const wanted = given["creature_id"] ?? given["id"];
  if (wanted !== undefined && !sitter.creatureIds.some((id) => id === wanted))
    throw outsideScope(sitter, "creature_id");
  if (contract.sitter === "cares" && !sitter.actions.some((action) => action === given["action"])) {
    throw outsideScope(sitter, "action");
  }
  // What the key check brings along is theirs alone; what a handler looks up must be named.
  if (wanted !== undefined || !takesTarget(contract.query) || (contract.load ?? "agent") !== "agent") return input;
  const [only, ...more] = sitter.creatureIds;
  if (only === undefined || more.length > 0) {
    const nextSteps = sitter.creatureIds.slice(0, 1).map((id) => statusStep(id, "See how it is."));
    const fault = { field: "creature_id", message: "is required, because your key covers several creatures" };
    throw invalidInput(contract, [fault]).with({ nextSteps });
  }
  return { ...input, [place]: { ...given, creature_id: only } };
}

type SitterScope = Pick<Sitter, "creatureIds" | "actions">;
export type SitterGrant = SitterScope & Pick<Sitter, "expiresAt"> & { readonly keeper: string };

/** The steps that a sitter can take. Of a visit, those actions that it may take. */
function stepsForSitter(
  steps: readonly NextStep[],
  contracts: readonly Contract[],
  { actions }: Pick<SitterScope, "actions">,
): NextStep[] {
  const open = contracts.filter(({ auth, sitter }) => auth === "none" || sitter !== undefined);
  const isAllowed = (planned: unknown) => actions.some((action) => action === planned);
  return openSteps(steps, open, (each, target) => {
    if (target.sitter === "cares") return isAllowed(each.body?.["action"]) ? [each] : [];
    if (target.sitter !== "visits") return [each];
    const planned = plannedIn(each).filter(({ action }) => isAllowed(action));
    return planned.length === 0 ? [] : [{ ...each, body: { ...each.body, actions: planned } }];
  });
}

/** The actions of a step that is a visit. */
function plannedIn(each: NextStep): readonly JsonObject[] {
  const planned = "body" in each ? each.body?.["actions"] : undefined;
  return Array.isArray(planned) ? planned.filter(isJsonObject) : [];
}

/** What is due now, when a sitter may do none of it. */
function keeperOnlyCare(steps: readonly NextStep[], left: readonly NextStep[]): readonly string[] {
  const isDue = (each: NextStep) => "due" in each && each.due === true;
  if (left.some(isDue)) return [];
  const due = steps.filter(isDue).flatMap((each) => plannedIn(each).map(({ action }) => action));
  return [...new Set(due.filter((action) => typeof action === "string"))];
}

/** An answer as a sitter gets it: it says whose creatures these are, and has only those steps. */
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
    next_steps: [lookLater(`${why} Tell your keeper, and look again in an hour.`), ...steps.filter(isNoLook)],
  };
}

function lookLater(description: string): NextStep {
  return step(SIGNPOSTS.status, { description, query: { view: "compact" } });
}

function isNoLook(each: NextStep): boolean {
  return !("endpoint" in each) || pathOf(each) !== SIGNPOSTS.status.path;
}

/** An error with only those steps that a sitter can take; where none is left, with the way to all endpoints. */
export function failureForSitter(failure: Failure, contracts: readonly Contract[], scope: SitterScope): Failure {
  const steps = stepsForSitter(failure.more.nextSteps ?? [], contracts, scope);
  return failure.with({ nextSteps: steps.length === 0 ? [discoveryStep()] : steps });
}

export function sitterRefused(sitter: SitterScope): Failure {
  return outsideScope(sitter, "call");
}

const WHAT = {
  call: "Only the keeper of this house can make this call.",
  creature_id: "This key does not cover that creature.",
  action: "This key does not allow that action.",
} as const;

function outsideScope(sitter: SitterScope, what: keyof typeof WHAT): Failure {
  const { creatureIds, actions } = sitter;
  return Failure.general("not_for_sitters", {
    suggestion: `${WHAT[what]} A sitter key only works for the creatures and actions in \`sitting_for\`.`,
    fields: { sitting_for: { creature_ids: creatureIds, actions } },
    nextSteps: creatureIds.slice(0, 1).map((id) => statusStep(id, "See how it is.")),
  });
}
