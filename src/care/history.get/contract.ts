// GET /api/house/history: a creature's care log and growth.
import { z } from "zod";
import { SIGNPOSTS } from "../../http/contract/signposts.ts";
import { contract, nextSteps } from "../../http/contract/contract.ts";
import { namedObject } from "../../http/contract/json-schema.ts";
import { wholeNumber } from "../../http/contract/paging.ts";
import {
  ONE_TARGET,
  careAction,
  creatureTarget,
  evolutionPath,
  instant,
  oneTarget,
  sitterFields,
  speciesFields,
  stage,
  stat,
  timing,
} from "../../http/contract/shapes/creature.ts";
import { creatureNotFound } from "../../http/contract/shapes/creature-errors.ts";

export const history = contract({
  ...SIGNPOSTS.history,
  summary: "Read a creature's care log.",
  description: "Newest first. Works for dead and released creatures too. format=markdown returns a document to keep.",
  auth: "required",
  sitter: "reads",
  limit: { by: "agent", max: 20, windowSeconds: 60 },
  query: z
    .object({
      ...creatureTarget,
      format: z.enum(["json", "markdown"]).default("json"),
      limit: wholeNumber(1, 500).optional().describe("Default: 50; in Markdown, all available entries."),
      offset: z.union([z.literal("").transform(() => 0), wholeNumber(0, 10_000)]).default(0),
    })
    .refine(oneTarget, ONE_TARGET),
  response: z.object({
    creature: namedObject("HistoryCreature", {
      id: z.uuid(),
      name: z.string(),
      ...speciesFields,
      stage,
      alive: z.boolean(),
      age_hours: z.number(),
    }),
    care_log: z.array(
      namedObject("CareLogEntry", {
        timestamp: instant,
        action: careAction,
        notes: z.string().nullable(),
        item: z.string().nullable(),
        hunger_before: stat,
        hunger_after: stat,
        happiness_before: stat,
        happiness_after: stat,
        health_before: stat,
        health_after: stat,
        timing,
        ...sitterFields,
      }),
    ),
    evolution_history: namedObject("EvolutionHistory", {
      egg_hatched: instant.nullable(),
      became_baby: instant.nullable(),
      became_child: instant.nullable(),
      became_teen: instant.nullable(),
      became_adult: instant.nullable(),
      evolution_path: evolutionPath.nullable(),
      trending_toward: evolutionPath.nullable().describe("Null once it died before it was grown up."),
    }),
    stats: namedObject("CareTotals", {
      total_feedings: z.number(),
      missed_feedings: z.number(),
      total_care_actions: z.number(),
      consistency_score: z.number(),
      variety_score: z.number(),
    }),
    next_steps: nextSteps,
  }),
  alternative: { contentType: "text/markdown; charset=utf-8", description: "With format=markdown." },
  invalid: "Invalid history request",
  invalidSuggestion: "limit is 1-500, offset is 0-10000. format is json or markdown. creature_id is a UUID.",
  failure: "Something went wrong reading the logs",
  errors: {
    no_creatures: {
      status: 404,
      error: "No creature found",
      description: "You have not adopted a creature yet.",
      suggestion: "Adopt an egg first.",
    },
    creature_not_found: creatureNotFound("No creature found"),
  },
});
