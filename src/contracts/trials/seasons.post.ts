// POST /api/admin/seasons: the operator opens or closes a season of trials.
import { z } from "zod";
import { contract, nextSteps } from "../kit/contract.ts";
import { named } from "../kit/json-schema.ts";
import { instant } from "../shapes/creature.ts";

export const changeTrialSeason = contract({
  name: "changeTrialSeason",
  method: "POST",
  path: "/api/admin/seasons",
  summary: "Open or close a season of trials.",
  description:
    "For operators. One season is open at a time, under a secret that the server draws. The commitment is its SHA-256; the secret becomes public 7 days after the season closes. Opening a season that is open changes nothing.",
  auth: "admin",
  limit: { by: "ip", max: 30, windowSeconds: 60 },
  body: z.object({
    action: z.enum(["open", "close"]),
    name: z
      .string()
      .regex(/^[a-z0-9][a-z0-9-]{0,31}$/, { error: "must be 1 to 32 lowercase letters, digits or hyphens" })
      .refine((name) => name !== "practice", { error: "practice runs have no season" })
      .describe("Used once."),
    book: z.record(z.string(), z.unknown()).optional().describe("Of letters, sealed until the secret is public."),
    days: z.int().min(1).max(366).default(90).describe("How long a season that you open lasts."),
  }),
  example: { body: { action: "open", name: "2027-1", days: 90 } },
  status: 200,
  response: z.object({
    season: named("ChangedSeason", {
      name: z.string(),
      opens_at: instant,
      closes_at: instant,
      commitment: z.string(),
      book_sha256: z.string().optional(),
    }),
    message: z.string(),
    next_steps: nextSteps,
  }),
  invalid: "Invalid season",
  invalidSuggestion: "Send action (open or close), name and, to open a season, days (1-366).",
  failure: "Something went wrong changing the season",
  errors: {
    book_refused: {
      status: 400,
      error: "The book cannot be used",
      description: "It lacks a list, leaves a slot open, or is public. `npm run simulate -- --book FILE` says more.",
      suggestion: "Send another book, or none: then relay-1 is practice only.",
    },
    season_taken: {
      status: 409,
      error: "The season cannot be opened",
      description: "Another season is open, or the name was used before.",
      suggestion: "Close the open season first, or choose another name.",
    },
    season_not_open: {
      status: 409,
      error: "The season is not open",
      description: "No season of this name is open.",
      suggestion: "See the open season, if there is one.",
    },
  },
});
