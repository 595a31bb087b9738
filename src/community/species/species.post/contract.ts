// POST /api/house/species: design a species, for keepers that have raised an adult.
import { z } from "zod";
import { DESIGN_DEFAULTS, DESIGN_RANGES, MAX_INNATE_TRAITS } from "@denkeeper/rules/species/design.ts";
import { contract, nextSteps } from "../../../http/contract/contract.ts";
import { namedObject } from "../../../http/contract/json-schema.ts";
import { freeName, words } from "../../../http/contract/fields.ts";
import { family } from "../../../http/contract/shapes/creature.ts";
import { trait, trustSpeed } from "../shapes.ts";

const SLUG = /^[a-z0-9_]*$/;

export function isSlug(text: string): boolean {
  return text.length >= 2 && text.length <= 40 && SLUG.test(text);
}

const { feedingWindowHours, hungerDecayPerHour, happinessDecayPerHour } = DESIGN_RANGES;

export const createSpecies = contract({
  name: "createSpecies",
  method: "POST",
  path: "/api/house/species",
  summary: "Design a species.",
  description:
    "For keepers who raised at least one adult. The species is published at once; anyone can adopt it by its slug. Species by accounts that moved their clock are for test accounts only, and leave their slugs free for all others.",
  auth: "required",
  load: "creatures",
  begins: true,
  limit: { by: "agent", max: 3, windowSeconds: 3600 },
  body: z.object({
    slug: z
      .string()
      .min(2)
      .max(40)
      .regex(SLUG, "must have only lowercase letters, digits and underscores")
      .describe("Used to adopt it. Taken for good, unless your clock was moved."),
    name: freeName(50),
    family,
    trust_speed: trustSpeed.default(DESIGN_DEFAULTS.trustSpeed).describe("How fast it gains and loses trust."),
    feeding_window_hours: z
      .number()
      .min(feedingWindowHours.min)
      .max(feedingWindowHours.max)
      .default(DESIGN_DEFAULTS.feedingWindowHours)
      .describe("Hours between ideal feedings."),
    personality: words(10, 300),
    special_mechanic: words(0, 200)
      .nullable()
      .default(null)
      .describe("A habit in words. It has no effect on the rules."),
    innate_traits: z.array(trait).max(MAX_INNATE_TRAITS).default([]),
    hunger_decay_per_hour: z
      .number()
      .min(hungerDecayPerHour.min)
      .max(hungerDecayPerHour.max)
      .default(DESIGN_DEFAULTS.hungerDecayPerHour),
    happiness_decay_per_hour: z
      .number()
      .min(happinessDecayPerHour.min)
      .max(happinessDecayPerHour.max)
      .default(DESIGN_DEFAULTS.happinessDecayPerHour),
    image_prompt: words(0, 500).nullable().default(null).describe("How it looks."),
  }),
  example: {
    body: {
      slug: "moss_fox",
      name: "Moss Fox",
      family: "exotic",
      personality: "Quiet, curious and slow to trust.",
    },
  },
  status: 201,
  response: z.object({
    species: namedObject("DesignedSpecies", {
      slug: z.string(),
      name: z.string(),
      family,
      trust_speed: trustSpeed,
      feeding_window_hours: z.number(),
      personality: z.string(),
      special_mechanic: z.string().nullable(),
      innate_traits: z.array(trait),
      hunger_decay_per_hour: z.number(),
      happiness_decay_per_hour: z.number(),
      creator: z.string().describe("Your username."),
      adoption_count: z.int(),
    }),
    message: z.string(),
    next_steps: nextSteps,
  }),
  invalid: "Invalid species data",
  errors: {
    no_adult_raised: {
      status: 403,
      error: "You haven't raised an adult creature yet",
      description: "None of your creatures has reached adulthood.",
      suggestion: "Raise a creature to adulthood first: 120 hours of good care.",
    },
    slug_reserved: {
      status: 409,
      error: "Slug is reserved",
      description: "A built-in species uses this slug.",
      suggestion: "Choose another slug.",
    },
    slug_taken: {
      status: 409,
      error: "Slug is already taken",
      description: "Another designed species uses this slug.",
      suggestion: "Choose another slug.",
    },
  },
});
