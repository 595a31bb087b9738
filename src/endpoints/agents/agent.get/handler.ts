// A keeper, for everybody.
import type { Needs } from "../../../http/request/services.ts";
import { endpoint } from "../../../http/request/endpoint.ts";
import { step } from "../../../http/contract/contract.ts";
import { towardsRegistration } from "../../../http/respond/common-steps.ts";
import { living } from "../../house/living.get/contract.ts";
import { publicCreature } from "../creature.get/contract.ts";
import { publicAgent } from "./contract.ts";
import { readAgent } from "./read.ts";

export const publicAgentEndpoint = endpoint(
  publicAgent,
  async (call, services: Needs<"config" | "database" | "outages">) => {
    const elsewhere = step(living, { action: "living", description: "See living creatures and their keepers." });
    const found = await readAgent(services, call.params.username, call.now);
    if (found === undefined) throw call.fail("not_found", { nextSteps: [elsewhere] });
    const [newest] = found.creatures;
    const towardsNewest =
      newest === undefined
        ? []
        : [
            step(publicCreature, {
              action: "view_creature",
              description: "See the creature it adopted last.",
              params: { username: newest.agent, id: newest.id },
            }),
          ];
    return { ...found, next_steps: [...towardsNewest, elsewhere, towardsRegistration()] };
  },
);
