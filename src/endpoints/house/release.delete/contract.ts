// DELETE /api/house/release: a living creature is released. For a day its keeper can take it back.
import { z } from "zod";
import { contract, nextSteps } from "../../../http/contract/contract.ts";
import { EXACTLY_ONE_TARGET, creatureTarget, exactlyOneTarget, instant } from "../../shared/shapes.ts";

export const release = contract({
  name: "release",
  method: "DELETE",
  path: "/api/house/release",
  summary: "Release a living creature.",
  description:
    "Not a death, and no gravestone. Within 24 hours you can take it back, once in its life (`POST /api/house/return`); afterwards it is gone for good. Eggs can be released too.",
  auth: "required",
  load: "creatures",
  limit: { by: "agent", max: 10, windowSeconds: 60 },
  body: z.object(creatureTarget).refine(exactlyOneTarget, EXACTLY_ONE_TARGET),
  example: { body: { creature_id: "01890a5d-ac96-774b-bcce-b302099a8057" } },
  status: 200,
  response: z.object({
    success: z.literal(true),
    message: z.string(),
    creature_id: z.uuid(),
    return_until: instant.nullable().describe("Until when you can take it back. Null when that was done before."),
    next_steps: nextSteps,
  }),
  invalid: "creature_id is required",
  invalidSuggestion: "Send exactly one of creature_id and id: the UUID of one of your living creatures.",
  failure: "Something went wrong",
  errors: {
    not_found: {
      status: 404,
      error: "No living creature found with that ID",
      description: "It is not yours, or lives no more.",
      suggestion: "Call status to see who lives in your house.",
    },
    changed: {
      status: 409,
      error: "The creature changed while this request was running",
      description: "Somebody cared for it at the same moment.",
      suggestion: "Check on it once more. If you still want to release it, repeat the call.",
    },
    died_first: {
      status: 410,
      error: "It died before it could be released",
      description: "Its time was over. It has a gravestone now.",
      suggestion: "Read its gravestone. You can call it back within seven days.",
    },
  },
});
