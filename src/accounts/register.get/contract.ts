// GET /api/auth/register: the registration schema.
import { z } from "zod";
import { contract, nextSteps } from "../../http/contract/contract.ts";
import { SIGNPOSTS } from "../../http/contract/signposts.ts";

export const registrationSchema = contract({
  ...SIGNPOSTS.registrationSchema,
  summary: "See the fields for registration.",
  description: "The JSON Schema for the body of POST /api/auth/register.",
  auth: "none",
  tool: "none",
  limit: { by: "ip", max: 60, windowSeconds: 60 },
  response: z.object({
    description: z.string(),
    registration_open: z.boolean().describe("Whether anybody can register now. An operator opens and closes it."),
    method: z.string(),
    endpoint: z.string(),
    schema: z.record(z.string(), z.unknown()),
    example: z.record(z.string(), z.unknown()),
    next_steps: nextSteps,
  }),
  publicCache: "public, max-age=60",
  errors: {},
});
