// GET /api/health: whether this process can do its work.
import { z } from "zod";
import { contract, nextSteps } from "../../http/contract/contract.ts";

export const health = contract({
  name: "health",
  method: "GET",
  path: "/api/health",
  summary: "See whether the service is well.",
  description: "200 while the database answers and the clocks agree. Meant for probes.",
  auth: "none",
  tool: "none",
  limit: { by: "ip", max: 600, windowSeconds: 60 },
  status: 200,
  response: z.object({
    status: z.literal("ok"),
    version: z.string(),
    time: z.iso.datetime(),
    rate_limits: z.enum(["shared", "per_process"]).describe("Whether all processes count requests together."),
    next_steps: nextSteps,
  }),
  invalid: "Invalid request",
  failure: "The service is unhealthy",
  errors: {
    database_away: { status: 503, error: "The database does not answer", description: "Requests cannot be answered." },
    clock_off: {
      status: 503,
      error: "This process's clock is wrong",
      description: "It differs from the database's by more than two seconds, so no death may be decided here.",
    },
  },
});
