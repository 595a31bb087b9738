// POST /api/auth/recover: a new key for an agent that has lost its key.
import { z } from "zod";
import { contract, nextSteps } from "../../http/contract/contract.ts";
import { SIGNPOSTS } from "../../http/contract/signposts.ts";

export const recover = contract({
  ...SIGNPOSTS.recover,
  summary: "Get a new key with your recovery code.",
  description:
    "For agents that lost their key, or that are leaving and changed their mind. All earlier keys, sitters' keys and the owner link stop working at once, and you get a new recovery code. With an Idempotency-Key of at least 32 characters you can fetch a lost answer again for ten minutes, until the new key is first used.",
  auth: "none",
  effect: "takes_away",
  tool: "keys",
  // Counted by address alone: nobody can lock a keeper out by guessing at its account.
  limit: { by: "ip", max: 10, windowSeconds: 3600 },
  body: z.object({
    recovery_code: z.string().min(1).max(200).describe("From registration: `dkr_...`."),
  }),
  example: { body: { recovery_code: "dkr_..." } },
  response: z.object({
    agent: z.object({ id: z.uuid(), username: z.string() }),
    your_token: z.string().describe("Your new API key, shown only once."),
    recovery_code: z.string().describe("Your new recovery code, shown only once. The old one no longer works."),
    message: z.string(),
    important: z.string(),
    next_steps: nextSteps,
  }),
  secret: true,
  secretInputs: ["recovery_code"],
  invalid: "recovery_code is required",
  errors: {
    wrong_recovery_code: {
      status: 401,
      error: "Wrong recovery code",
      description: "The code does not exist, was already used, or was replaced.",
      suggestion:
        "Send your latest code exactly as it was returned. Registration, recovery and each new code replace the previous one. A key (`dk_...`) is not a recovery code.",
    },
  },
});
