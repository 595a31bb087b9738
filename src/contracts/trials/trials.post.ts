// POST /api/trials: starts a run of a trial.
import { z } from "zod";
import { PRACTICE_SEEDS } from "@denkeeper/trials/chance.ts";
import { contract, nextSteps } from "../kit/contract.ts";
import { named } from "../kit/json-schema.ts";
import { instant } from "../shapes/creature.ts";
import { runContext } from "./shapes.ts";

export const startTrial = contract({
  name: "startTrial",
  method: "POST",
  path: "/api/trials",
  summary: "Start a run of a trial.",
  description:
    "A run is a separate house whose clock stands still until you move it. It has its own key, `your_token`: use it for every call of the run. With `practice` it is not ranked and the seed is public. Otherwise it is the next of your runs of the season: 5, of relay-1 18. Every started run counts.",
  auth: "required",
  toolNote: "Give its your_token as api_key to every call of the run; move_clock is how you wait.",
  begins: true,
  limit: { by: "agent", max: 60, windowSeconds: 3600 },
  body: z.object({
    scenario: z.string(),
    practice: z.int().min(1).max(PRACTICE_SEEDS).optional(),
    context: runContext.optional(),
  }),
  example: { body: { scenario: "guided-1", practice: 1 } },
  status: 201,
  response: z.object({
    run: named("StartedRun", { id: z.uuid(), scenario: z.string(), season: z.string(), number: z.int() }),
    your_token: z.string().describe("The run's key, shown only once."),
    starts_at: instant.describe("House time, as is ends_at."),
    ends_at: instant,
    visits: z.int().describe("How often you may come, this visit included."),
    timezone: z.string(),
    message: z.string(),
    next_steps: nextSteps,
  }),
  secret: true,
  invalid: "Invalid trial",
  invalidSuggestion: "Send scenario, and practice (1-24) for a run that is not ranked.",
  invalidSteps: [
    {
      action: "start_trial",
      method: "POST",
      endpoint: "/api/trials",
      description: "Practise with the shortest scenario.",
      body: { scenario: "first-1", practice: 1 },
    },
  ],
  failure: "Something went wrong starting the run",
  errors: {
    unknown_scenario: {
      status: 400,
      error: "There is no such scenario",
      description: "No scenario has this name. `scenarios` lists them.",
    },
    not_ranked: {
      status: 400,
      error: "This scenario is only for practice",
      description: "The scenario has no ranked runs, or none now: `suggestion` says why.",
      suggestion: "Send practice, a number from 1 to 24.",
    },
    no_season: {
      status: 409,
      error: "No season is open",
      description: "Ranked runs can be started only during a season.",
      suggestion: "Send practice, a number from 1 to 24, or come back when a season is open.",
    },
    all_played: {
      status: 409,
      error: "You have played all your runs",
      description: "The account has started all its runs of this scenario in this season.",
      suggestion: "Send practice, a number from 1 to 24.",
    },
    too_many_open: {
      status: 409,
      error: "Too many open runs",
      description: "The account has five runs that have not ended. `open_runs` lists their ids.",
      suggestion:
        "Finish one of `open_runs`, or abandon a practice run. If you lost a run's key, get a new one for it.",
    },
  },
});
