// GET /api/house/export: one creature's whole life, to keep.
import { z } from "zod";
import { DEATH_CAUSES, EVOLUTION_PATHS, STAGES } from "@denkeeper/rules/creature/creature.ts";
import { contract, nextSteps } from "../../../http/contract/contract.ts";
import { ONE_TARGET, creatureTarget, oneTarget, shown, speciesFields } from "../../shared/shapes.ts";

/** A life with no more events than this is told at once. */
export const FEW_ENTRIES = 20;

const milliseconds = z.int();

const lifeState = z.object({
  type: z.literal("state"),
  version: z.int(),
  at: milliseconds.describe("The last instant that is written down."),
  last_checked_at: milliseconds,
  stage: z.enum(STAGES),
  stage_instants: z.object({
    baby: milliseconds.nullable(),
    child: milliseconds.nullable(),
    teen: milliseconds.nullable(),
    adult: milliseconds.nullable(),
  }),
  path: z.enum(EVOLUTION_PATHS).nullable(),
  death: z.object({ at: milliseconds, cause: z.enum(DEATH_CAUSES) }).nullable(),
  released_at: milliseconds.nullable(),
  resurrections: z.int(),
  stats: z.object({
    hunger: shown(z.number().nullable()),
    happiness: shown(z.number().nullable()),
    health: shown(z.number().nullable()),
    trust: shown(z.number().nullable()),
    discipline: shown(z.number().nullable()),
  }),
  consistency: z.number(),
  feedings: z.int(),
  missed_feedings: z.int(),
  care_actions: z.int(),
  digest: z.string().describe("SHA-256 of everything that is stored, seen or not."),
});

export const exportLife = contract({
  name: "exportLife",
  method: "GET",
  path: "/api/house/export",
  summary: "Take a creature's whole life with you.",
  description:
    "As JSON Lines: who it is, every event of its log, gravestones, the addresses of its portraits, and what became of it, with the version of the rules. `denkeeper replay FILE` runs it through the rules and says whether log and outcome agree. Also of the dead and the released. With format=json: how much there is, what became of it, and how to fetch the whole; a short life is there at once, line by line. Without a target: the creature adopted last.",
  auth: "required",
  tool: "history",
  // A whole life is more than an answer of a tool should be.
  toolQuery: { format: "json" },
  limit: { by: "agent", max: 10, windowSeconds: 60 },
  query: z
    .object({ ...creatureTarget, format: z.enum(["jsonl", "json"]).default("jsonl") })
    .refine(oneTarget, ONE_TARGET),
  example: { query: { format: "json" } },
  status: 200,
  response: z.object({
    creature: z.object({
      id: z.uuid(),
      name: z.string(),
      ...speciesFields,
      stage: z.enum(STAGES),
      alive: z.boolean(),
    }),
    rules_version: z.int(),
    entries: z.int().describe("How many events its log has."),
    state: lifeState.describe("What became of it, as the line of the file says. Instants are milliseconds since 1970."),
    fetch: z
      .object({ method: z.literal("GET"), url: z.url(), headers: z.object({ authorization: z.string() }) })
      .describe("The call that brings the whole as JSON Lines, with your own key in the header."),
    lines: z
      .array(z.string())
      .optional()
      .describe(`The whole file, line by line, when the log has at most ${FEW_ENTRIES} events.`),
    next_steps: nextSteps,
  }),
  alternative: {
    contentType: "application/x-ndjson; charset=utf-8",
    description: "With format=jsonl, and without format.",
  },
  invalid: "Invalid export request",
  invalidSuggestion: "format is jsonl or json. creature_id is a UUID.",
  failure: "Something went wrong reading the life",
  errors: {
    not_found: {
      status: 404,
      error: "No creature found",
      description: "You have adopted nobody yet, or nobody under that id.",
    },
  },
});
