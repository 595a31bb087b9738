// Performs a visit: care actions in order, each saved separately, then leave for the rest of the house and a report.
import type { Living } from "@denkeeper/rules/creature/creature.ts";
import type { ResidentNow } from "@denkeeper/rules/foresight/schedule.ts";
import { isPlanned } from "@denkeeper/rules/foresight/visit-plan.ts";
import type { Instant, RealInstant } from "@denkeeper/rules/time/units.ts";
import type { BodyOf } from "../../http/contract/contract.ts";
import { retryOnConflict } from "../../model/agents/retry-on-conflict.ts";
import type { Caller } from "../../model/agents/store/callers.ts";
import { ifResident } from "../../model/creatures/store/creature-change.ts";
import type { Needs } from "../../model/services.ts";
import { houseNowAfter } from "../../views/steps.ts";
import { leaveHouse, reportFor, visitAll } from "../visits/visit.ts";
import type { visit } from "./contract.ts";

type VisitBody = BodyOf<typeof visit>;
export type VisitActionBody = VisitBody["actions"][number];

export interface VisitAction {
  readonly index: number;
  readonly action: VisitActionBody;
  /** The caller as the previous action left it. */
  readonly caller: Caller;
  /** The residents when the visit began. */
  readonly residents: readonly ResidentNow[];
  /** Returns whether this is the creature's last action in the visit. */
  readonly endsVisit: (creature: Living, houseNow: Instant) => boolean;
}

interface VisitRequest {
  readonly body: VisitBody;
  readonly caller: Caller;
  readonly now: RealInstant;
  reload(): Promise<Caller>;
}

/** `perform` performs one action and returns its result with the updated caller. */
export async function visitHouse<Result>(
  request: VisitRequest,
  { database }: Needs<"database">,
  perform: (action: VisitAction) => Promise<{ readonly result: Result; readonly caller: Caller }>,
) {
  const { body, now } = request;
  const { actions, told, only_due: isOnlyDue = false } = body;
  let caller = actions.length === 0 ? await checkHouse(request, { database }) : request.caller;
  const { residents } = houseNowAfter(caller.creatures, caller.houseNow);
  const results: Result[] = [];
  for (const [index, action] of actions.entries()) {
    const later = actions.slice(index + 1).filter(({ creature_id }) => creature_id === action.creature_id);
    // A later action that will be skipped cannot grant leave, so it does not count.
    const endsVisit = (creature: Living, houseNow: Instant) =>
      !later.some((next) => !isOnlyDue || isPlanned(creature, next.action, houseNow));
    const outcome = await perform({ index, action, caller, residents, endsVisit });
    results.push(outcome.result);
    ({ caller } = outcome);
  }
  caller = await leaveHouse(database, caller, now);
  const house = houseNowAfter(caller.creatures, caller.houseNow);
  const wrote = actions.length > 0 || caller.creatures.length < request.caller.creatures.length;
  const report = await reportFor(database, caller, { house: house.residents, now, told, wrote });
  return { results, house, report };
}

/** Hatches eggs and checks every creature, as status does. */
async function checkHouse(request: VisitRequest, { database }: Needs<"database">): Promise<Caller> {
  return retryOnConflict(request, async (caller) => {
    const visited = await visitAll(database, caller, { now: request.now, shows: "none", checks: true });
    return visited && { ...caller, creatures: visited.flatMap(({ stored }) => ifResident(stored)) };
  });
}
