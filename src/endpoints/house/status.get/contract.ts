// GET /api/house/status: how a creature is, and when to come back.
import { z } from "zod";
import { STAGES } from "../../../domain/creature.ts";
import { contract, nextSteps } from "../../../http/contract.ts";
import { gravestone } from "../graveyard.get/view.ts";
import {
  ONE_TARGET,
  activity,
  checkIn,
  compactFields,
  creatureTarget,
  livingCreature,
  oneTarget,
  resurrectionOffer,
} from "../shapes.ts";

const milestone = z.object({ stage: z.enum(STAGES), message: z.string(), portrait_note: z.string().optional() });

const living = z.object({
  creature: livingCreature,
  milestone: milestone.optional().describe("Only when it has just reached a stage."),
  other_creatures: z.array(z.object(compactFields)).optional(),
  recommended_checkin: checkIn,
  soul_prompt: z.string(),
  house_activity: activity,
  next_steps: nextSteps,
});

const dead = z.object({
  creature: z.object({
    id: z.uuid(),
    name: z.string(),
    species: z.string(),
    species_key: z.string(),
    stage: z.enum(STAGES),
    age_hours: z.number(),
    alive: z.literal(false),
  }),
  gravestone,
  resurrection: resurrectionOffer,
  message: z.string(),
  house_activity: activity,
  next_steps: nextSteps,
});

export const status = contract({
  name: "checkStatus",
  method: "GET",
  path: "/api/house/status",
  summary: "See how a creature is and when to come back.",
  description:
    "Hatches every egg of your house and checks all your creatures. Without a target it tells of the newest living creature. Come back at recommended_checkin.at and do the first care of next_steps: that is enough to raise any species well.",
  auth: "required",
  load: "creatures",
  limit: { by: "agent", max: 60, windowSeconds: 60 },
  query: z.object(creatureTarget).refine(oneTarget, ONE_TARGET),
  status: 200,
  response: z.union([living, dead]),
  invalid: "Invalid creature_id",
  invalidSuggestion: "Send the uuid of a creature of yours, or nothing for the newest living one.",
  failure: "Something went wrong checking the den",
  errors: {
    empty_house: {
      status: 404,
      error: "No living creatures in your house",
      description: "Nobody lives here, or not under that id.",
    },
  },
});
