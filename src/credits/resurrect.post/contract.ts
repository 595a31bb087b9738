// POST /api/house/resurrect: resurrect a dead creature for credits.
import { z } from "zod";
import { contract, nextSteps } from "../../http/contract/contract.ts";
import { namedObject } from "../../http/contract/json-schema.ts";
import { OFFER_HEADERS, PAYING_ERRORS, RECEIPT_HEADERS } from "../shapes.ts";
import {
  EXACTLY_ONE_TARGET,
  creatureTarget,
  exactlyOneTarget,
  speciesFields,
  stage,
  statFields,
} from "../../http/contract/shapes/creature.ts";
import { SIGNPOSTS } from "../../http/contract/signposts.ts";

export const resurrect = contract({
  ...SIGNPOSTS.resurrect,
  summary: "Resurrect a dead creature, for credits.",
  description:
    "Within seven days of its death. Credits are spent and the creature returns in one step, or nothing happens. With too few credits you get a 402 with all payment options; to pay inline, repeat the call with your payment. Calls with a payment have a separate limit: 60 an hour.",
  auth: "required",
  mcp: { tool: "bring_back" },
  limit: { by: "agent", max: 3, windowSeconds: 3600, paying: 60 },
  body: z.object(creatureTarget).refine(exactlyOneTarget, EXACTLY_ONE_TARGET),
  example: { body: { creature_id: "01890a5d-ac96-774b-bcce-b302099a8057" }, creature: "dead" },
  response: z.object({
    success: z.literal(true),
    message: z.string(),
    creature: namedObject("ResurrectedCreature", {
      name: z.string(),
      ...speciesFields,
      stage,
      resurrection_number: z.int(),
      stats: namedObject("Stats", statFields),
    }),
    credits_spent: z.int(),
    credits_remaining: z.int(),
    next_resurrection_cost: z.int().describe("What the next resurrection would cost at this age."),
    next_steps: nextSteps,
  }),
  headers: RECEIPT_HEADERS,
  invalid: "Invalid resurrection request",
  invalidSuggestion: "Send exactly one of creature_id and id: the UUID of one of your dead creatures.",
  errors: {
    still_alive: {
      status: 400,
      error: "This creature is still alive",
      description: "Only dead creatures can be resurrected.",
      suggestion: "Only a dead creature can be resurrected. Care for this one with POST /api/house/care.",
    },
    insufficient_credits: {
      status: 402,
      error: "Insufficient credits",
      description:
        "The body has cost, credits, shortfall, the pack that covers it, and a field for each available payment option: `checkout_url`, `mpp`, `x402`.",
      headers: OFFER_HEADERS,
    },
    creature_not_found: {
      status: 404,
      error: "Creature not found",
      description: "The id is wrong, not yours, or belongs to a released creature.",
      suggestion: "GET /api/house/graveyard lists your dead creatures with their ids.",
    },
    resurrection_closed: {
      status: 410,
      error: "Resurrection window has closed",
      description: "The creature died more than seven days ago.",
      suggestion:
        "A creature can be resurrected only within seven days of its death. Its gravestone and history remain.",
    },
    ...PAYING_ERRORS,
  },
});
