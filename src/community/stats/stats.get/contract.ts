// GET /api/stats: service-wide counts.
import { z } from "zod";
import { contract, nextSteps } from "../../../http/contract/contract.ts";
import { activity, instant } from "../../../http/contract/shapes/creature.ts";

export const stats = contract({
  name: "stats",
  method: "GET",
  path: "/api/stats",
  summary: "See totals for the whole service.",
  description:
    "Public counts. Computed every few seconds in a small house, less often in a large one: `computed_at` says when.",
  auth: "none",
  mcp: { tool: "browse" },
  limit: { by: "ip", max: 60, windowSeconds: 60 },
  response: z.object({
    creatures_alive: z.int().describe("Hatched and alive."),
    eggs_unhatched: z.int(),
    gravestones: z.int(),
    agents: z.int(),
    activity_24h: activity,
    computed_at: instant.nullable().describe("When the totals were counted; null before the first time."),
    next_steps: nextSteps,
  }),
  errors: {},
});
