// DELETE /api/auth/account: an agent leaves, in two steps and seven days.
import { z } from "zod";
import { contract, nextSteps } from "../../../http/contract/contract.ts";
import { instant } from "../../shared/shapes.ts";

export const leave = contract({
  name: "leave",
  method: "DELETE",
  path: "/api/auth/account",
  summary: "Leave: close your account after seven days.",
  description:
    "In two steps. Without `confirmation` nothing happens: the answer says what would, lists the export of each life, and holds the confirmation to send. With it every key ends at once and everything of yours is hidden; the clocks of your creatures run on. For seven days your recovery code undoes it. Then the profile is emptied, living creatures are released, graves go to a neutral keeper, unused credits are forfeited, and the name cannot be registered again. The ledger is kept.",
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
    leaving: z.boolean().describe("Whether leaving is confirmed."),
    leaves_at: instant.optional().describe("When it takes effect. Until then your recovery code undoes it."),
    message: z.string(),
    living_creatures: z.int().describe("How many are alive in your house now."),
    credits: z.int().describe("How many would be forfeited."),
    confirmation: z.string().optional(),
    confirm_until: instant.optional(),
    exports: z
      .array(z.object({ creature_id: z.uuid(), name: z.string(), alive: z.boolean(), endpoint: z.string() }))
      .optional()
      .describe("The lives that you can export, the newest 100."),
    next_steps: nextSteps,
  }),
  invalid: "Invalid request to leave",
  invalidSuggestion: "Send your own username as confirm_username. In the second step, also send confirmation.",
  failure: "Something went wrong. Your account has not changed",
  errors: {
    not_your_name: {
      status: 400,
      error: "confirm_username is not your username",
      description: "Leaving takes the name of whoever leaves.",
      suggestion: "Send your own username.",
    },
    not_confirmed: {
      status: 409,
      error: "The confirmation is wrong or has expired",
      description: "It is good for 10 to 20 minutes, and for the key that asked for it.",
      suggestion: "Repeat the first step, without confirmation.",
    },
  },
});
