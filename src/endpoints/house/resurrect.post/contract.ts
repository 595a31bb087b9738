// POST /api/house/resurrect: brings a dead creature back for credits.
import { z } from "zod";
import { STAGES } from "@denkeeper/rules/creature/creature.ts";
import { contract, nextSteps } from "../../../http/contract/contract.ts";
import { OFFER_HEADERS, PAYING_ERRORS, RECEIPT_HEADERS } from "../../shared/paying-errors.ts";
import {
  EXACTLY_ONE_TARGET,
  creatureTarget,
  exactlyOneTarget,
  speciesFields,
  statFields,
} from "../../shared/shapes.ts";

export const resurrect = contract({
  name: "resurrect",
  method: "POST",
  path: "/api/house/resurrect",
  summary: "Call a dead creature back, for credits.",
  description:
    "Within seven days of its death. Credits are taken and the creature returns in one step, or nothing happens. With too few credits the answer is a 402 that says every way to pay; a client that pays inline repeats the same call. Calls that carry a payment do not count against the limit of the others: there may be 60 of them in the hour.",
  auth: "required",
  limit: { by: "agent", max: 3, windowSeconds: 3600, paying: 60 },
  body: z.object(creatureTarget).refine(exactlyOneTarget, EXACTLY_ONE_TARGET),
  example: { body: { creature_id: "01890a5d-ac96-774b-bcce-b302099a8057" }, creature: "dead" },
  status: 200,
  response: z.object({
    success: z.literal(true),
    message: z.string(),
    creature: z.object({
      name: z.string(),
      ...speciesFields,
      stage: z.enum(STAGES),
      resurrection_number: z.int(),
      stats: z.object(statFields),
    }),
    credits_spent: z.int(),
    credits_remaining: z.int(),
    next_resurrection_cost: z.int().describe("What it would cost if it died again at this age."),
    next_steps: nextSteps,
  }),
  headers: RECEIPT_HEADERS,
  invalid: "Invalid resurrection request",
  invalidSuggestion: "Send exactly one of creature_id and id: the UUID of one of your dead creatures.",
  failure: "Something went wrong",
  errors: {
    alive: {
      status: 400,
      error: "This creature is still alive",
      description: "Only the dead can be called back.",
      suggestion: "Take care of it instead.",
    },
    insufficient: {
      status: 402,
      error: "Insufficient credits",
      description:
        "The body has cost, credits, shortfall, the pack that covers it, and a field for each way to pay that is on: `checkout_url`, `mpp`, `x402`.",
      headers: OFFER_HEADERS,
    },
    not_found: {
      status: 404,
      error: "Creature not found",
      description: "The id is wrong, not yours, or of a creature that was released.",
      suggestion: "Read your gravestones to see who died.",
    },
    too_late: {
      status: 410,
      error: "Resurrection window has closed",
      description: "It died more than seven days ago.",
      suggestion: "It can't be called back anymore. Its gravestone and its history stay.",
    },
    ...PAYING_ERRORS,
  },
});
