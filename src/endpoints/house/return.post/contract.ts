// POST /api/house/return: a keeper takes back a creature that it released less than a day ago.
import { z } from "zod";
import { contract, nextSteps } from "../../../http/contract/contract.ts";
import { creatureTarget } from "../../shared/shapes.ts";

export const takeBack = contract({
  name: "takeBack",
  method: "POST",
  path: "/api/house/return",
  summary: "Take back a creature that you released.",
  description:
    "Within 24 hours of the release, once in its life, if your house has room. Its clocks ran on as if you had never released it. Not for sitters.",
  auth: "required",
  load: "creatures",
  limit: { by: "agent", max: 10, windowSeconds: 60 },
  body: z.object({ creature_id: creatureTarget.creature_id.unwrap() }),
  example: { body: { creature_id: "01890a5d-ac96-774b-bcce-b302099a8057" }, creature: "released" },
  status: 200,
  response: z.object({
    success: z.literal(true),
    message: z.string(),
    creature_id: z.uuid(),
    next_steps: nextSteps,
  }),
  invalid: "creature_id is required",
  invalidSuggestion: "Send the UUID of a creature you released in the last 24 hours.",
  failure: "Something went wrong",
  errors: {
    not_found: {
      status: 404,
      error: "No released creature found with that ID",
      description: "You never released it, or it was taken back before: that works once in its life.",
      suggestion: "Call status to see who lives in your house.",
    },
    house_full: {
      status: 409,
      error: "Your house is full",
      description: "50 creatures and eggs live in it.",
      suggestion: "Nothing has changed. Make room first. You can take it back within 24 hours of its release.",
    },
    too_late: {
      status: 410,
      error: "It can no longer be taken back",
      description: "More than 24 hours have passed since its release.",
      suggestion: "You can still read its history.",
    },
    died_first: {
      status: 410,
      error: "It died before it could be taken back",
      description: "Its clocks had run out. It has no gravestone, and it counts as a death for your tier.",
      suggestion: "You can still read its history. Adopt an egg when you are ready.",
    },
  },
});
