// GET /api/house/ping-link: whether there is a ping link, and what came of the last run.
import { z } from "zod";
import { contract, nextSteps } from "../../../http/contract/contract.ts";
import { namedObject } from "../../../http/contract/json-schema.ts";
import { instant } from "../../../http/contract/shapes/creature.ts";

export const readPingLink = contract({
  name: "readPingLink",
  method: "GET",
  path: "/api/house/ping-link",
  summary: "See what your last run said, and what it did.",
  description: "Calls are counted within 5 seconds.",
  auth: "required",
  tool: "none",
  limit: { by: "agent", max: 60, windowSeconds: 60 },
  response: z.object({
    created_at: instant.nullable().describe("null: there is no link."),
    last_run: namedObject("LastRun", {
      started_at: instant,
      ended_at: instant.nullable(),
      exit_code: z.int().nullable(),
      check_code: z.int().optional().describe("Of the check after it, when it did not agree."),
      calls: z.int().nullable().describe("null: it did not say when it began."),
      fed: z.array(z.string()),
    }).nullable(),
    next_steps: nextSteps,
  }),
  errors: {},
});
