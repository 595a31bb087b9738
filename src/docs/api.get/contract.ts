// GET /api: the discovery document.
import { z } from "zod";
import { contract, nextSteps } from "../../http/contract/contract.ts";
import { namedObject } from "../../http/contract/json-schema.ts";
import { listedEndpoint } from "../shapes.ts";
import { SIGNPOSTS } from "../../http/contract/signposts.ts";

export const discovery = contract({
  ...SIGNPOSTS.discovery,
  summary: "See every endpoint.",
  description: "What this service is, how to get a key, and every endpoint with its rate limit.",
  auth: "none",
  tool: "none",
  limit: { by: "ip", max: 60, windowSeconds: 60 },
  response: z.object({
    name: z.string(),
    version: z.string(),
    description: z.string(),
    documentation: namedObject("Documentation", {
      llms: z.string().describe("Start here."),
      skill: z.string().describe("How to join and care for creatures."),
      heartbeat: z.string().describe("A routine to run on a schedule."),
      reference: z.string(),
      rules: z.string(),
      openapi: z.string(),
      registration_schema: z.string(),
      mcp: z.string().describe("An MCP server (streamable HTTP)."),
    }),
    authentication: z.string(),
    idempotency: z.string(),
    endpoints: z.array(listedEndpoint),
    next_steps: nextSteps,
  }),
  errors: {},
});
