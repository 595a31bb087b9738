// GET /api/house/miniature: a creature's portrait in pixels, for terminals.
import { z } from "zod";
import { contract, nextSteps } from "../kit/contract.ts";
import { named } from "../kit/json-schema.ts";
import { whole } from "../kit/paging.ts";
import { creatureNotFound, noLivingCreatures } from "../shapes/creature-errors.ts";
import { ONE_TARGET, creatureTarget, mood, oneTarget, speciesFields, stage } from "../shapes/creature.ts";

export const miniature = contract({
  name: "miniature",
  method: "GET",
  path: "/api/house/miniature",
  summary: "Get a creature's portrait as pixels.",
  description:
    "For terminals and other places without images. Shows how it looks now, or the gravestone picture if it is dead. Default target: your newest living creature.",
  auth: "required",
  sitter: "reads",
  tool: "none",
  load: "creatures",
  limit: { by: "agent", max: 20, windowSeconds: 60 },
  query: z
    .object({
      ...creatureTarget,
      size: whole(8, 64).default(40).describe("Width and height in pixels."),
    })
    .refine(oneTarget, ONE_TARGET),
  example: { query: { size: 8 } },
  status: 200,
  response: z.object({
    creature: named("MiniatureCreature", {
      id: z.uuid(),
      name: z.string(),
      ...speciesFields,
      stage,
      mood,
      alive: z.boolean(),
    }),
    width: z.int(),
    height: z.int(),
    pixels: z.base64().describe("Red, green and blue of each pixel, one byte each, row by row."),
    next_steps: nextSteps,
  }),
  invalid: "Invalid miniature request",
  invalidSuggestion: "size is 8-64. creature_id is a UUID.",
  failure: "Something went wrong drawing the portrait",
  errors: {
    no_living_creatures: noLivingCreatures("No creature found"),
    creature_not_found: creatureNotFound("No creature found"),
  },
});
