// Contracts for boarding a creature, which pauses its clocks for some hours, and for ending that early.
import { z } from "zod";
import { BOARDING_LEAST_HOURS, BOARDING_MOST_HOURS, BOARDING_WINDOW_DAYS } from "@denkeeper/rules/care/boarding.ts";
import { contract, nextSteps } from "../../http/contract/contract.ts";
import { ONE_TARGET, boarding, checkIn, creatureTarget, oneTarget } from "../../http/contract/shapes/creature.ts";
import { creatureNotFound } from "../../http/contract/shapes/creature-errors.ts";
import { SIGNPOSTS } from "../../http/contract/signposts.ts";

function hasTarget({ creature_id, id }: { creature_id?: string | undefined; id?: string | undefined }): boolean {
  return creature_id !== undefined || id !== undefined;
}

const TARGET_REQUIRED = { error: "creature_id or id is required", path: ["creature_id"] };

export const board = contract({
  name: "board",
  method: "POST",
  path: "/api/house/board",
  summary: "Board a creature while you are away: its clocks stop.",
  description: `For ${BOARDING_LEAST_HOURS}-${BOARDING_MOST_HOURS} hours, at most ${BOARDING_MOST_HOURS} in any ${BOARDING_WINDOW_DAYS} days. It starts at once and ends on time or when you end it. While boarded, a creature loses nothing, misses no window, does not age, takes no care and is not in the hall. Not for creatures with health below 20 or in the last third of their death clock.`,
  auth: "required",
  mcp: { tool: "board" },
  load: "creatures",
  limit: { by: "agent", max: 10, windowSeconds: 60, counter: "boarding" },
  body: z
    .object({ ...creatureTarget, hours: z.number().min(BOARDING_LEAST_HOURS).max(BOARDING_MOST_HOURS) })
    .refine(hasTarget, TARGET_REQUIRED)
    .refine(oneTarget, ONE_TARGET),
  example: { body: { creature_id: "01890a5d-ac96-774b-bcce-b302099a8057", hours: 48 } },
  response: z.object({
    success: z.literal(true),
    message: z.string(),
    creature_id: z.uuid(),
    boarding,
    recommended_checkin: checkIn,
    next_steps: nextSteps,
  }),
  invalid: "Invalid boarding",
  invalidSuggestion: "Send creature_id, the UUID of one of your living creatures, and hours, a number from 1 to 72.",
  errors: {
    creature_not_found: creatureNotFound("No living creature found with that ID"),
    egg_not_boardable: {
      status: 409,
      error: "An egg cannot be boarded",
      description: "The egg has not hatched, so none of its clocks is running.",
      suggestion: "An egg needs no boarding: its clocks do not start until a status call hatches it.",
    },
    already_boarded: {
      status: 409,
      error: "The creature is already boarded",
      description: "The creature is already being boarded.",
      suggestion: "Wait until its boarding ends, or end it with DELETE /api/house/board.",
    },
    health_too_low: {
      status: 409,
      error: "The creature's health is too low for boarding",
      description: "The creature's health is below 20.",
      suggestion: "Boarding requires at least 20 health. Give the creature medicine, then board it.",
    },
    too_close_to_death: {
      status: 409,
      error: "The creature is too close to death to be boarded",
      description: "The creature is in the last third of its death clock.",
      suggestion: "Care for it, then board it. Any accepted care restarts its death clock.",
    },
    boarded_too_much: {
      status: 409,
      error: "The creature has no boarding time left",
      description: `The boarding would exceed ${BOARDING_MOST_HOURS} hours within ${BOARDING_WINDOW_DAYS} days.`,
    },
    died_first: {
      status: 410,
      error: "The creature died before it could be boarded",
      description: "The creature had already died. It has a gravestone now.",
      suggestion: "Its gravestone says how it died. You can resurrect it for credits within seven days of its death.",
    },
  },
});

export const endBoarding = contract({
  ...SIGNPOSTS.endBoarding,
  summary: "End a creature's boarding early.",
  description:
    "Its life continues where it paused, and the unused hours stay available. Does nothing if the creature is not boarded.",
  auth: "required",
  effect: "writes",
  mcp: { tool: "board" },
  load: "creatures",
  limit: board.limit,
  body: z.object(creatureTarget).refine(hasTarget, TARGET_REQUIRED).refine(oneTarget, ONE_TARGET),
  example: { body: { creature_id: "01890a5d-ac96-774b-bcce-b302099a8057" } },
  response: z.object({
    success: z.literal(true),
    was_resting: z.boolean(),
    message: z.string(),
    creature_id: z.uuid(),
    boarding: boarding.optional().describe("Not for eggs."),
    recommended_checkin: checkIn.optional(),
    next_steps: nextSteps,
  }),
  invalid: "creature_id is required",
  invalidSuggestion: "Send creature_id, the UUID of one of your living creatures.",
  errors: {
    creature_not_found: creatureNotFound("No living creature found with that ID"),
  },
});
