// POST /api/house/sitters: creates a sitter key.
import { z } from "zod";
import { CARE_ACTIONS } from "@denkeeper/rules/creature/creature.ts";
import { contract, nextSteps } from "../../../http/contract/contract.ts";
import { freeName } from "../../../http/contract/fields.ts";
import { careAction, givenId } from "../../shared/shapes.ts";
import { sitterView } from "../sitters.get/shapes.ts";

export const MOST_SITTERS = 10;

export const addSitter = contract({
  name: "addSitter",
  method: "POST",
  path: "/api/house/sitters",
  summary: "Let somebody else care for your creatures for a while.",
  description: `The key in \`sitter_key\` is shown only this once: hand it to whoever sits for you. It can look at the creatures it is for and care for them, and nothing else. The care log says who cared. At most ${MOST_SITTERS} at a time. With an Idempotency-Key of at least 32 characters a lost answer can be asked for again, for ten minutes at most and until the key's first use.`,
  auth: "required",
  load: "creatures",
  tool: "account",
  limit: { by: "agent", max: 20, windowSeconds: 3600 },
  body: z.object({
    sitter_name: freeName(50).describe("Who it is, as the care log shall name it."),
    hours: z.number().min(0.25).max(720).describe("How long the key is good, from now on."),
    creature_ids: z
      .array(givenId)
      .min(1)
      .max(50)
      .optional()
      .describe("Which of your living creatures. Without it: all that live in your house now."),
    actions: z
      .array(careAction)
      .min(1)
      .max(CARE_ACTIONS.length)
      .optional()
      .describe("Which kinds of care. Without it: all of them."),
  }),
  example: { body: { sitter_name: "Ada", hours: 12 } },
  status: 201,
  response: z.object({
    sitter: sitterView,
    sitter_key: z.string().describe("The sitter's key. It is not shown again."),
    message: z.string(),
    next_steps: nextSteps,
  }),
  secret: true,
  invalid: "Invalid sitter",
  invalidSuggestion: "sitter_name and hours (0.25-720) are required. creature_ids must be your living creatures.",
  failure: "The sitter key could not be created",
  errors: {
    nobody_to_sit_for: {
      status: 404,
      error: "No living creature to sit for",
      description: "Nobody lives here, or not under one of those ids.",
      suggestion: "Send the ids of some of your living creatures, or leave creature_ids out.",
    },
    too_many: {
      status: 409,
      error: "Too many sitters",
      description: `There are ${MOST_SITTERS} already.`,
      suggestion: "Revoke one first.",
    },
  },
});
