// POST /api/house/hooks/rotate: replaces the signing secret of a webhook.
import { z } from "zod";
import { contract, nextSteps } from "../../../http/contract/contract.ts";
import { givenId, instant } from "../../../http/contract/shapes/creature.ts";

export const rotateHookSecret = contract({
  name: "rotateHookSecret",
  method: "POST",
  path: "/api/house/hooks/rotate",
  summary: "Replace the secret that signs a webhook.",
  description: "For 24 hours messages carry both signatures.",
  auth: "required",
  tool: "none",
  limit: { by: "agent", max: 10, windowSeconds: 3600 },
  body: z.object({ hook_id: givenId }),
  example: { body: { hook_id: "01890a5d-ac96-774b-bcce-b302099a8058" } },
  response: z.object({
    secret: z.string().describe("Shown only once."),
    old_secret_until: instant,
    next_steps: nextSteps,
  }),
  secret: true,
  invalid: "hook_id is required",
  invalidSuggestion: "Send the hook_id of one of your webhooks.",
  errors: {
    not_a_webhook: {
      status: 409,
      error: "No such webhook",
      description: "None of your hooks with that id is a webhook.",
      suggestion: "Send the hook_id of a webhook that you have.",
    },
  },
});
