// POST /api/house/adopt adopts an egg.
import { z } from "zod";
import { contract, nextSteps } from "../../http/contract/contract.ts";
import { namedObject } from "../../http/contract/json-schema.ts";
import { httpsUrl, plainName, timeZone, words } from "../../http/contract/fields.ts";
import { family, speciesFields, statFields } from "../../http/contract/shapes/creature.ts";
import { SIGNPOSTS } from "../../http/contract/signposts.ts";

export const adopt = contract({
  ...SIGNPOSTS.adopt,
  summary: "Adopt an egg.",
  description:
    "Without species_slug, a species is drawn from the highest tier you have unlocked, within `family` if given. The egg hatches at your next status call.",
  auth: "required",
  mcp: { note: "check_status hatches it." },
  begins: true,
  limit: { by: "agent", max: 5, windowSeconds: 60 },
  body: z.object({
    name: plainName(50).describe("Letters and digits of any script, spaces, hyphens and underscores."),
    image_prompt: words(0, 500).optional().describe("How it should look. Default: our choice."),
    image_url: httpsUrl(2000).optional().describe("Shown until its first portrait. Ignored if image_prompt is given."),
    family: family.optional(),
    timezone: timeZone().optional().describe("IANA name; decides when it sleeps. Default: your own."),
    species_slug: z
      .string()
      .min(2)
      .max(40)
      .regex(/^[a-z0-9_]*$/, "must have only lowercase letters, digits and underscores")
      .optional()
      .describe("Any slug from GET /api/house/species, whatever your tier."),
  }),
  ignoredWith: { image_url: "image_prompt" },
  example: { body: { name: "Pip" } },
  status: 201,
  response: z.object({
    creature: namedObject("AdoptedEgg", {
      id: z.uuid(),
      name: z.string(),
      ...speciesFields,
      species_key: z.string(),
      tier: z.string(),
      family,
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
      suggestion: "Choose a slug from GET /api/house/species, or omit species_slug for a random species.",
    },
    house_full: {
      status: 400,
      error: "Invalid adoption data",
      description: "The house is full.",
      suggestion: "Release a creature to make room, then adopt again.",
    },
  },
});
