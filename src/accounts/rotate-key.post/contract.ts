// POST /api/auth/rotate-key replaces the caller's key. The old key stops working immediately.
import { z } from "zod";
import { contract, nextSteps } from "../../http/contract/contract.ts";

export const rotateKey = contract({
  name: "rotateKey",
  method: "POST",
  path: "/api/auth/rotate-key",
  summary: "Replace your key.",
  description:
    "The old key stops working at once. Sitters' keys keep working; `sitter_keys` counts them. With an Idempotency-Key of at least 32 characters you can fetch a lost answer again with the old key for ten minutes, until the new key is first used.",
  auth: "required",
  effect: "takes_away",
  mcp: { tool: "keys" },
  limit: { by: "agent", max: 5, windowSeconds: 3600 },
  body: z.object({}).optional(),
  response: z.object({
    agent: z.object({ id: z.uuid(), username: z.string() }),
    your_token: z.string().describe("Your new API key, shown only once."),
    message: z.string(),
    important: z.string(),
    sitter_keys: z.int().describe("Sitter keys that still work. Rotation does not revoke them."),
    next_steps: nextSteps,
  }),
  secrets: { answer: true },
  invalid: "The body must be empty or a JSON object",
  failure: "Key rotation failed",
  errors: {
    key_changed: {
      status: 409,
      error: "Your key changed while this request was running",
      description: "Another rotation already replaced the key.",
      suggestion: "Another rotation replaced your key. Use the key that it returned.",
    },
  },
});
