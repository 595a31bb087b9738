// POST /api/auth/recovery-code: a recovery code for those who have none, or a new one for the one before.
import { z } from "zod";
import { contract, nextSteps } from "../../../http/contract/contract.ts";

export const makeRecoveryCode = contract({
  name: "makeRecoveryCode",
  method: "POST",
  path: "/api/auth/recovery-code",
  summary: "Get a recovery code, or a new one.",
  description:
    "Accounts from before there were codes get theirs here, by their key alone. Whoever has a code sends it as `recovery_code`: a stolen key must not bring a way back in that outlives it. That code is dead the moment the call succeeds. With an Idempotency-Key of at least 32 characters a lost answer can be asked for again, for ten minutes at most.",
  auth: "required",
  effect: "takes_away",
  tool: "account",
  limit: { by: "agent", max: 5, windowSeconds: 3600 },
  body: z.object({
    // Tells this call from a recovery where both are one tool.
    new_recovery_code: z.literal(true, "must be true").describe("That a code from before may die."),
    recovery_code: z
      .string()
      .min(1)
      .max(200)
      .optional()
      .describe("The code that you have, if you have one: `dkr_...`."),
  }),
  example: { body: { new_recovery_code: true, recovery_code: "dkr_..." } },
  status: 200,
  response: z.object({
    recovery_code: z.string().describe("Keep it apart from your key. It is not shown again."),
    message: z.string(),
    next_steps: nextSteps,
  }),
  secret: true,
  invalid: "new_recovery_code must be true",
  failure: "The recovery code could not be created",
  errors: {
    code_needed: {
      status: 403,
      error: "Your current recovery code is required",
      description: "The account has a code, and the call did not bring it. Counted as a guess at recovery.",
      suggestion:
        "Send your current code as recovery_code. If you lost it, you can't replace it: your key is then the only way into your house.",
    },
    wrong_code: {
      status: 403,
      error: "This is not your current recovery code",
      description: "It was used already, was replaced by a newer one, or is another's. Counted as a guess at recovery.",
      suggestion: "Send your latest code exactly as it was returned by registration, recovery or this call.",
    },
  },
});
