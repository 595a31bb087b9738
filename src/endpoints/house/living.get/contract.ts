// GET /api/house/living: living creatures.
import { z } from "zod";
import { MOODS, STAGES } from "@denkeeper/rules/creature/creature.ts";
import { FAMILIES } from "@denkeeper/rules/species/species.ts";
import { PUBLIC_MINUTE, contract, nextSteps } from "../../../http/contract/contract.ts";
import { pageQuery, pagination } from "../../../http/contract/paging.ts";
import { livingEntry } from "./view.ts";

const counts = z.record(z.string(), z.int());

export const living = contract({
  name: "living",
  method: "GET",
  path: "/api/house/living",
  summary: "See who is alive.",
  description:
    "The ten thousand that were cared for last, the latest first, eggs included; by family, stage, mood or species. At most a minute old.",
  auth: "none",
  tool: "hall",
  limit: { by: "ip", max: 60, windowSeconds: 60 },
  query: z.object({
    family: z.enum(FAMILIES).optional(),
    stage: z.enum(STAGES).optional(),
    mood: z.enum(MOODS).optional(),
    species: z
      .string()
      .min(2)
      .max(40)
      .regex(/^[a-z0-9_]+$/, "must be a slug: small letters, digits and underscores")
      .optional()
      .describe("A species_key."),
    ...pageQuery({ default: 24, max: 100 }),
  }),
  status: 200,
  response: z.object({
    creatures: z.array(livingEntry),
    pagination,
    counts: z
      .object({ listed: z.int(), family: counts, stage: counts, mood: counts, species: counts })
      .describe("How many of all that are listed."),
    next_steps: nextSteps,
  }),
  publicCache: PUBLIC_MINUTE,
  invalid: "Invalid living query",
  invalidSuggestion: `family is one of ${FAMILIES.join(", ")}. stage is one of ${STAGES.join(", ")}. mood is one of ${MOODS.join(", ")}. species is a slug.`,
  failure: "Something went wrong reading the living creatures",
  errors: {
    too_deep: {
      status: 400,
      error: "Invalid living query",
      description: "The page lies behind the 10,000th entry.",
      suggestion: "Request an earlier page, or one family.",
    },
  },
});
