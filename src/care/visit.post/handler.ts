// A visit: care actions in order, each through the care endpoint with its own save and idempotency record.
import type { z } from "zod";
import type { Living } from "@denkeeper/rules/creature/creature.ts";
import type { Instant } from "@denkeeper/rules/time/units.ts";
import { isPlanned } from "@denkeeper/rules/foresight/visit-plan.ts";
import { leaveHouse, reportFor, visitAll } from "../visits/visit.ts";
import { answerIn } from "../../http/contract/contract.ts";
import { Replay } from "../../http/guard/idempotency.ts";
import { withinScope } from "../../http/request/sitters.ts";
import { endpoint, type Call } from "../../http/request/endpoint.ts";
import type { Needs } from "../../model/services.ts";
import { Failure } from "../../http/respond/errors.ts";
import type { Caller } from "../../model/agents/store/callers.ts";
import { ifResident } from "../../model/creatures/store/creature-change.ts";
import { compactSteps, houseNowAfter } from "../../views/steps.ts";
import { retryOnConflict } from "../../model/agents/retry-on-conflict.ts";
import { nextVisit, reportView } from "../../views/views.ts";
import { deathNoticeOf, briefResult, type CareCall } from "../care.post/answer.ts";
import { care } from "../care.post/contract.ts";
import { careBy } from "../care.post/handler.ts";
import type { CareResult } from "../care.post/result.ts";
import { doneResult, visit, type visitResult } from "./contract.ts";

type VisitCall = Call<typeof visit>;
type VisitActionBody = VisitCall["body"]["actions"][number];
type VisitActionResult = z.input<typeof visitResult>;
type VisitServices = Needs<"budgets" | "database" | "diskRoom" | "itemJudge" | "rollups">;

export const visitEndpoint = endpoint(visit, async (call, services: VisitServices) => {
  const { actions, told } = call.body;
  let caller = actions.length === 0 ? await checkHouse(call, services) : call.caller;
  const results: VisitActionResult[] = [];
  let replayed = 0;
  for (const [index, action] of actions.entries()) {
    const done = await resultOf(call, services, { index, action, caller });
    results.push(done.result);
    replayed += Number(done.isReplayed);
    ({ caller } = done);
  }
  if (replayed > 0 && replayed === actions.length) call.header("idempotency-replayed", "true");
  const { now } = call;
  caller = await leaveHouse(services.database, caller, now);
  const house = houseNowAfter(caller.creatures, caller.houseNow);
  const wrote = actions.length > 0 || caller.creatures.length < call.caller.creatures.length;
  const report = await reportFor(services.database, caller, { house: house.residents, now, told, wrote });
  return {
    results,
    ...reportView(report),
    ...nextVisit(house),
    next_steps: compactSteps(house),
  };
});

/** The caller's house after a look, as status looks: eggs are hatched, and everybody is checked. */
async function checkHouse(call: VisitCall, { database }: Needs<"database">): Promise<Caller> {
  return retryOnConflict(call, async (caller) => {
    const { now, clockTrusted } = call;
    const visited = await visitAll(database, caller, { now, clockTrusted, shows: "nobody", checks: true });
    return visited && { ...caller, creatures: visited.flatMap(({ stored }) => ifResident(stored)) };
  });
}

interface VisitActionCall {
  readonly index: number;
  readonly action: VisitActionBody;
  readonly caller: Caller;
}

/** One action: what came of it, now or at an earlier call with the same key, and the house after it. */
async function resultOf(
  call: VisitCall,
  services: VisitServices,
  { index, action, caller }: VisitActionCall,
): Promise<{ readonly result: VisitActionResult; readonly caller: Caller; readonly isReplayed: boolean }> {
  try {
    const query = { view: "compact" } as const;
    if (caller.sitter !== undefined) withinScope(care, caller.sitter, { params: undefined, query, body: action });
    const { actions, only_due: isOnlyDue = false } = call.body;
    const later = actions.slice(index + 1).filter(({ creature_id }) => creature_id === action.creature_id);
    // An action that will be skipped saves nothing, so leave cannot wait for it.
    const isOver = (creature: Living, houseNow: Instant) =>
      !later.some((next) => !isOnlyDue || isPlanned(creature, next.action, houseNow));
    const given = await call.part(care, { index, caller, query, body: action }, (part) =>
      careBy(part, services, doneOf, isOnlyDue ? { isOver, instead: skippedOf(action) } : { isOver }),
    );
    const { next_steps: _, ...result } = given.answer;
    return { result, caller: given.caller, isReplayed: false };
  } catch (thrown) {
    if (thrown instanceof Replay) return { result: doneResult.parse(answerIn(thrown.text)), caller, isReplayed: true };
    if (!(thrown instanceof Failure) || thrown.status >= 500) throw thrown;
    call.noteRefusal(thrown.code, action.creature_id);
    return { result: failedOf(action, thrown), caller, isReplayed: false };
  }
}

function doneOf(call: CareCall, _services: object, outcome: CareResult) {
  const { after, result, milestones, marks, scene } = outcome;
  const { action, success, effectiveness, item_result: judged } = result;
  const { id, name } = after.creature;
  const notice = deathNoticeOf(call, outcome);
  const said = briefResult(outcome, notice);
  return {
    creature_id: id,
    name,
    action,
    success,
    ...(effectiveness === "effective" || scene !== undefined ? {} : { effectiveness }),
    ...said,
    message: judged === undefined ? said.message : `${said.message} ${judged.message}`,
    ...(judged === undefined ? {} : { item_result: judged }),
    ...(judged?.category === "harmful" ? { changes: result.changes } : {}),
    ...(notice === undefined ? {} : { death: notice.death }),
    ...(milestones === undefined ? {} : { milestones }),
    ...(marks === undefined ? {} : { marks }),
    next_steps: [],
  };
}

/** What is answered instead of an action that is no longer advised. */
function skippedOf({ creature_id, action }: VisitActionBody) {
  return (creature: Living, houseNow: Instant) => {
    if (isPlanned(creature, action, houseNow)) return undefined;
    const { name } = creature;
    const message = `Nothing was done: ${action} is not advised for ${name} now.`;
    return { creature_id, name, action, success: false, skipped: true as const, message, next_steps: [] };
  };
}

function failedOf({ creature_id, action }: VisitActionBody, { message, code, more }: Failure): VisitActionResult {
  const { suggestion = "Call status to see your creatures." } = more;
  return { creature_id, action, success: false, error: message, code, suggestion };
}
