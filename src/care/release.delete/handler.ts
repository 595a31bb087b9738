// Release: the only write that does not retry after a conflict, since the keeper may want to reconsider.
import type { Needs } from "../../model/services.ts";
import { iso } from "../../platform/clock.ts";
import { release as releaseCreature } from "@denkeeper/rules/care/release.ts";
import { takeBackClosesAt } from "@denkeeper/rules/care/take-back.ts";
import { releaseMessage } from "@denkeeper/rules/words/adoption.ts";
import { speakerOf } from "@denkeeper/rules/words/speaker.ts";
import { deathChange } from "../../model/life/time-changes.ts";
import { endpoint } from "../../http/request/endpoint.ts";
import { saveCreature } from "../../model/creatures/store/creatures.ts";
import { findGravestone } from "../../model/creatures/store/gravestones.ts";
import { gravestoneView } from "../../views/stone-view.ts";
import { missingCreature } from "../../views/missing-creature.ts";
import { graveyardStep, historyStep, statusStep, takeBackStep } from "../../http/contract/steps.ts";
import { homeStep } from "../../views/steps.ts";
import { release } from "./contract.ts";

export const releaseEndpoint = endpoint(release, async (call, { database }: Needs<"database">) => {
  const { agent, creatures, houseNow: now } = call.caller;
  const wanted = call.body.creature_id ?? call.body.id ?? "";
  const stored = creatures.find(({ creature }) => creature.id === wanted);
  if (stored === undefined) throw call.fail("creature_not_found", await missingCreature(call, database, wanted));
  const outcome = releaseCreature(stored.creature, now);
  if (outcome.kind === "died") {
    const death = call.clockTrusted ? deathChange(stored, agent, call.now) : undefined;
    const isDeathSaved = death !== undefined && (await saveCreature(database, death)) !== undefined;
    // Another call may have saved the death at this moment: then there is a gravestone as well.
    const stone = isDeathSaved
      ? death.gravestone
      : await findGravestone(database, { agentId: agent.id, creatureId: wanted });
    if (stone === undefined && call.clockTrusted) throw call.fail("creature_changed");
    throw call.fail("died_first", {
      fields: stone === undefined ? {} : { gravestone: gravestoneView(stone) },
      nextSteps: [statusStep(wanted, "See its gravestone and what it takes to call it back."), graveyardStep()],
    });
  }
  const { creature } = outcome;
  const until = takeBackClosesAt(creature);
  const others = creatures.filter((each) => each !== stored);
  return call.commit(async (tx) => {
    const saved = await saveCreature(tx, {
      from: stored,
      to: { ...stored, creature, nextEventAt: null },
      log: [
        {
          kind: "release",
          recordedAt: call.now,
          at: creature.releasedAt,
          uncheckedSince: stored.creature.lastCheckedAt,
        },
      ],
    });
    if (saved === undefined)
      throw call.fail("creature_changed", { nextSteps: [statusStep(wanted, "Check on it once more.")] });
    return {
      success: true as const,
      message: releaseMessage(speakerOf(creature), creature.releasedAt),
      creature_id: creature.id,
      return_until: until === null ? null : iso(until),
      next_steps: [
        homeStep(others, now),
        ...(until === null
          ? []
          : [takeBackStep(creature.id, `Take ${creature.name} back if you change your mind, until ${iso(until)}.`)]),
        historyStep(creature.id),
      ],
    };
  });
});
