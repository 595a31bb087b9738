// POST /api/trials/runs/{id}/key: replaces the key of an open run.
import { z } from "zod";
import { contract, nextSteps } from "../../kit/contract.ts";
import { readTrialRun } from "../run.get.ts";
import { NO_OPEN_RUN, OF_OPEN_RUN } from "../shapes.ts";

export const newRunKey = contract({
  name: "newRunKey",
  method: "POST",
  path: `${readTrialRun.path}/key`,
  summary: "Replace the key of your run.",
  description: "For an open run whose key you lost. The old key stops working at once; the run goes on where it was.",
  ...OF_OPEN_RUN,
  effect: "takes_away",
  response: z.object({
    your_token: z.string().describe("The run's new key, shown only once."),
    message: z.string(),
    next_steps: nextSteps,
  }),
  secret: true,
  failure: "The run's key could not be replaced",
  errors: { no_open_run: NO_OPEN_RUN },
});
