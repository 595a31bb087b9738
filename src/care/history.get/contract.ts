// GET /api/house/history returns a creature's care log and growth.
import { z } from "zod";
import { SIGNPOSTS } from "../../http/contract/signposts.ts";
import { contract, nextSteps } from "../../http/contract/contract.ts";
import { namedObject } from "../../http/contract/json-schema.ts";
import { wholeNumber } from "../../http/contract/paging.ts";
import * as shapes from "../../http/contract/shapes/creature.ts";
import { creatureNotFound } from "../../http/contract/shapes/creature-errors.ts";

export const ANY_CREATURE_ERRORS = {
  no_creatures: {
    status: 404,
    error: "No creature found",
    description: "You have not adopted a creature yet.",
    suggestion: "Adopt an egg with POST /api/house/adopt.",
  },
  creature_not_found: creatureNotFound("No creature found"),
} as const;

export const history = contract({
  ...SIGNPOSTS.history,
  summary: "Read a creature's care log.",
  description: "Newest first. Works for dead and released creatures too. format=markdown returns a document to keep.",
  auth: "required",
  sitter: "reads",
  limit: { by: "agent", max: 20, windowSeconds: 60 },
  query: z
    .object({
      ...shapes.creatureTarget,
      format: z.enum(["json", "markdown"]).default("json"),
      limit: wholeNumber(1, 500).optional().describe("Default: 50; in Markdown, all available entries."),
      offset: z.union([z.literal("").transform(() => 0), wholeNumber(0, 10_000)]).default(0),
    })
    .refine(shapes.oneTarget, shapes.ONE_TARGET),
  response: z.object({
    creature: namedObject("HistoryCreature", {
      id: z.uuid(),
      name: z.string(),
      ...shapes.speciesFields,
      stage: shapes.stage,
      alive: z.boolean(),
      age_hours: z.number(),
    }),
    care_log: z.array(
      namedObject("CareLogEntry", {
        timestamp: shapes.instant,
        action: shapes.careAction,
        notes: z.string().nullable(),
        item: z.string().nullable(),
        hunger_before: shapes.stat,
        hunger_after: shapes.stat,
        happiness_before: shapes.stat,
        happiness_after: shapes.stat,
        health_before: shapes.stat,
        health_after: shapes.stat,
        timing: shapes.timing,
        ...shapes.sitterFields,
      }),
    ),
    evolution_history: namedObject("EvolutionHistory", {
      egg_hatched: shapes.instant.nullable(),
      became_baby: shapes.instant.nullable(),
      became_child: shapes.instant.nullable(),
      became_teen: shapes.instant.nullable(),
      became_adult: shapes.instant.nullable(),
      evolution_path: shapes.evolutionPath.nullable(),
      trending_toward: shapes.evolutionPath.nullable().describe("Null if its life here ended before adulthood."),
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
  invalidSuggestion:
    "limit must be 1-500, and offset 0-10000. format must be json or markdown. creature_id must be the UUID of one of your creatures.",
  failure: "Something went wrong reading the logs",
  errors: ANY_CREATURE_ERRORS,
});
