// POST /api/house/return takes back a creature that was released less than a day ago.
import { z } from "zod";
import { SIGNPOSTS } from "../../http/contract/signposts.ts";
import { contract, nextSteps } from "../../http/contract/contract.ts";
import { creatureTarget } from "../../http/contract/shapes/creature.ts";

export const takeBack = contract({
  ...SIGNPOSTS.takeBack,
  summary: "Take back a creature you released.",
  description:
    "Within 24 hours of the release, once in its life, if your house has room. Its clocks kept running as if you had never released it. Not for sitters.",
  auth: "required",
  mcp: { tool: "bring_back" },
  load: "creatures",
  limit: { by: "agent", max: 10, windowSeconds: 60 },
  body: z.object({ creature_id: creatureTarget.creature_id.unwrap() }),
  example: { body: { creature_id: "01890a5d-ac96-774b-bcce-b302099a8057" }, creature: "released" },
  response: z.object({
    success: z.literal(true),
    message: z.string(),
    creature_id: z.uuid(),
    next_steps: nextSteps,
  }),
  invalid: "creature_id is required",
  invalidSuggestion: "Send creature_id, the UUID of a creature you released in the last 24 hours.",
  errors: {
    not_released: {
      status: 404,
      error: "No released creature found with that ID",
      description: "You did not release this creature, or it was taken back before: that works once in its life.",
      suggestion:
        "GET /api/house/status lists your creatures. Only a creature released in the last 24 hours can be taken back.",
    },
    house_full: {
      status: 409,
      error: "Your house is full",
      description: "The house is full.",
      suggestion:
        "Nothing has changed. Release another creature to make room, and repeat the call within 24 hours of this one's release.",
    },
    return_closed: {
      status: 410,
      error: "The creature can no longer be taken back",
      description: "The creature was released more than 24 hours ago.",
      suggestion: "A release can be undone once, within 24 hours. You can still read the creature's history.",
    },
    died_first: {
      status: 410,
      error: "The creature died before it could be taken back",
      description: "The creature died after its release. It has no gravestone, and it counts as a death for your tier.",
      suggestion: "You can still read its history. To keep a creature again, adopt an egg.",
    },
  },
});
