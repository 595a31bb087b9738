// POST /api/trials/runs/{id}/key: replaces the key of an open run.
import { z } from "zod";
import { contract, nextSteps } from "../../kit/contract.ts";
import { readTrialRun } from "../run.get.ts";
import { NO_OPEN_RUN } from "../../shapes/trials.ts";

export const newRunKey = contract({
  name: "newRunKey",
  method: "POST",
  path: `${readTrialRun.path}/key`,
  summary: "Replace the key of your run.",
  description: "For an open run whose key you lost. The old key stops working at once; the run goes on where it was.",
  auth: "required",
  effect: "takes_away",
  tool: "keys",
  limit: { by: "agent", max: 60, windowSeconds: 3600 },
  params: z.object({ id: z.uuid() }),
  example: { params: { id: "bfdb1f0c-bcfe-56ab-9ba2-8ffc9a5b3821" } },
  status: 200,
  response: z.object({
    your_token: z.string().describe("The run's new key, shown only once."),
    message: z.string(),
    next_steps: nextSteps,
  }),
  secret: true,
  invalid: "Invalid run",
  invalidSuggestion: "id is the id of a run.",
  failure: "The run's key could not be replaced",
  errors: { no_open_run: NO_OPEN_RUN },
});
