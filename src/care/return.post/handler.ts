// POST /api/house/return takes a creature back as if it had never been released, unless it has died since. Room is counted under
// the adoption lock.
import type { RealInstant } from "@denkeeper/rules/time/units.ts";
import type { Needs } from "../../model/services.ts";
import { hasRoom } from "@denkeeper/rules/care/adoption.ts";
import { isLiving } from "@denkeeper/rules/creature/creature.ts";
import { moveAcrossOutages } from "@denkeeper/rules/life/pause.ts";
import { settle } from "@denkeeper/rules/life/settle.ts";
import { takeBack as takeBackCreature } from "@denkeeper/rules/care/release.ts";
import { presentInRealTime } from "../../model/life/present-creature.ts";
import { nextEventAt } from "../../model/life/time-changes.ts";
import { invalidKeyFailure } from "../../http/guard/key-check.ts";
import { endpoint } from "../../http/request/endpoint.ts";
import { lockAdoptions } from "../adopt.post/store/adoption-lock.ts";
import type { CreatureChange, PresentCreature } from "../../model/creatures/store/creature-change.ts";
import { findCreature, listLiving, saveCreature } from "../../model/creatures/store/creatures.ts";
import { homeStep } from "../../views/steps.ts";
import { adoptStep, historyStep, statusStep } from "../../http/contract/steps.ts";
import { takeBack } from "./contract.ts";

export const takeBackEndpoint = endpoint(takeBack, async (call, { database }: Needs<"database">) => {
  const { agent, creatures, outages, houseNow: now, clockTrusted } = call.caller;
  const { creature_id: id } = call.body;
  const row = await findCreature(database, agent.id, id);
  // Outages do not move the clocks of a released creature. They are applied once it is back.
  const stored = row && presentInRealTime(row, [], call.now);
  const released = stored?.creature;
  const outcome = released === undefined || released.releasedAt === null ? undefined : takeBackCreature(released, now);
  if (stored === undefined || outcome === undefined || outcome.kind === "taken_back_before") {
    throw call.fail("not_released", { nextSteps: [homeStep(creatures, now)] });
  }
  if (outcome.kind === "too_late") throw call.fail("return_closed", { nextSteps: [historyStep(id), adoptStep()] });
  const { creature } = outcome;
  if (isLiving(creature) && settle(moveAcrossOutages(creature, outages, now), now).death !== null) {
    if (clockTrusted) await saveCreature(database, lossOf(stored, now, call.now));
    throw call.fail("died_first", { nextSteps: [historyStep(id), adoptStep()] });
  }
  return call.commit(async (tx) => {
    if ((await lockAdoptions(tx, { agentId: agent.id })) === undefined) throw invalidKeyFailure();
    if (!hasRoom((await listLiving(tx, agent.id)).length)) {
      throw call.fail("house_full", { nextSteps: [homeStep(creatures, now)] });
    }
    const saved = await saveCreature(tx, {
      from: stored,
      to: { ...stored, creature, nextEventAt: nextEventAt(creature, agent.clockOffsetMs) },
      log: [{ kind: "take_back", recordedAt: call.now, at: now }],
    });
    // Another call has already taken the creature back, and may have released it again.
    if (saved === undefined) throw call.fail("not_released", { nextSteps: [homeStep(creatures, now)] });
    return {
      success: true as const,
      message: `${creature.name} is back. Its clocks kept running while it was away, so check on it now. It can't be taken back a second time.`,
      creature_id: id,
      next_steps: [statusStep(id, `See how ${creature.name} is.`, "compact")],
    };
  });
});

/** Marks a creature that died after its release. It stays released and counts as a death for the tiers. */
function lossOf(stored: PresentCreature, at: number, recordedAt: RealInstant): CreatureChange {
  const creature = { ...stored.creature, releasedInDistress: true };
  return { from: stored, to: { ...stored, creature }, log: [{ kind: "lost", recordedAt, at }] };
}
