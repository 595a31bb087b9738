// Serves DELETE /api/house/release through release.ts.
import { takeBackClosesAt } from "@denkeeper/rules/care/release.ts";
import { releaseMessage } from "@denkeeper/rules/words/adoption.ts";
import { speakerOf } from "@denkeeper/rules/words/speaker.ts";
import { graveyardStep, historyStep, statusStep, takeBackStep } from "../../http/contract/steps.ts";
import { endpoint } from "../../http/request/endpoint.ts";
import type { Needs } from "../../model/services.ts";
import { iso } from "../../platform/clock.ts";
import { missingCreature } from "../../views/missing-creature.ts";
import { homeStep } from "../../views/steps.ts";
import { gravestoneView } from "../../views/stone-view.ts";
import { release } from "./contract.ts";
import { decideRelease, saveRelease } from "./release.ts";

export const releaseEndpoint = endpoint(release, async (call, { database }: Needs<"database">) => {
  const { caller, now } = call;
  const wanted = call.body.creature_id ?? call.body.id ?? "";
  const result = await decideRelease(database, { caller, wanted, now });
  if (result.kind === "not_found") throw call.fail("creature_not_found", await missingCreature(call, database, wanted));
  if (result.kind === "changed") throw call.fail("creature_changed");
  if (result.kind === "died") {
    throw call.fail("died_first", {
      fields: result.gravestone === undefined ? {} : { gravestone: gravestoneView(result.gravestone) },
      nextSteps: [statusStep(wanted, "See its gravestone and what it takes to call it back."), graveyardStep()],
    });
  }
  const { stored, creature } = result;
  const until = takeBackClosesAt(creature);
  const others = caller.creatures.filter((resident) => resident !== stored);
  return call.commit(async (tx) => {
    if (!(await saveRelease(tx, result, now)))
      throw call.fail("creature_changed", { nextSteps: [statusStep(wanted, "Check on it once more.")] });
    return {
      success: true as const,
      message: releaseMessage(speakerOf(creature), creature.releasedAt),
      creature_id: creature.id,
      return_until: until === null ? null : iso(until),
      next_steps: [
        homeStep(others, caller.houseNow),
        ...(until === null
          ? []
          : [takeBackStep(creature.id, `Take ${creature.name} back if you change your mind, until ${iso(until)}.`)]),
        historyStep(creature.id),
      ],
    };
  });
});
