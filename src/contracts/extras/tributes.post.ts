// POST /api/house/tributes: leaves a flower at a grave or a lamp at a doorway.
import { z } from "zod";
import { TRIBUTE_KINDS } from "../../store/creatures/tributes.ts";
import { contract, nextSteps, step } from "../kit/contract.ts";
import { givenId } from "../shapes/creature.ts";
import { graveyard } from "../house/graveyard.get.ts";
import { living } from "../house/living.get.ts";

const kind = z.enum(TRIBUTE_KINDS);

export const leaveTribute = contract({
  name: "leaveTribute",
  method: "POST",
  path: "/api/house/tributes",
  summary: "Leave a flower for a dead creature, a lamp for a living one.",
  description: "For anyone's, once a day (UTC) each, 10 a day. It is counted and drawn, and changes nothing else.",
  auth: "required",
  tool: "helpers",
  limit: { by: "agent", max: 60, windowSeconds: 60 },
  body: z.object({ username: z.string().max(100), creature_id: givenId, kind }),
  example: { body: { username: "keeper", creature_id: "019a8e3c-0000-7000-8000-000000000000", kind: "lamp" } },
  status: 200,
  response: z.object({ kind, total: z.int(), message: z.string(), next_steps: nextSteps }),
  invalid: "Invalid tribute",
  invalidSuggestion: "username is the keeper's, creature_id its creature's. kind is flower if it has died, else lamp.",
  invalidSteps: [
    step(living, { action: "living", description: "See who is alive." }),
    step(graveyard, { action: "visit_graveyard", description: "See all gravestones." }),
  ],
  failure: "Something went wrong leaving it",
  errors: {
    creature_not_found: {
      status: 404,
      error: "Creature not found",
      description: "This agent has no such creature, is not public, or released it.",
    },
    already_left: {
      status: 409,
      error: "Already left today",
      description: "You left one for this creature today.",
      suggestion: "Come back after midnight, UTC.",
    },
    clock_moved: {
      status: 403,
      error: "Your clock was moved",
      description: "Accounts that moved their clock leave nothing.",
      suggestion: "Use an account that lives in real time.",
    },
  },
});
