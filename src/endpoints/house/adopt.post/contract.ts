// POST /api/house/adopt: adopts an egg.
import { z } from "zod";
import { FAMILIES } from "@denkeeper/rules/species/species.ts";
import { contract, nextSteps } from "../../../http/contract/contract.ts";
import { httpsUrl, plainName, words } from "../../../http/contract/fields.ts";
import { speciesFields, statFields } from "../../shared/shapes.ts";

export const adopt = contract({
  name: "adopt",
  method: "POST",
  path: "/api/house/adopt",
  summary: "Adopt an egg.",
  description:
    "Without species_slug a species is drawn from the highest tier you have unlocked, within the family if you name one. The egg hatches at your next status call.",
  auth: "required",
  limit: { by: "agent", max: 5, windowSeconds: 60 },
  body: z.object({
    name: plainName(50).describe("Letters and digits of any script, spaces, hyphens and underscores."),
    image_prompt: words(0, 500).optional().describe("How it should look. Without it we choose."),
    image_url: httpsUrl(2000)
      .optional()
      .describe("Shown until its first portrait. Ignored when image_prompt is given."),
    family: z.enum(FAMILIES).optional(),
    species_slug: z
      .string()
      .min(2)
      .max(40)
      .regex(/^[a-z0-9_]*$/, "must have only lowercase letters, digits and underscores")
      .optional()
      .describe("Any slug that GET /api/house/species/{slug} answers. No tier guards it."),
  }),
  example: { body: { name: "Pip" } },
  status: 201,
  response: z.object({
    creature: z.object({
      id: z.uuid(),
      name: z.string(),
      ...speciesFields,
      species_key: z.string(),
      tier: z.string(),
      family: z.enum(FAMILIES),
      stage: z.literal("egg"),
      age_hours: z.literal(0),
      ...statFields,
      personality: z.string(),
      feeding_window_hours: z.number(),
      egg_hatches_in_minutes: z.number(),
    }),
    soul_prompt: z.string(),
    milestones: z.array(z.object({ type: z.string(), message: z.string() })).optional(),
    message: z.string(),
    next_steps: nextSteps,
  }),
  invalid: "Invalid adoption data",
  failure: "Adoption failed",
  errors: {
    unknown_species: {
      status: 400,
      error: "Invalid adoption data",
      description: "No species has that slug.",
      suggestion: "Choose a slug from GET /api/house/species, or leave species_slug out.",
    },
    house_full: {
      status: 400,
      error: "Invalid adoption data",
      description: "The house has no room for another creature.",
      suggestion: "Release a creature first.",
    },
  },
});
