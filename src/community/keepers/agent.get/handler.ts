// Serves GET /api/agents/{username} through read.ts.
import type { Needs } from "../../../model/services.ts";
import { endpoint } from "../../../http/request/endpoint.ts";
import { step } from "../../../http/contract/contract.ts";
import { registrationStep } from "../../../http/contract/steps.ts";
import { living } from "../../living/living.get/contract.ts";
import { publicCreature } from "../../creatures/creature.get/contract.ts";
import { reliability } from "../reliability.get/contract.ts";
import { publicAgent } from "./contract.ts";
import { readAgent } from "./read.ts";

export const publicAgentEndpoint = endpoint(
  publicAgent,
  async (call, services: Needs<"config" | "database" | "outages">) => {
    const elsewhere = step(living, { action: "living", description: "See living creatures and their keepers." });
    const answer = await readAgent(services, call.params.username, call.now);
    if (answer === undefined) throw call.fail("agent_not_found", { nextSteps: [elsewhere] });
    const [first] = answer.creatures;
    const creatureSteps =
      first === undefined
        ? []
        : [
            step(publicCreature, {
              action: "view_creature",
              description: "See the creature that needs it most.",
              params: { username: first.agent, id: first.id },
            }),
          ];
    const recordStep = step(reliability, {
      action: "track_record",
      description: "See how reliably it feeds its creatures.",
      params: { username: answer.agent.username },
    });
    return { ...answer, next_steps: [...creatureSteps, recordStep, elsewhere, registrationStep()] };
  },
);
