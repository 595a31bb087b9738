// Serves GET /api/agents/{username}/graves/{id} through read.ts.
import type { Needs } from "../../../model/services.ts";
import { endpoint } from "../../../http/request/endpoint.ts";
import { step } from "../../../http/contract/contract.ts";
import { registrationStep } from "../../../http/contract/steps.ts";
import { graveyard } from "../graveyard.get/contract.ts";
import { publicAgent } from "../../keepers/agent.get/contract.ts";
import { publicGrave } from "./contract.ts";
import { readGrave } from "./read.ts";

export const publicGraveEndpoint = endpoint(publicGrave, async (call, services: Needs<"database" | "outages">) => {
  const others = step(graveyard, { action: "visit_graveyard", description: "See all gravestones." });
  const found = await readGrave(services, call.params, call.now);
  if (found === undefined) throw call.fail("gravestone_not_found", { nextSteps: [others] });
  const { caretaker: username } = found.gravestone;
  return {
    ...found,
    next_steps: [
      step(publicAgent, { action: "view_keeper", description: "See who kept it.", params: { username } }),
      others,
      registrationStep("Register to adopt your own creature. Any free username will do."),
    ],
  };
});
