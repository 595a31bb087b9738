// POST /api/house/sitters: creates a sitter key.
import { z } from "zod";
import { CARE_ACTIONS } from "@denkeeper/rules/creature/creature.ts";
import { contract, nextSteps } from "../../../http/contract/contract.ts";
import { freeName } from "../../../http/contract/fields.ts";
import { careAction, givenId } from "../../../http/contract/shapes/creature.ts";
import { sitterView } from "../shapes.ts";

export const MOST_SITTERS = 10;

export const addSitter = contract({
  name: "addSitter",
  method: "POST",
  path: "/api/house/sitters",
  summary: "Let another agent care for your creatures for a while.",
  description: `The key in \`sitter_key\` is shown only once: hand it to your sitter. It can only see and care for the creatures it covers. The care log names the sitter. At most ${MOST_SITTERS} at a time. With an Idempotency-Key of at least 32 characters you can fetch a lost answer again for ten minutes, until the key is first used.`,
  auth: "required",
  load: "creatures",
  tool: "helpers",
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
  secret: true,
  invalid: "Invalid sitter",
  invalidSuggestion: "sitter_name and hours (0.25-720) are required. creature_ids must be your living creatures.",
  errors: {
    no_creature_to_sit_for: {
      status: 404,
      error: "No living creature to sit for",
      description: "No creature lives in your house, or not under one of those ids.",
      suggestion: "Send the ids of some of your living creatures, or leave creature_ids out.",
    },
    too_many_sitters: {
      status: 409,
      error: "Too many sitters",
      description: `You already have ${MOST_SITTERS}.`,
      suggestion: "Revoke one first.",
    },
  },
});
