// GET /api/house/export exports a creature's whole life.
import { z } from "zod";
import { contract, nextSteps } from "../../http/contract/contract.ts";
import { ANY_CREATURE_ERRORS } from "../history.get/contract.ts";
import { namedObject } from "../../http/contract/json-schema.ts";
import * as shapes from "../../http/contract/shapes/creature.ts";
import { SIGNPOSTS } from "../../http/contract/signposts.ts";

/** Maximum number of log entries for which the JSON answer includes all lines. */
export const FEW_ENTRIES = 20;

const milliseconds = z.int();
const exactStat = shapes.visibleStatSchema(z.number().nullable());

const lifeState = namedObject("LifeState", {
  type: z.literal("state"),
  version: z.int(),
  at: milliseconds.describe("The last recorded instant."),
  last_checked_at: milliseconds,
  stage: shapes.stage,
  stage_instants: namedObject("StageInstants", {
    baby: milliseconds.nullable(),
    child: milliseconds.nullable(),
    teen: milliseconds.nullable(),
    adult: milliseconds.nullable(),
  }),
  path: shapes.evolutionPath.nullable(),
  death: z.object({ at: milliseconds, cause: shapes.deathCause }).nullable(),
  released_at: milliseconds.nullable(),
  resurrections: z.int(),
  stats: namedObject("ExactStats", {
    hunger: exactStat,
    happiness: exactStat,
    health: exactStat,
    trust: exactStat,
    discipline: exactStat,
  }),
  consistency: z.number(),
  feedings: z.int(),
  missed_feedings: z.int(),
  care_actions: z.int(),
  digest: z.string().describe("SHA-256 of everything stored, including hidden stats."),
});

export const exportLife = contract({
  ...SIGNPOSTS.exportLife,
  summary: "Export a creature's whole life.",
  description:
    "As JSON Lines: its identity, every log event, gravestones, portrait addresses, the outcome, and the version of the rules. `denkeeper replay FILE` replays it and checks that log and outcome agree. Works for dead and released creatures too. format=json: size, outcome and how to fetch the file; a short life is included. Default target: your latest adoption.",
  auth: "required",
  mcp: { tool: "account", query: { format: "json" } },
  whileSuspended: true,
  limit: { by: "agent", max: 10, windowSeconds: 60 },
  query: z
    .object({ ...shapes.creatureTarget, format: z.enum(["jsonl", "json"]).default("jsonl") })
    .refine(shapes.oneTarget, shapes.ONE_TARGET),
  example: { query: { format: "json" } },
  response: z.object({
    creature: shapes.yourCreature,
    rules_version: z.int(),
    entries: z.int().describe("Number of events in its log."),
    state: lifeState.describe("The outcome, as in the file. Times are milliseconds since 1970."),
    fetch: z
      .object({ method: z.literal("GET"), url: z.url(), headers: z.object({ authorization: z.string() }) })
      .describe("The call that returns the whole file as JSON Lines, with your key in the header."),
    lines: z
      .array(z.string())
      .optional()
      .describe(`The whole file, line by line, if the log has at most ${FEW_ENTRIES} events.`),
    next_steps: nextSteps,
  }),
  alternative: {
    contentType: "application/x-ndjson; charset=utf-8",
    description: "With format=jsonl, the default.",
  },
  invalid: "Invalid export request",
  invalidSuggestion: "format must be jsonl or json. creature_id must be the UUID of one of your creatures.",
  errors: ANY_CREATURE_ERRORS,
});
