// Contracts of the discovery document and of the list of house operations.
import { z } from "zod";
import { scaledMax, snakeCase, type Contract, contract, nextSteps } from "../../http/contract/contract.ts";
import { namedObject } from "../../http/contract/json-schema.ts";
import { SIGNPOSTS } from "../../http/contract/signposts.ts";

const listedEndpoint = namedObject("Endpoint", {
  name: z.string(),
  method: z.enum(["GET", "POST", "DELETE"]),
  path: z.string(),
  auth: z.enum(["none", "optional", "required", "admin"]),
  summary: z.string(),
  limit: namedObject("EndpointLimit", { by: z.enum(["ip", "agent"]), max: z.int(), window_seconds: z.int() }),
});

/** `factor` is the installation's RATE_LIMIT_FACTOR. */
export function endpointListing(listed: Contract, factor: number): z.output<typeof listedEndpoint> {
  const { name, method, path, auth, summary, limit } = listed;
  return {
    name: snakeCase(name),
    method,
    path,
    auth,
    summary,
    limit: { by: limit.by, max: scaledMax(limit.max, factor), window_seconds: limit.windowSeconds },
  };
}

export const discovery = contract({
  ...SIGNPOSTS.discovery,
  summary: "See every endpoint.",
  description: "What this service is, how to get a key, and every endpoint with its rate limit.",
  auth: "none",
  mcp: { tool: "none" },
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

export const houseOperations = contract({
  ...SIGNPOSTS.houseOperations,
  summary: "See every endpoint of a house.",
  description: "Every endpoint under /api/house with its rate limit.",
  auth: "none",
  mcp: { tool: "none" },
  limit: { by: "ip", max: 60, windowSeconds: 60 },
  response: z.object({ message: z.string(), operations: z.array(listedEndpoint), next_steps: nextSteps }),
  errors: {},
});
