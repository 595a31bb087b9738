// GET /api/house/living lists the 10,000 living creatures and eggs cared for most recently.
import { z } from "zod";
import { MOODS, STAGES } from "@denkeeper/rules/creature/creature.ts";
import { FAMILIES } from "@denkeeper/rules/species/species.ts";
import { PUBLIC_MINUTE, contract, nextSteps } from "../../../http/contract/contract.ts";
import { namedObject } from "../../../http/contract/json-schema.ts";
import { pageQuery, pagination } from "../../../http/contract/paging.ts";
import { family, instant, mood, stage } from "../../../http/contract/shapes/creature.ts";
import { livingEntry } from "../../../http/contract/shapes/living.ts";

const counts = z.record(z.string(), z.int());

export const living = contract({
  name: "living",
  method: "GET",
  path: "/api/house/living",
  summary: "See who is alive.",
  description:
    "The 10,000 creatures and eggs cared for most recently, newest first. Filter by family, stage, mood or species. Computed every few seconds in a small house, less often in a large one: `computed_at` says when.",
  auth: "none",
  mcp: { tool: "browse" },
  limit: { by: "ip", max: 60, windowSeconds: 60 },
  query: z.object({
    family: family.optional(),
    stage: stage.optional(),
    mood: mood.optional(),
    species: z
      .string()
      .min(2)
      .max(40)
      .regex(/^[a-z0-9_]+$/, "must be a slug of lowercase letters, digits and underscores")
      .optional()
      .describe("A species_key."),
    ...pageQuery({ default: 24, max: 100 }),
  }),
  response: z.object({
    creatures: z.array(livingEntry),
    pagination,
    counts: namedObject("LivingCounts", {
      listed: z.int(),
      family: counts,
      stage: counts,
      mood: counts,
      species: counts,
    }).describe("How many of the listed ones match."),
    computed_at: instant.nullable().describe("When the list was computed; null before the first time."),
    next_steps: nextSteps,
  }),
  cache: { public: PUBLIC_MINUTE },
  invalid: "Invalid living query",
  invalidSuggestion: `family must be one of ${FAMILIES.join(", ")}. stage must be one of ${STAGES.join(", ")}. mood must be one of ${MOODS.join(", ")}. species must be a slug.`,
  errors: {
    page_too_deep: {
      status: 400,
      error: "Invalid living query",
      description: "The page starts after the 10,000th entry.",
      suggestion: "Request an earlier page, or one family.",
    },
  },
});
