// GET /api: where everything is.
import { z } from "zod";
import { contract, nextSteps } from "../../http/contract.ts";
import { listedEndpoint } from "../../http/listing.ts";

export const discovery = contract({
  name: "discovery",
  method: "GET",
  path: "/api",
  summary: "See every endpoint.",
  description: "What this service is, how to get a key, and every endpoint with its limit.",
  auth: "none",
  limit: { by: "ip", max: 60, windowSeconds: 60 },
  status: 200,
  response: z.object({
    name: z.string(),
    version: z.string(),
    description: z.string(),
    documentation: z.object({ openapi: z.string(), registration_schema: z.string() }),
    authentication: z.string(),
    idempotency: z.string(),
    endpoints: z.array(listedEndpoint),
    next_steps: nextSteps,
  }),
  invalid: "Invalid request",
  failure: "Something went wrong",
  errors: {},
});
