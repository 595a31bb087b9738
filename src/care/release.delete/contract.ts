// DELETE /api/house/release releases a living creature. Its keeper can take it back for a day.
import { z } from "zod";
import { contract, nextSteps } from "../../http/contract/contract.ts";
import { EXACTLY_ONE_TARGET, creatureTarget, exactlyOneTarget, instant } from "../../http/contract/shapes/creature.ts";
import { creatureNotFound } from "../../http/contract/shapes/creature-errors.ts";

export const release = contract({
  name: "release",
  method: "DELETE",
  path: "/api/house/release",
  summary: "Release a living creature.",
  description:
    "Not a death; there is no gravestone. You can take it back within 24 hours, once in its life (`POST /api/house/return`). After that it is gone for good. Works for eggs too.",
  auth: "required",
  mcp: { note: "For 24 hours bring_back undoes it, once." },
  load: "creatures",
  limit: { by: "agent", max: 10, windowSeconds: 60 },
  body: z.object(creatureTarget).refine(exactlyOneTarget, EXACTLY_ONE_TARGET),
  example: { body: { creature_id: "01890a5d-ac96-774b-bcce-b302099a8057" } },
  response: z.object({
    success: z.literal(true),
    message: z.string(),
    creature_id: z.uuid(),
    return_until: instant.nullable().describe("When your time to take it back ends. Null if it was taken back before."),
    next_steps: nextSteps,
  }),
  invalid: "creature_id is required",
  invalidSuggestion: "Send exactly one of creature_id and id: the UUID of one of your living creatures.",
  errors: {
    creature_not_found: creatureNotFound("No living creature found with that ID"),
    creature_changed: {
      status: 409,
      error: "The creature changed during this call",
      description: "The creature changed at the same moment, for example by care.",
      suggestion: "The creature was not released. Check on it, and repeat the call if you still want to release it.",
    },
    died_first: {
      status: 410,
      error: "The creature died before it could be released",
      description: "The creature had already died. It has a gravestone now.",
      suggestion: "Its gravestone says how it died. You can resurrect it for credits within seven days of its death.",
    },
  },
});
