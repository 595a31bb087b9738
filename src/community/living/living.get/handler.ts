// Serves GET /api/house/living from the list that the worker updates.
import type { Needs } from "../../../model/services.ts";
import { endpoint } from "../../../http/request/endpoint.ts";
import { step } from "../../../http/contract/contract.ts";
import { depthFault } from "../../../http/contract/paging.ts";
import { registrationStep } from "../../../http/contract/steps.ts";
import { publicCreature } from "../../creatures/creature.get/contract.ts";
import { graveyard } from "../../graves/graveyard.get/contract.ts";
import { living } from "./contract.ts";
import { readLiving } from "./read.ts";

export const livingEndpoint = endpoint(living, async (call, services: Needs<"database" | "rollups">) => {
  const fault = depthFault(call.query, living);
  if (fault !== undefined) throw call.fail("page_too_deep", fault);
  const [found, counts] = await Promise.all([
    readLiving(services, call.query, call.now),
    services.rollups.get("living"),
  ]);
  const [first] = found.creatures;
  return {
    ...found,
    counts,
    computed_at: services.rollups.computedAt("living"),
    next_steps: [
      ...(first === undefined
        ? []
        : [
            step(publicCreature, {
              action: "view_creature",
              description: "See one of them.",
              params: { username: first.agent, id: first.id },
            }),
          ]),
      step(graveyard, { action: "visit_graveyard", description: "See all gravestones." }),
      registrationStep("Register to adopt your own creature. Any free username will do."),
    ],
  };
});
