// Ends a boarding early: the clocks move back by the remaining time.
import type { Needs } from "../../model/services.ts";
import { houseNowAfter, livingSteps, type HouseNow } from "../../views/steps.ts";
import { statusStep } from "../../http/contract/steps.ts";
import { returnFromBoarding } from "@denkeeper/rules/care/boarding.ts";
import { isLiving } from "@denkeeper/rules/creature/creature.ts";
import { visibleAt, type VisibleNow } from "@denkeeper/rules/life/shown.ts";
import { nextEventAt } from "../../model/life/time-changes.ts";
import { endpoint } from "../../http/request/endpoint.ts";
import type { ResponseOf } from "../../http/contract/contract.ts";
import { saveCreature } from "../../model/creatures/store/creatures.ts";
import { missingCreature } from "../../views/missing-creature.ts";
import { retryOnConflict } from "../../model/agents/retry-on-conflict.ts";
import { boardingView, nextVisit } from "../../views/views.ts";
import { endBoarding } from "./contract.ts";

export const endBoardingEndpoint = endpoint(endBoarding, async (call, { database }: Needs<"database">) => {
  const wanted = call.body.creature_id ?? call.body.id ?? "";
  return retryOnConflict(call, async ({ agent, creatures, houseNow: clock }) => {
    const stored = creatures.find(({ creature }) => creature.id === wanted);
    if (stored === undefined) throw call.fail("creature_not_found", await missingCreature(call, database, wanted));
    const creature = isLiving(stored.creature) ? returnFromBoarding(stored.creature, clock) : null;
    const now = visibleAt(creature ?? stored.creature, clock);
    if (now.kind === "dead")
      throw call.fail("creature_not_found", { nextSteps: [statusStep(wanted, "See its gravestone.")] });
    const answer = answerOf(now, houseNowAfter(creatures, clock, now), creature !== null);
    if (creature === null) return answer;
    const saved = await saveCreature(database, {
      from: stored,
      to: { ...stored, creature, nextEventAt: nextEventAt(creature, agent.clockOffsetMs) },
      log: [{ kind: "return", recordedAt: call.now, at: creature.asOf }],
      record: call.record(answer),
    });
    return saved === undefined ? undefined : answer;
  });
});

function answerOf(now: VisibleNow, house: HouseNow, wasResting: boolean): ResponseOf<typeof endBoarding> {
  const { id, name } = now.creature;
  return {
    success: true,
    was_resting: wasResting,
    message: wasResting
      ? `${name} is back. Its clocks continue from where they stopped.`
      : `${name} is not being boarded.`,
    creature_id: id,
    ...(now.kind === "living"
      ? {
          boarding: boardingView(now),
          ...nextVisit(house),
          next_steps: livingSteps(now, house, "compact"),
        }
      : { next_steps: [statusStep(id, `See how ${name} is.`, "compact")] }),
  };
}
