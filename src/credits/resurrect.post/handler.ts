// Serves POST /api/house/resurrect. If the balance is too low, takes the payment in the request first.
import { resurrectionCost } from "@denkeeper/rules/care/resurrection.ts";
import { ageMsAt, type Living } from "@denkeeper/rules/creature/creature.ts";
import { visibilityOf } from "@denkeeper/rules/creature/visibility.ts";
import { visibleLifeAt } from "@denkeeper/rules/life/shown.ts";
import { HOUR_MS } from "@denkeeper/rules/time/durations.ts";
import { resurrectionMessage } from "@denkeeper/rules/words/adoption.ts";
import { speakerOf } from "@denkeeper/rules/words/speaker.ts";
import type { ResponseOf } from "../../http/contract/contract.ts";
import { adoptStep, graveyardStep, historyStep, statusStep } from "../../http/contract/steps.ts";
import { endpoint } from "../../http/request/endpoint.ts";
import { retryOnConflict } from "../../model/agents/retry-on-conflict.ts";
import type { Needs } from "../../model/services.ts";
import type { Db } from "../../platform/database/db.ts";
import { formerCreature } from "../../views/missing-creature.ts";
import { livingSteps } from "../../views/steps.ts";
import { speciesView, statsView } from "../../views/views.ts";
import { resurrect } from "./contract.ts";
import { ResurrectionPayment, type ResurrectCall } from "./resurrection-payment.ts";
import { findTarget, saveResurrection, unlessStale, type TargetResult } from "./resurrect.ts";

export const resurrectEndpoint = endpoint(resurrect, async (call, services: Needs<"config" | "database" | "rails">) => {
  const { database } = services;
  const payment = new ResurrectionPayment(call, services);
  const wanted = call.body.creature_id ?? call.body.id ?? "";
  return retryOnConflict(call, async (caller) => {
    const { now } = call;
    const target = await findTarget(database, caller, { wanted, now });
    if (target === undefined) return undefined;
    if (target.kind !== "dead") throw await refusal(call, database, wanted, target);
    if (caller.agent.credits >= target.cost) {
      const transaction = call.commit(async (tx) => {
        const { creature, left } = await saveResurrection(tx, caller, target, now);
        return answerOf(creature, target.cost, left);
      });
      return unlessStale(transaction);
    }
    await payment.collect(caller.agent, target);
    return undefined;
  });
});

async function refusal(call: ResurrectCall, db: Db, wanted: string, target: Exclude<TargetResult, { kind: "dead" }>) {
  if (target.kind === "alive")
    return call.fail("still_alive", { nextSteps: [statusStep(wanted, `See how ${target.name} is.`)] });
  if (target.kind === "closed")
    return call.fail("resurrection_closed", {
      nextSteps: [historyStep(wanted), graveyardStep(), adoptStep("Adopt another egg.")],
    });
  const former = await formerCreature(call, db, wanted);
  return call.fail("creature_not_found", { ...former, nextSteps: [...(former?.nextSteps ?? []), graveyardStep()] });
}

function answerOf(creature: Living, cost: number, left: number): ResponseOf<typeof resurrect> {
  const now = visibleLifeAt(creature, creature.asOf);
  const { asOf, name, species, stage, resurrections } = now.creature;
  return {
    success: true,
    message: resurrectionMessage(speakerOf(now.creature), asOf),
    creature: {
      name,
      ...speciesView(species),
      stage,
      resurrection_number: resurrections,
      stats: statsView(visibilityOf(now.creature)),
    },
    credits_spent: cost,
    credits_remaining: left,
    next_resurrection_cost: resurrectionCost(resurrections, ageMsAt(now.creature, asOf) / HOUR_MS),
    next_steps: now.kind === "living" ? livingSteps(now) : [statusStep(creature.id, `See how ${name} is.`)],
  };
}
