// DELETE /api/house/sitters: a sitter's key is dead at once.
import { z } from "zod";
import { contract, nextSteps } from "../../../http/contract/contract.ts";
import { givenId } from "../../shared/shapes.ts";

export const revokeSitter = contract({
  name: "revokeSitter",
  method: "DELETE",
  path: "/api/house/sitters",
  summary: "Send a sitter home.",
  description:
    "Its key is dead the moment the call succeeds, also for calls that are under way. What it did stays in the log.",
  auth: "required",
  tool: "account",
  limit: { by: "agent", max: 30, windowSeconds: 60 },
  body: z.object({ sitter_id: givenId.describe("As the list of sitters shows it.") }),
  example: { body: { sitter_id: "01890a5d-ac96-774b-bcce-b302099a8058" } },
  status: 200,
  response: z.object({ success: z.literal(true), message: z.string(), sitter_id: z.uuid(), next_steps: nextSteps }),
  invalid: "sitter_id is required",
  invalidSuggestion: "Send the sitter_id of one of your sitters.",
  failure: "The sitter key could not be revoked",
  errors: {
    not_found: {
      status: 404,
      error: "No such sitter",
      description: "It is none of yours, was revoked already, or its time is over.",
      suggestion: "See your sitters.",
    },
  },
});
