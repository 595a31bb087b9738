// Credits: the balance, the packs, and what the balance can buy.
import type { Needs } from "../../model/services.ts";
import { resurrectionOffer, returnableSince } from "@denkeeper/rules/care/resurrection.ts";
import { endpoint } from "../../http/request/endpoint.ts";
import type { NextStep } from "../../http/contract/contract.ts";
import { PACKS } from "../../model/ledger/packs.ts";
import { listDeadSince } from "../../model/creatures/store/creatures.ts";
import { homeStep } from "../../views/steps.ts";
import { buyStep, resurrectStep, statusStep } from "../../http/contract/steps.ts";
import { packView } from "../../views/views.ts";
import { readCredits } from "./contract.ts";
import { creatureAcrossOutages } from "../../model/life/present-creature.ts";
import { countOf } from "../../platform/counted.ts";

export const readCreditsEndpoint = endpoint(
  readCredits,
  async (call, { database, rails }: Needs<"database" | "rails">) => {
    const { agent, creatures, outages, houseNow: now } = call.caller;
    const dead = await listDeadSince(database, agent.id, returnableSince(now, outages));
    const returning = dead.map((stored): NextStep => {
      const creature = creatureAcrossOutages(stored, outages, now);
      const { cost } = resurrectionOffer(creature, now, outages);
      return agent.credits >= cost
        ? resurrectStep(creature.id, `Call ${creature.name} back for ${countOf(cost, "credit")}.`)
        : statusStep(
            creature.id,
            `${creature.name} can be called back for ${countOf(cost, "credit")}. See how long you have.`,
          );
    });
    return {
      credits: agent.credits,
      mpp_enabled: rails.some(({ name }) => name === "mpp"),
      x402_enabled: rails.some(({ name }) => name === "x402"),
      packs: PACKS.map(packView),
      next_steps: [
        ...returning,
        ...(rails.some(({ name }) => name === "stripe") ? [buyStep()] : []),
        homeStep(creatures, now),
      ],
    };
  },
);
