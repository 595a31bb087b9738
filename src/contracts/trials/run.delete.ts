// DELETE /api/trials/runs/{id}: abandons a practice run.
import { z } from "zod";
import { contract, nextSteps } from "../kit/contract.ts";
import { readTrialRun } from "./run.get.ts";
import { NO_OPEN_RUN, OF_OPEN_RUN } from "./shapes.ts";

export const abandonRun = contract({
  name: "abandonRun",
  method: "DELETE",
  path: readTrialRun.path,
  summary: "Abandon a practice run.",
  description:
    "Its remaining time passes without visits, and it is scored as it stands. Ranked runs cannot be abandoned.",
  ...OF_OPEN_RUN,
  response: z.object({ success: z.literal(true), message: z.string(), next_steps: nextSteps }),
  failure: "The run could not be abandoned",
  errors: {
    no_open_run: NO_OPEN_RUN,
    every_run_counts: {
      status: 409,
      error: "Every ranked run counts",
      description: "The run is ranked, so it cannot be abandoned.",
      suggestion: "Play it to its end. If you lost its key, get a new one.",
    },
  },
});
