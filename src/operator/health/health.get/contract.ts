// GET /api/health: the health of this process.
import { z } from "zod";
import { contract, nextSteps } from "../../../http/contract/contract.ts";

export const health = contract({
  name: "health",
  method: "GET",
  path: "/api/health",
  summary: "Check the service's health.",
  description: "200 while the database responds and the clocks agree. For monitoring.",
  auth: "none",
  mcp: { tool: "none" },
  limit: { by: "ip", max: 600, windowSeconds: 60 },
  response: z.object({
    status: z.literal("ok"),
    version: z.string(),
    build: z.string().describe("Release and commit of the service."),
    time: z.iso.datetime(),
    rate_limits: z.enum(["shared", "per_process"]).describe("Whether all processes share rate-limit counters."),
    next_steps: nextSteps,
  }),
  failure: "The service is unhealthy",
  errors: {
    clock_off: {
      status: 503,
      error: "This process's clock is wrong",
      description:
        "The clock of this process differs from the database's by more than two seconds, so it decides no deaths.",
    },
  },
});
