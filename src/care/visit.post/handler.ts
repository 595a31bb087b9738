// Serves POST /api/house/visit. Each action has its own idempotency record, so that a repeated visit skips completed actions.
import type { z } from "zod";
import type { Living } from "@denkeeper/rules/creature/creature.ts";
import type { Instant } from "@denkeeper/rules/time/units.ts";
import { isPlanned } from "@denkeeper/rules/foresight/visit-plan.ts";
import { parseAnswer } from "../../http/contract/contract.ts";
import { noteRefusal } from "../../http/message/request-context.ts";
import { Replay } from "../../http/guard/idempotency.ts";
import { withinScope } from "../../http/request/sitters.ts";
import { endpoint, type Call } from "../../http/request/endpoint.ts";
import type { Needs } from "../../model/services.ts";
import { Failure } from "../../http/respond/errors.ts";
import type { Caller } from "../../model/agents/store/callers.ts";
import { compactSteps } from "../../views/steps.ts";
import { nextVisit, reportView } from "../../views/views.ts";
import { deathNoticeOf, briefResult } from "../care.post/answer.ts";
import { care } from "../care.post/contract.ts";
import type { CareRequest } from "../care.post/care.ts";
import { careBy } from "../care.post/handler.ts";
import type { CareResult } from "../care.post/result.ts";
import { doneResult, visit, type visitResult } from "./contract.ts";
import { visitHouse, type VisitAction, type VisitActionBody } from "./visit.ts";

type VisitCall = Call<typeof visit>;
type VisitActionResult = z.input<typeof visitResult>;
type VisitAnswer = z.input<typeof doneResult> & { next_steps: [] };
type VisitServices = Needs<"budgets" | "database" | "diskRoom" | "itemJudge" | "rollups">;

export const visitEndpoint = endpoint(visit, async (call, services: VisitServices) => {
  let replayed = 0;
  const { results, house, report } = await visitHouse(call, services, async (action) => {
    const outcome = await resultOf(call, services, action);
    replayed += Number(outcome.isReplayed);
    return outcome;
  });
  if (replayed > 0 && replayed === results.length) call.reply.headers["idempotency-replayed"] = "true";
  return { results, ...reportView(report), ...nextVisit(house), next_steps: compactSteps(house) };
});

/** Performs an action, or replays its result from an earlier call with the same key. */
async function resultOf(
  call: VisitCall,
  services: VisitServices,
  { index, action, caller, residents, endsVisit }: VisitAction,
): Promise<{ readonly result: VisitActionResult; readonly caller: Caller; readonly isReplayed: boolean }> {
  try {
    const query = { view: "compact" } as const;
    if (caller.sitter !== undefined) withinScope(care, caller.sitter, { params: undefined, query, body: action });
    const skip = call.body.only_due === true ? { skip: unlessDue(action) } : {};
    const response = await call.part(care, { index, caller, query, body: action }, (part) =>
      careBy(part, services, resultView, { residents, endsVisit, ...skip }),
    );
    const { next_steps: _, ...result } = response.answer;
    return { result, caller: response.caller, isReplayed: false };
  } catch (thrown) {
    if (thrown instanceof Replay)
      return { result: doneResult.parse(parseAnswer(thrown.text)), caller, isReplayed: true };
    if (!(thrown instanceof Failure) || thrown.status >= 500) throw thrown;
    noteRefusal(call.request, thrown.code, action.creature_id);
    return { result: failureView(action, thrown), caller, isReplayed: false };
  }
}

function resultView(call: CareRequest, _services: object, outcome: CareResult): VisitAnswer {
  const { after, result, milestones, marks, scene } = outcome;
  const { action, success, effectiveness, item_result } = result;
  const { id, name } = after.creature;
  const notice = deathNoticeOf(call, outcome);
  const brief = briefResult(outcome, notice);
  return {
    creature_id: id,
    name,
    action,
    success,
    effectiveness: effectiveness === "effective" || scene !== undefined ? undefined : effectiveness,
    ...brief,
    message: item_result === undefined ? brief.message : `${brief.message} ${item_result.message}`,
    item_result,
    changes: item_result?.category === "harmful" ? result.changes : undefined,
    death: notice?.death,
    milestones,
    marks,
    next_steps: [],
  };
}

/** Returns a function that answers the action if it is no longer advised. */
function unlessDue({ creature_id, action }: VisitActionBody) {
  return (creature: Living, houseNow: Instant): VisitAnswer | undefined => {
    if (isPlanned(creature, action, houseNow)) return undefined;
    const { name } = creature;
    const message = `Nothing was done: ${action} is not advised for ${name} now.`;
    return { creature_id, name, action, success: false, skipped: true, message, next_steps: [] };
  };
}

function failureView({ creature_id, action }: VisitActionBody, { message, code, more }: Failure): VisitActionResult {
  const { suggestion = "Call status to see your creatures." } = more;
  return { creature_id, action, success: false, error: message, code, suggestion };
}
