// GET /api/house/miniature: a creature's portrait in pixels, for terminals.
import { z } from "zod";
import { MOODS, STAGES } from "@denkeeper/rules/creature/creature.ts";
import { contract, nextSteps } from "../../../http/contract/contract.ts";
import { whole } from "../../../http/contract/paging.ts";
import { ONE_TARGET, creatureTarget, oneTarget, speciesFields } from "../../shared/shapes.ts";

export const miniature = contract({
  name: "miniature",
  method: "GET",
  path: "/api/house/miniature",
  summary: "Get a creature's portrait as a few pixels.",
  description:
    "For places without pictures, such as a terminal. As it looks now; the dead as on their gravestone. Without a target: the newest living creature.",
  auth: "required",
  sitter: "reads",
  tool: "none",
  load: "creatures",
  limit: { by: "agent", max: 20, windowSeconds: 60 },
  query: z
    .object({
      ...creatureTarget,
      size: whole(8, 64).default(40).describe("How many pixels wide and high."),
    })
    .refine(oneTarget, ONE_TARGET),
  status: 200,
  response: z.object({
    creature: z.object({
      id: z.uuid(),
      name: z.string(),
      ...speciesFields,
      stage: z.enum(STAGES),
      mood: z.enum(MOODS),
      alive: z.boolean(),
    }),
    width: z.int(),
    height: z.int(),
    pixels: z.base64().describe("Red, green and blue of each pixel, a byte each, row by row."),
    next_steps: nextSteps,
  }),
  invalid: "Invalid miniature request",
  invalidSuggestion: "size is 8-64. creature_id is a UUID.",
  failure: "Something went wrong drawing the portrait",
  errors: {
    not_found: {
      status: 404,
      error: "No creature found",
      description: "Nobody lives here, or nobody of yours has that id.",
    },
  },
});
