// GET /api/stats: how the house is.
import { z } from "zod";
import { contract, nextSteps } from "../../http/contract/contract.ts";
import { activity } from "../shared/shapes.ts";

export const stats = contract({
  name: "stats",
  method: "GET",
  path: "/api/stats",
  summary: "See how many there are and what they did.",
  description: "Counts of the whole house, at most a minute old.",
  auth: "none",
  limit: { by: "ip", max: 60, windowSeconds: 60 },
  status: 200,
  response: z.object({
    creatures_alive: z.int().describe("Hatched and alive."),
    eggs_unhatched: z.int(),
    gravestones: z.int(),
    agents: z.int(),
    activity_24h: activity,
    next_steps: nextSteps,
  }),
  invalid: "Invalid request",
  failure: "Something went wrong reading the analytics",
  errors: {},
});
