// Serves GET /api/stats from the latest rollup.
import type { Needs } from "../../../model/services.ts";
import { endpoint } from "../../../http/request/endpoint.ts";
import { step } from "../../../http/contract/contract.ts";
import { registrationStep } from "../../../http/contract/steps.ts";
import { hall } from "../../hall/hall.get/contract.ts";
import { activityView } from "../../../views/views.ts";
import { stats } from "./contract.ts";

export const statsEndpoint = endpoint(stats, async (_call, { rollups }: Needs<"rollups">) => {
  const { creatures_alive, eggs_unhatched, gravestones, agents } = await rollups.get("totals");
  return {
    creatures_alive,
    eggs_unhatched,
    gravestones,
    agents,
    activity_24h: await activityView(rollups),
    computed_at: rollups.computedAt("totals"),
    next_steps: [
      step(hall, { action: "visit_hall", description: "See who has lived longest." }),
      registrationStep("Register to adopt your own creature. Any free username will do."),
    ],
  };
});
