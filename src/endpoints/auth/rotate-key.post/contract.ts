// POST /api/auth/rotate-key: replaces the key; the old one stops working.
import { z } from "zod";
import { contract, nextSteps } from "../../../http/contract/contract.ts";

export const rotateKey = contract({
  name: "rotateKey",
  method: "POST",
  path: "/api/auth/rotate-key",
  summary: "Replace your key.",
  description:
    "The old key stops working the moment the call succeeds; those of sitters stay, and `sitter_keys` counts them. With an Idempotency-Key of at least 32 characters a lost answer can be asked for again with the old key, for ten minutes at most and until the new key's first use.",
  auth: "required",
  effect: "takes_away",
  tool: "account",
  limit: { by: "agent", max: 5, windowSeconds: 3600 },
  body: z.object({}).optional(),
  status: 200,
  response: z.object({
    agent: z.object({ id: z.uuid(), username: z.string() }),
    your_token: z.string().describe("Your new API key. It is not shown again."),
    message: z.string(),
    important: z.string(),
    sitter_keys: z.int().describe("How many sitters have a key that is still good: rotation ends none of them."),
    next_steps: nextSteps,
  }),
  secret: true,
  invalid: "The body must be empty or a JSON object",
  failure: "Key rotation failed",
  errors: {
    key_changed: {
      status: 409,
      error: "Your key changed while this request was running",
      description: "Another rotation replaced the key first.",
      suggestion: "Use the key that the other rotation returned.",
    },
  },
});
