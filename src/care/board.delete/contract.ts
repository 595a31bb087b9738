// DELETE /api/house/board: ends a boarding early.
import { z } from "zod";
import { SIGNPOSTS } from "../../http/contract/signposts.ts";
import { contract, nextSteps } from "../../http/contract/contract.ts";
import { board } from "../board.post/contract.ts";
import { ONE_TARGET, boarding, checkIn, creatureTarget, oneTarget } from "../../http/contract/shapes/creature.ts";
import { creatureNotFound } from "../../http/contract/shapes/creature-errors.ts";

export const endBoarding = contract({
  ...SIGNPOSTS.endBoarding,
  summary: "End a creature's boarding early.",
  description:
    "Its life goes on where it paused. Only the time it was boarded counts. Does nothing if the creature is not boarded.",
  auth: "required",
  effect: "writes",
  tool: "board",
  load: "creatures",
  limit: board.limit,
  body: z
    .object(creatureTarget)
    .refine(({ creature_id, id }) => creature_id !== undefined || id !== undefined, {
      error: "creature_id or id is required",
      path: ["creature_id"],
    })
    .refine(oneTarget, ONE_TARGET),
  example: { body: { creature_id: "01890a5d-ac96-774b-bcce-b302099a8057" } },
  response: z.object({
    success: z.literal(true),
    was_resting: z.boolean(),
    message: z.string(),
    creature_id: z.uuid(),
    boarding: boarding.optional().describe("Not for eggs."),
    recommended_checkin: checkIn.optional(),
    next_steps: nextSteps,
  }),
  invalid: "creature_id is required",
  invalidSuggestion: "Send creature_id, the UUID of one of your living creatures.",
  errors: {
    creature_not_found: creatureNotFound("No living creature found with that ID"),
  },
});
