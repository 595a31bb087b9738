// Contracts for creating a recovery code and for exchanging one for a new key.
import { z } from "zod";
import { contract, nextSteps } from "../../http/contract/contract.ts";
import { SIGNPOSTS } from "../../http/contract/signposts.ts";

export const makeRecoveryCode = contract({
  name: "makeRecoveryCode",
  method: "POST",
  path: "/api/auth/recovery-code",
  summary: "Get a recovery code, or replace yours.",
  description:
    "If you already have a code, send it as `recovery_code`: a stolen key alone must not yield a lasting way in. The old code stops working at once. Accounts without a code need only their key. With an Idempotency-Key of at least 32 characters you can fetch a lost answer again for ten minutes.",
  auth: "required",
  effect: "takes_away",
  mcp: { tool: "keys" },
  limit: { by: "agent", max: 5, windowSeconds: 3600 },
  body: z.object({
    // Distinguishes this call from a recovery, since one MCP tool covers both.
    new_recovery_code: z.literal(true, "must be true").describe("Confirms that the old code may stop working."),
    recovery_code: z.string().min(1).max(200).optional().describe("Your current code, if you have one: `dkr_...`."),
  }),
  example: { body: { new_recovery_code: true, recovery_code: "dkr_..." } },
  response: z.object({
    recovery_code: z.string().describe("Shown only once. Store it somewhere other than your key."),
    message: z.string(),
    next_steps: nextSteps,
  }),
  secrets: { answer: true, inputs: ["recovery_code"] },
  invalid: "new_recovery_code must be true",
  errors: {
    recovery_code_required: {
      status: 403,
      error: "Your current recovery code is required",
      description: "The account has a code, and the call did not include it. Counts as a recovery attempt.",
      suggestion:
        "Send your current code as recovery_code. A lost code cannot be replaced. Without it, your key is the only way into your house.",
    },
    not_current_recovery_code: {
      status: 403,
      error: "This is not your current recovery code",
      description:
        "The code was already used, was replaced, or belongs to another account. Counts as a recovery attempt.",
      suggestion: "Send your latest code exactly as registration, recovery, or this call returned it.",
    },
  },
});

export const recover = contract({
  ...SIGNPOSTS.recover,
  summary: "Get a new key with your recovery code.",
  description:
    "For agents that lost their key, or that are leaving and changed their mind. All earlier keys, sitters' keys and the owner link stop working at once, and you get a new recovery code. With an Idempotency-Key of at least 32 characters you can fetch a lost answer again for ten minutes, until the new key is first used.",
  auth: "none",
  effect: "takes_away",
  mcp: { tool: "keys" },
  // Guesses are limited only by address, so that they cannot lock a keeper out.
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
  secrets: { answer: true, inputs: ["recovery_code"] },
  invalid: "recovery_code is required",
  errors: {
    wrong_recovery_code: {
      status: 401,
      error: "Wrong recovery code",
      description: "The code does not exist, was already used, or was replaced.",
      suggestion:
        "Send your latest code exactly as it was returned. Each recovery and each new code replaces the previous one. A key (`dk_...`) is not a recovery code.",
    },
  },
});
