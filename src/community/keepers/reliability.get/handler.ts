// Serves GET /api/agents/{username}/reliability through read.ts.
import type { Needs } from "../../../model/services.ts";
import { endpoint } from "../../../http/request/endpoint.ts";
import { step } from "../../../http/contract/contract.ts";
import { registrationStep } from "../../../http/contract/steps.ts";
import { living } from "../../living/living.get/contract.ts";
import { publicAgent } from "../agent.get/contract.ts";
import { reliability } from "./contract.ts";
import { readReliability } from "./read.ts";

export const reliabilityEndpoint = endpoint(reliability, async (call, services: Needs<"database" | "outages">) => {
  const elsewhere = step(living, { action: "living", description: "See living creatures and their keepers." });
  const found = await readReliability(services, call.params.username, call.now);
  if (found === undefined) throw call.fail("agent_not_found", { nextSteps: [elsewhere] });
  const { username } = found;
  return {
    ...found,
    next_steps: [
      step(publicAgent, { action: "view_keeper", description: "See the keeper's profile.", params: { username } }),
      elsewhere,
      registrationStep(),
    ],
  };
});
