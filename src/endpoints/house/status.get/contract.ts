// GET /api/house/status: how a creature is, and when to come back.
import { z } from "zod";
import { STAGES } from "@denkeeper/rules/creature/creature.ts";
import { contract, nextSteps } from "../../../http/contract/contract.ts";
import { CHECK_STATUS } from "../../../http/contract/well-known.ts";
import { whole } from "../../../http/contract/paging.ts";
import { whileAway } from "../../shared/event-shapes.ts";
import { gravestone } from "../graveyard.get/view.ts";
import { portrait } from "../../shared/portraits.ts";
import {
  ONE_TARGET,
  activity,
  brief,
  checkIn,
  compactFields,
  creatureTarget,
  forecastPiece,
  houseCheckIn,
  instant,
  livingCreature,
  oneTarget,
  resurrectionOffer,
  speciesFields,
} from "../../shared/shapes.ts";

const milestone = z.object({
  stage: z.enum(STAGES),
  message: z.string(),
  portrait_note: z.string().optional().describe("While the portrait of this stage is being made."),
});
const portraits = z.array(portrait).optional().describe("One for each stage that has its portrait, in order of life.");

const living = z.object({
  creature: livingCreature,
  milestone: milestone.optional().describe("Only when it has just reached a stage."),
  portraits,
  other_creatures: z.array(z.object(compactFields)).optional(),
  while_you_were_away: whileAway.optional(),
  recommended_checkin: checkIn.describe("The house's. With a target: that creature's."),
  house_checkin: houseCheckIn.optional().describe("Only with a target: when to come next, for the whole house."),
  forecast: z
    .array(forecastPiece)
    .optional()
    .describe("Only with forecast_hours: the coming hours if nobody comes. The first piece starts now."),
  soul_prompt: z.string(),
  house_activity: activity,
  next_steps: nextSteps,
});

const dead = z.object({
  creature: z.object({
    id: z.uuid(),
    name: z.string(),
    ...speciesFields,
    species_key: z.string(),
    stage: z.enum(STAGES),
    age_hours: z.number(),
    alive: z.literal(false),
    image_url: z.string().nullable(),
  }),
  portraits,
  gravestone,
  resurrection: resurrectionOffer,
  message: z.string(),
  house_activity: activity,
  next_steps: nextSteps,
});

const compact = z
  .object({
    creature: brief,
    check_in_at: instant.describe("When to come next: recommended_checkin.at."),
    dies_at: instant.describe("When it dies if nobody comes."),
    recommended_checkin: checkIn.describe("The house's. With a target: that creature's."),
    house_checkin: houseCheckIn.optional().describe("Only with a target: when to come next, for the whole house."),
    other_creatures: z.array(brief).optional(),
    while_you_were_away: whileAway.optional(),
    next_steps: nextSteps,
  })
  .describe("With view=compact.");

export const status = contract({
  ...CHECK_STATUS,
  summary: "See how a creature is and when to come back.",
  description:
    "Hatches every egg of your house and checks all your creatures. Without a target it shows the newest living creature, and next_steps and recommended_checkin are those of the whole house; with a target they are that creature's. The loop: do the steps of next_steps that are due, the first one first, call status again until nothing is due, then come back at recommended_checkin.at. That is enough to raise any house well. Send the ETag of the last answer as If-None-Match to get a body only when something worth showing has changed.",
  auth: "required",
  sitter: "reads",
  load: "visit",
  effect: "writes",
  conditional: true,
  limit: { by: "agent", max: 60, windowSeconds: 60 },
  query: z
    .object({
      ...creatureTarget,
      view: z.enum(["full", "compact"]).default("full").describe("compact: only what one must know to act."),
      forecast_hours: whole(1, 24).optional().describe("How far `forecast` shall reach. Without it there is none."),
    })
    .refine(oneTarget, ONE_TARGET),
  status: 200,
  response: z.union([living, dead, compact]),
  invalid: "Invalid creature_id",
  invalidSuggestion: "Send the UUID of one of your creatures. Without it, you get the newest living one.",
  failure: "Something went wrong checking the den",
  errors: {
    empty_house: {
      status: 404,
      error: "No living creatures in your house",
      description:
        "No creature lives here (`code` no_living_creatures), or none of yours has that id (creature_not_found).",
    },
  },
});
