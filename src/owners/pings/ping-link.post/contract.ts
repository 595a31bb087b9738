// POST /api/house/ping-link: creates or replaces the link with which a job says that it runs.
import { z } from "zod";
import { contract, nextSteps } from "../../../http/contract/contract.ts";
import { namedObject } from "../../../http/contract/json-schema.ts";
import { instant } from "../../../http/contract/shapes/creature.ts";
import { periodFields } from "../../hooks/shapes.ts";

export const createPingLink = contract({
  name: "createPingLink",
  method: "POST",
  path: "/api/house/ping-link",
  summary: "Get a link with which your job says how its runs end.",
  description: "GET `ping_url`/start, then `ping_url`/ and the exit code. A new link replaces the old one. See RUN-1.",
  auth: "required",
  effect: "takes_away",
  tool: "none",
  limit: { by: "agent", max: 10, windowSeconds: 3600 },
  body: z.object(periodFields).optional(),
  status: 201,
  response: z.object({
    ping_url: z.url().describe("Shown only once."),
    created_at: instant,
    message: z.string(),
    fit: namedObject("Fit", {
      species: z.string().nullable().describe("null: none waits so long. The link watches the job without one."),
      timezone: z.string().nullable().describe("By which it sleeps: the `timezone` of adopt."),
      leave: z.boolean().describe("Whether it is on leave between runs (LEAVE-1)."),
    })
      .optional()
      .describe("With cron: which creature can live with that."),
    next_steps: nextSteps,
  }),
  secret: true,
  invalid: "Invalid ping link request",
  errors: {},
});
