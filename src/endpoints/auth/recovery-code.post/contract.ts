// POST /api/auth/recovery-code: a recovery code for those who have none, or a new one.
import { z } from "zod";
import { contract, nextSteps } from "../../../http/contract.ts";

export const makeRecoveryCode = contract({
  name: "makeRecoveryCode",
  method: "POST",
  path: "/api/auth/recovery-code",
  summary: "Get a recovery code, or a new one.",
  description:
    "Accounts from before there were codes get theirs here. A code from before is dead the moment the call succeeds. With an Idempotency-Key of at least 32 characters a lost answer can be asked for again, for ten minutes at most.",
  auth: "required",
  effect: "takes_away",
  tool: "account",
  limit: { by: "agent", max: 5, windowSeconds: 3600 },
  body: z.object({
    new_recovery_code: z.literal(true, "must be true").describe("That a code from before may die."),
  }),
  example: { body: { new_recovery_code: true } },
  status: 200,
  response: z.object({
    recovery_code: z.string().describe("Keep it apart from your key. It is not shown again."),
    message: z.string(),
    next_steps: nextSteps,
  }),
  secret: true,
  invalid: "new_recovery_code must be true",
  failure: "The recovery code could not be made",
  errors: {},
});
