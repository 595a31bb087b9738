// GET /api/house/hooks: the hooks of a house, and the messages of one of them.
import { z } from "zod";
import { contract, nextSteps } from "../../../http/contract/contract.ts";
import { givenId } from "../../../http/contract/shapes/creature.ts";
import { NO_SUCH_HOOK, hookMessage, hookView } from "../shapes.ts";

export const MESSAGES_SHOWN = 50;

export const listHooks = contract({
  name: "listHooks",
  method: "GET",
  path: "/api/house/hooks",
  summary: "See your hooks, or the messages of one.",
  description: "Addresses are shown without their secret part.",
  auth: "required",
  tool: "account",
  limit: { by: "agent", max: 60, windowSeconds: 60 },
  query: z.object({
    hook_id: givenId.optional().describe(`Adds its last ${MESSAGES_SHOWN} messages.`),
  }),
  response: z.object({
    hooks: z.array(hookView),
    messages: z.array(hookMessage).optional(),
    every_minutes: z.int().optional(),
    cron: z.string().optional(),
    zone: z.string().optional(),
    grace_minutes: z.int().optional(),
    next_steps: nextSteps,
  }),
  errors: { hook_not_found: NO_SUCH_HOOK },
});
