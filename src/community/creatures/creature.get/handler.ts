// Serves GET /api/agents/{username}/creatures/{id} through read.ts.
import type { Needs } from "../../../model/services.ts";
import { endpoint } from "../../../http/request/endpoint.ts";
import { step } from "../../../http/contract/contract.ts";
import { registrationStep } from "../../../http/contract/steps.ts";
import { living } from "../../living/living.get/contract.ts";
import { speciesProfile } from "../../species/slug.get/contract.ts";
import { publicAgent } from "../../keepers/agent.get/contract.ts";
import { publicCreature } from "./contract.ts";
import { readCreature } from "./read.ts";

export const publicCreatureEndpoint = endpoint(
  publicCreature,
  async (call, services: Needs<"config" | "database" | "outages">) => {
    const elsewhere = step(living, { action: "living", description: "See who is alive." });
    const answer = await readCreature(services, call.params, call.now);
    if (answer === undefined) throw call.fail("creature_not_found", { nextSteps: [elsewhere] });
    const { agent: username, species_key: slug } = answer.creature;
    return {
      ...answer,
      next_steps: [
        step(publicAgent, { action: "view_keeper", description: "See who keeps it.", params: { username } }),
        step(speciesProfile, { action: "view_species", description: "See its species.", params: { slug } }),
        elsewhere,
        registrationStep("Register to adopt your own creature. Any free username will do."),
      ],
    };
  },
);
