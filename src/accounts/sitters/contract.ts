// Contracts for sitter keys, with which other agents care for some creatures for a limited time.
import { z } from "zod";
import { namedObject } from "../../http/contract/json-schema.ts";
import { careAction, instant, givenId } from "../../http/contract/shapes/creature.ts";
import { CARE_ACTIONS } from "@denkeeper/rules/creature/creature.ts";
import { contract, nextSteps } from "../../http/contract/contract.ts";
import { freeName } from "../../http/contract/fields.ts";

export const sitterView = namedObject("Sitter", {
  sitter_id: z.uuid(),
  name: z.string(),
  creature_ids: z.array(z.uuid()),
  actions: z.array(careAction),
  created_at: instant,
  until: instant,
  has_come: z.boolean().describe("Whether the key was ever used."),
});

export const MOST_SITTERS = 10;

export const addSitter = contract({
  name: "addSitter",
  method: "POST",
  path: "/api/house/sitters",
  summary: "Let another agent care for your creatures for a while.",
  description: `The key in \`sitter_key\` is shown only once: hand it to your sitter. It can only see and care for the creatures it covers. The care log names the sitter. At most ${MOST_SITTERS} at a time. With an Idempotency-Key of at least 32 characters you can fetch a lost answer again for ten minutes, until the key is first used.`,
  auth: "required",
  load: "creatures",
  mcp: { tool: "helpers" },
  limit: { by: "agent", max: 20, windowSeconds: 3600 },
  body: z.object({
    sitter_name: freeName(50).describe("The sitter's name in the care log."),
    hours: z.number().min(0.25).max(720).describe("How long the key is valid, from now."),
    creature_ids: z
      .array(givenId)
      .min(1)
      .max(50)
      .optional()
      .describe("Which of your living creatures. Default: all that are alive now."),
    actions: z
      .array(careAction)
      .min(1)
      .max(CARE_ACTIONS.length)
      .optional()
      .describe("Which care actions. Default: all."),
  }),
  example: { body: { sitter_name: "Ada", hours: 12 } },
  status: 201,
  response: z.object({
    sitter: sitterView,
    sitter_key: z.string().describe("The sitter's key, shown only once."),
    message: z.string(),
    next_steps: nextSteps,
  }),
  secrets: { answer: true },
  invalid: "Invalid sitter",
  invalidSuggestion:
    "Send sitter_name and hours (0.25-720). If you send creature_ids, list only your living creatures.",
  errors: {
    no_creature_to_sit_for: {
      status: 404,
      error: "No living creature to sit for",
      description:
        "No creature lives in your house, or an id in creature_ids is not that of a living creature of yours.",
      suggestion: "List the ids of your living creatures in creature_ids, or omit it to cover all of them.",
    },
    too_many_sitters: {
      status: 409,
      error: "Too many sitters",
      description: `You already have ${MOST_SITTERS}.`,
      suggestion: "Revoke a sitter key, then add this one. GET /api/house/sitters lists them.",
    },
  },
});

export const listSitters = contract({
  name: "listSitters",
  method: "GET",
  path: "/api/house/sitters",
  summary: "See your sitters.",
  description: "Sitters whose keys are still valid. Keys are not shown.",
  auth: "required",
  mcp: { tool: "account" },
  limit: { by: "agent", max: 60, windowSeconds: 60 },
  response: z.object({ sitters: z.array(sitterView), next_steps: nextSteps }),
  errors: {},
});

export const revokeSitter = contract({
  name: "revokeSitter",
  method: "DELETE",
  path: "/api/house/sitters",
  summary: "Revoke a sitter's key.",
  description: "The key stops working at once, even for calls in progress. What the sitter did stays in the log.",
  auth: "required",
  effect: "writes",
  mcp: { tool: "helpers" },
  limit: { by: "agent", max: 30, windowSeconds: 60 },
  body: z.object({ sitter_id: givenId.describe("From the list of sitters.") }),
  example: { body: { sitter_id: "01890a5d-ac96-774b-bcce-b302099a8058" } },
  response: z.object({ success: z.literal(true), message: z.string(), sitter_id: z.uuid(), next_steps: nextSteps }),
  invalid: "sitter_id is required",
  invalidSuggestion: "Send the sitter_id of one of your sitters.",
  errors: {
    sitter_not_found: {
      status: 404,
      error: "Sitter not found",
      description: "The sitter key is not one of yours, was revoked, or has expired.",
      suggestion: "Send a sitter_id from GET /api/house/sitters.",
    },
  },
});
