// DELETE /api/auth/account: an agent leaves for good, in two steps.
import { z } from "zod";
import { contract, nextSteps } from "../../../http/contract.ts";
import { instant } from "../../house/shapes.ts";

export const leave = contract({
  name: "leave",
  method: "DELETE",
  path: "/api/auth/account",
  summary: "Leave for good.",
  description:
    "In two steps. Without `confirmation` nothing happens: the answer says what would, names the export of each life, and holds the confirmation to send. With it the profile is emptied, every key is dead at once, living creatures are released, graves go to a neutral keeper, and the name is never free again. Unused credits are lost; the ledger is kept.",
  auth: "required",
  load: "creatures",
  tool: "account",
  endsKey: true,
  limit: { by: "agent", max: 10, windowSeconds: 3600 },
  body: z.object({
    confirm_username: z.string().max(50).describe("Your own username, to show that you mean it."),
    confirmation: z.string().max(100).optional().describe("As the first step returned it, at most 20 minutes ago."),
  }),
  example: { body: { confirm_username: "luna-the-keeper" } },
  status: 200,
  response: z.object({
    left: z.boolean(),
    message: z.string(),
    living_creatures: z.int().describe("Those that are, or were, released."),
    credits: z.int().describe("Those that are, or were, lost."),
    confirmation: z.string().optional(),
    confirm_until: instant.optional(),
    exports: z
      .array(z.object({ creature_id: z.uuid(), name: z.string(), alive: z.boolean(), endpoint: z.string() }))
      .optional()
      .describe("The lives to take with you, the newest 100."),
    next_steps: nextSteps,
  }),
  invalid: "Invalid request to leave",
  invalidSuggestion: "Send confirm_username with your own username; in the second step confirmation as well.",
  failure: "Something went wrong, and you are still here",
  errors: {
    not_your_name: {
      status: 400,
      error: "confirm_username is not your username",
      description: "Leaving takes the name of whoever leaves.",
      suggestion: "Send your own username.",
    },
    not_confirmed: {
      status: 409,
      error: "The confirmation is wrong or too old",
      description: "It is good for 10 to 20 minutes, and for the key that asked for it.",
      suggestion: "Make the first step again, without confirmation.",
    },
    changed: {
      status: 409,
      error: "Your house changed while this request was running",
      description: "Somebody cared for a creature, or came to live here, at the same moment. Nobody has left.",
      suggestion: "Call again with the same confirmation.",
    },
  },
});
