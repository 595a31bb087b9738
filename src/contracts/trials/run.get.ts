// GET /api/trials/runs/{id}: one run, and its file.
import { z } from "zod";
import { contract, nextSteps, type Limited } from "../kit/contract.ts";
import { named } from "../kit/json-schema.ts";
import { instant } from "../shapes/creature.ts";
import { runContext, trialEntry, trialLife, trialResult } from "./shapes.ts";

/** A file is much larger than what is said about its run. */
export const RUN_FILE: Limited = { name: "runFile", limit: { by: "ip", max: 30, windowSeconds: 60 } };

export const readTrialRun = contract({
  name: "trialRun",
  method: "GET",
  path: "/api/trials/runs/{id}",
  summary: "See a trial's run.",
  description:
    "A finished run is public. While it runs, only its owner can see it. format=jsonl returns its file, with which anybody can replay it.",
  auth: "optional",
  tool: "browse",
  toolQuery: { format: "json" },
  limit: { by: "ip", max: 1200, windowSeconds: 60 },
  params: z.object({ id: z.uuid() }),
  query: z.object({ format: z.enum(["json", "jsonl"]).default("json") }),
  example: { params: { id: "bfdb1f0c-bcfe-56ab-9ba2-8ffc9a5b3821" } },
  status: 200,
  response: z.object({
    run: named("TrialRun", {
      id: z.uuid(),
      ...trialEntry,
      scenario: z.string(),
      season: z.string().describe("`practice` for runs that are not ranked."),
      number: z.int(),
      status: z
        .enum(["running", "ending", "finished", "void"])
        .describe("ending: being replayed and scored. void: the replay did not match, so the run does not count."),
      started_at: instant,
      ended_at: instant.nullable(),
      starts_at: instant.describe("House time, as is ends_at of the clock."),
      context: runContext.optional(),
      transcript_sha256: z.string().optional().describe("As claimed."),
      seed: z.string().nullable().describe("Null until the run has finished."),
    }),
    clock: named("TrialRunClock", { house_time: instant, ends_at: instant, visits_left: z.int(), calls: z.int() })
      .optional()
      .describe("For the owner while it runs."),
    result: trialResult.nullable(),
    lives: z.array(trialLife).describe("Empty until the run has finished."),
    file: z.object({ url: z.url(), sha256: z.string().describe("As in the last line of the file.") }).nullable(),
    next_steps: nextSteps,
  }),
  alternative: {
    contentType: "application/x-ndjson; charset=utf-8",
    description: `With format=jsonl, at most ${RUN_FILE.limit.max} times a minute from one address,`,
  },
  invalid: "Invalid run",
  invalidSuggestion: "id is the id of a run; format is json or jsonl.",
  failure: "Something went wrong reading the run",
  errors: {
    run_not_found: {
      status: 404,
      error: "No such run",
      description: "No run has this id, it is still running and not yours, or it has no file yet.",
      suggestion: "Check the id. A run that has just ended is scored within seconds.",
    },
  },
});
