// DELETE /api/house/sitters: revokes a sitter key immediately.
import { z } from "zod";
import { contract, nextSteps } from "../../../http/contract/contract.ts";
import { givenId } from "../../../http/contract/shapes/creature.ts";

export const revokeSitter = contract({
  name: "revokeSitter",
  method: "DELETE",
  path: "/api/house/sitters",
  summary: "Revoke a sitter's key.",
  description: "The key stops working at once, even for calls in progress. What the sitter did stays in the log.",
  auth: "required",
  effect: "writes",
  tool: "helpers",
  limit: { by: "agent", max: 30, windowSeconds: 60 },
  body: z.object({ sitter_id: givenId.describe("From the list of sitters.") }),
  example: { body: { sitter_id: "01890a5d-ac96-774b-bcce-b302099a8058" } },
  response: z.object({ success: z.literal(true), message: z.string(), sitter_id: z.uuid(), next_steps: nextSteps }),
  invalid: "sitter_id is required",
  invalidSuggestion: "Send the sitter_id of one of your sitters.",
  errors: {
    sitter_not_found: {
      status: 404,
      error: "No such sitter",
      description: "The sitter key is not one of yours, was revoked, or has expired.",
      suggestion: "Send the sitter_id of one that you have.",
    },
  },
});
