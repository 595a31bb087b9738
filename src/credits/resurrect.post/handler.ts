// Resurrection: debit, life, log row, mark on the gravestone and idempotency record are one transaction, so a failure
// at any point undoes the debit. A payment that the request carries is taken before.
import { ageMsAt } from "@denkeeper/rules/creature/creature.ts";
import { HOUR_MS } from "@denkeeper/rules/time/durations.ts";
import { visibleLifeAt, type VisibleDead, type VisibleLiving } from "@denkeeper/rules/life/shown.ts";
import { resurrect as revived, resurrectionCost, resurrectionOffer } from "@denkeeper/rules/care/resurrection.ts";
import { resurrectionMessage } from "@denkeeper/rules/words/adoption.ts";
import { visibilityOf } from "@denkeeper/rules/creature/visibility.ts";
import { speakerOf } from "@denkeeper/rules/words/speaker.ts";
import { presentInRealTime } from "../../model/life/present-creature.ts";
import { deathNumberOf } from "../../model/life/gravestone-row.ts";
import { deathChange, nextEventAt } from "../../model/life/time-changes.ts";
import { endpoint } from "../../http/request/endpoint.ts";
import type { ResponseOf } from "../../http/contract/contract.ts";
import type { Needs } from "../../model/services.ts";
import { spend } from "../spend.ts";
import type { Caller } from "../../model/agents/store/callers.ts";
import { findCreature, saveCreature } from "../../model/creatures/store/creatures.ts";
import { saveStoneResurrected } from "../../model/creatures/store/gravestones.ts";
import { AlreadyPosted } from "../../model/ledger/store/ledger.ts";
import { retryOnConflict } from "../../model/agents/retry-on-conflict.ts";
import { formerCreature } from "../../views/missing-creature.ts";
import { adoptStep, graveyardStep, historyStep, statusStep } from "../../http/contract/steps.ts";
import { livingSteps } from "../../views/steps.ts";
import { speciesView, statsView } from "../../views/views.ts";
import { resurrect } from "./contract.ts";
import { ResurrectionPayment, type ResurrectCall, type ResurrectionTarget } from "./resurrection-payment.ts";

export const resurrectEndpoint = endpoint(resurrect, async (call, services: Needs<"config" | "database" | "rails">) => {
  const till = new ResurrectionPayment(call, services);
  return retryOnConflict(call, async (caller) => {
    const dead = await deadOf(call, services, caller);
    if (dead === undefined) return undefined;
    if (caller.agent.credits >= dead.cost) return callBack(call, caller, dead);
    await till.collect(caller.agent, dead);
    return undefined;
  });
});

/** The creature that is meant, or a failure that says why it cannot return. Undefined when it has to be read again. */
async function deadOf(
  call: ResurrectCall,
  { database }: Needs<"database">,
  { agent, outages, houseNow }: Caller,
): Promise<ResurrectionTarget | undefined> {
  const wanted = call.body.creature_id ?? call.body.id ?? "";
  const found = await findCreature(database, agent.id, wanted);
  if (found === undefined || found.creature.releasedAt !== null) {
    const former = await formerCreature(call, database, wanted);
    const nextSteps = [...(former?.nextSteps ?? []), graveyardStep()];
    throw call.fail("creature_not_found", former === undefined ? { nextSteps } : { ...former, nextSteps });
  }
  const stored = presentInRealTime(found, outages, call.now);
  const { creature } = stored;
  if (creature.death === null) {
    const death = deathChange(stored, agent, call.now);
    if (death === undefined) {
      throw call.fail("still_alive", { nextSteps: [statusStep(wanted, `See how ${creature.name} is.`)] });
    }
    if (!call.clockTrusted) throw new Error("a process whose clock is off writes no death, and so no return");
    await saveCreature(database, death);
    return undefined;
  }
  const offer = resurrectionOffer(creature, houseNow, outages);
  if (!offer.possible) {
    throw call.fail("resurrection_closed", {
      nextSteps: [historyStep(wanted), graveyardStep(), adoptStep("Adopt another egg.")],
    });
  }
  return { stored, dead: creature, cost: offer.cost };
}

/** Thrown inside the transaction to undo it: what it was decided on is no longer so. */
class StaleError extends Error {}

/** Debit and return together; undefined when somebody else was faster. */
async function callBack(
  call: ResurrectCall,
  { agent, houseNow }: Caller,
  { stored, dead, cost }: ResurrectionTarget,
): Promise<ResponseOf<typeof resurrect> | undefined> {
  const creature = revived(dead, houseNow);
  const deathNumber = deathNumberOf(dead);
  try {
    return await call.commit(async (tx) => {
      const key = `resurrection:${creature.id}:${deathNumber}`;
      const left = await spend(tx, { agentId: agent.id, key, credits: cost, at: call.now });
      if (left === undefined) throw new StaleError();
      const saved = await saveCreature(tx, {
        from: stored,
        to: { ...stored, creature, nextEventAt: nextEventAt(creature, agent.clockOffsetMs) },
        log: [{ kind: "resurrect", recordedAt: call.now, at: creature.asOf }],
      });
      if (saved === undefined) throw new StaleError();
      if (
        !(await saveStoneResurrected(tx, {
          agentId: agent.id,
          creatureId: creature.id,
          deathNumber,
          at: creature.asOf,
        }))
      ) {
        throw new Error("a dead creature has no gravestone");
      }
      return answerOf(visibleLifeAt(creature, creature.asOf), cost, left);
    });
  } catch (thrown) {
    if (thrown instanceof StaleError || thrown instanceof AlreadyPosted) return undefined;
    throw thrown;
  }
}

function answerOf(now: VisibleLiving | VisibleDead, cost: number, left: number): ResponseOf<typeof resurrect> {
  const { creature } = now;
  const { asOf, name, species, stage, resurrections } = creature;
  return {
    success: true,
    message: resurrectionMessage(speakerOf(creature), asOf),
    creature: {
      name,
      ...speciesView(species),
      stage,
      resurrection_number: resurrections,
      stats: statsView(visibilityOf(creature)),
    },
    credits_spent: cost,
    credits_remaining: left,
    next_resurrection_cost: resurrectionCost(resurrections, ageMsAt(creature, asOf) / HOUR_MS),
    next_steps: now.kind === "living" ? livingSteps(now) : [statusStep(creature.id, `See how ${name} is.`)],
  };
}
