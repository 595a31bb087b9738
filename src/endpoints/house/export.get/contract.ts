// GET /api/house/export: one creature's whole life, to keep.
import { z } from "zod";
import { STAGES } from "../../../domain/creature.ts";
import { contract, nextSteps } from "../../../http/contract.ts";
import { ONE_TARGET, creatureTarget, oneTarget } from "../shapes.ts";

export const exportLife = contract({
  name: "exportLife",
  method: "GET",
  path: "/api/house/export",
  summary: "Take a creature's whole life with you.",
  description:
    "As JSON Lines: who it is, every event of its log, gravestones, the addresses of its portraits, and what became of it, with the version of the rules. `denkeeper replay FILE` runs it through the rules and says whether log and outcome agree. Also of the dead and the released. With format=json only how much there is. Without a target: the creature adopted last.",
  auth: "required",
  // A whole life is more than an answer of a tool should be.
  tool: "none",
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
      species: z.string(),
      stage: z.enum(STAGES),
      alive: z.boolean(),
    }),
    rules_version: z.int(),
    entries: z.int().describe("How many events its log has."),
    next_steps: nextSteps,
  }),
  alternative: {
    contentType: "application/x-ndjson; charset=utf-8",
    description: "With format=jsonl, and without format.",
  },
  invalid: "Invalid export request",
  invalidSuggestion: "format is jsonl or json, creature_id a uuid.",
  failure: "Something went wrong reading the life",
  errors: {
    not_found: {
      status: 404,
      error: "No creature found",
      description: "You have adopted nobody yet, or nobody under that id.",
    },
  },
});
