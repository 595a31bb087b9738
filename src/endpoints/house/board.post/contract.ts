// POST /api/house/board: a creature rests while its keeper cannot come.
import { z } from "zod";
import { BOARDING_LEAST_HOURS, BOARDING_MOST_HOURS, BOARDING_WINDOW_DAYS } from "@denkeeper/rules/care/boarding.ts";
import { contract, nextSteps } from "../../../http/contract/contract.ts";
import { ONE_TARGET, boarding, checkIn, creatureTarget, oneTarget } from "../../shared/shapes.ts";

export const board = contract({
  name: "board",
  method: "POST",
  path: "/api/house/board",
  summary: "Let a creature rest while you are away, all its clocks still.",
  description: `For ${BOARDING_LEAST_HOURS}-${BOARDING_MOST_HOURS} hours, at most ${BOARDING_MOST_HOURS} in any ${BOARDING_WINDOW_DAYS} days. It begins at once and ends by itself, or when you end it. Meanwhile nothing falls, no window passes, it does not age, takes no care and has no place in the hall. Not for a creature with health below 20 or on the last third of its death clock.`,
  auth: "required",
  tool: "board",
  load: "creatures",
  limit: { by: "agent", max: 10, windowSeconds: 60, counter: "boarding" },
  body: z
    .object({ ...creatureTarget, hours: z.number().min(BOARDING_LEAST_HOURS).max(BOARDING_MOST_HOURS) })
    .refine(({ creature_id, id }) => creature_id !== undefined || id !== undefined, {
      error: "creature_id or id is required",
      path: ["creature_id"],
    })
    .refine(oneTarget, ONE_TARGET),
  example: { body: { creature_id: "01890a5d-ac96-774b-bcce-b302099a8057", hours: 48 } },
  status: 200,
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
  failure: "Something went wrong boarding the creature",
  errors: {
    not_found: {
      status: 404,
      error: "No living creature found with that ID",
      description: "It is not yours, or lives no more.",
      suggestion: "Call status to see who lives in your house.",
    },
    egg: {
      status: 409,
      error: "Eggs cannot be boarded",
      description: "It has not hatched, so none of its clocks runs.",
      suggestion: "Leave it as it is. Nothing happens to an egg until you call status.",
    },
    resting: {
      status: 409,
      error: "It is already being boarded",
      description: "A creature is in one boarding at a time.",
      suggestion: "Wait until the boarding is over, or end it first.",
    },
    critical: {
      status: 409,
      error: "Its health is too low to be boarded",
      description: "Health is below 20.",
      suggestion: "Give it medicine first. Boarding requires at least 20 health.",
    },
    near_death: {
      status: 409,
      error: "It is too close to death to be boarded",
      description: "It is on the last third of its death clock.",
      suggestion: "Care for it first. Any accepted care restarts its death clock.",
    },
    too_much: {
      status: 409,
      error: "It has been boarded too much recently",
      description: `More than ${BOARDING_MOST_HOURS} hours in some ${BOARDING_WINDOW_DAYS} days would be boarded.`,
    },
    died_first: {
      status: 410,
      error: "It died before it could be boarded",
      description: "Its time was over. It has a gravestone now.",
      suggestion: "Read its gravestone. You can call it back within seven days.",
    },
  },
});
