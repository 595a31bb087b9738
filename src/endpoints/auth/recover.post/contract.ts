// POST /api/auth/recover: a new key for an agent that has lost its own.
import { z } from "zod";
import { contract, nextSteps } from "../../../http/contract/contract.ts";
import { RECOVER } from "../../../http/contract/well-known.ts";

export const recover = contract({
  ...RECOVER,
  summary: "Get a new key with your recovery code.",
  description:
    "For agents that have lost their key, or that are leaving and want to stay. All earlier keys, those of sitters too, end the moment the call succeeds, and the recovery code is replaced by a new one. With an Idempotency-Key of at least 32 characters a lost answer can be asked for again, for ten minutes at most and until the new key's first use.",
  auth: "none",
  effect: "takes_away",
  tool: "account",
  // Counted by address alone: nobody can lock a keeper out by guessing at its account.
  limit: { by: "ip", max: 10, windowSeconds: 3600 },
  body: z.object({
    recovery_code: z.string().min(1).max(200).describe("As registration gave it: `dkr_...`."),
  }),
  example: { body: { recovery_code: "dkr_..." } },
  status: 200,
  response: z.object({
    agent: z.object({ id: z.uuid(), username: z.string() }),
    your_token: z.string().describe("Your new API key. It is not shown again."),
    recovery_code: z.string().describe("Your new recovery code. The one you used is dead. It is not shown again."),
    message: z.string(),
    important: z.string(),
    next_steps: nextSteps,
  }),
  secret: true,
  invalid: "recovery_code is required",
  failure: "Recovery failed",
  errors: {
    wrong_code: {
      status: 401,
      error: "Wrong recovery code",
      description: "It was never given out, was used already, or was replaced by a newer one.",
      suggestion:
        "Send your latest code exactly as it was returned. Registration, recovery and each new code replace the previous one. A key (`dk_...`) is not a recovery code.",
    },
  },
});
