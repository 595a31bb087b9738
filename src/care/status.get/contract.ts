// GET /api/house/status returns how a creature is doing and when to come back.
import { z } from "zod";
import { contract, nextSteps } from "../../http/contract/contract.ts";
import { namedObject } from "../../http/contract/json-schema.ts";
import { wholeNumber } from "../../http/contract/paging.ts";
import { whileAway } from "../shapes/events.ts";
import { gravestone } from "../../http/contract/shapes/gravestone.ts";
import { portrait } from "../../http/contract/shapes/portrait.ts";
import * as shapes from "../../http/contract/shapes/creature.ts";
import * as visitShapes from "../../http/contract/shapes/visit.ts";
import { creatureNotFound, noLivingCreatures } from "../../http/contract/shapes/creature-errors.ts";
import { SIGNPOSTS } from "../../http/contract/signposts.ts";

const milestone = namedObject("StageReached", {
  stage: shapes.stage,
  message: z.string(),
  portrait_note: z.string().optional().describe("While this stage's portrait is being drawn."),
});
const portraits = z.array(portrait).optional().describe("One per stage that has a portrait, in order.");

const living = namedObject("StatusLiving", {
  report: visitShapes.report,
  creature: shapes.livingCreature,
  milestone: milestone.optional().describe("Only when it just reached a new stage."),
  portraits,
  other_creatures: z.array(namedObject("OtherCreature", shapes.compactFields)).optional(),
  while_you_were_away: whileAway.optional(),
  recommended_checkin: shapes.checkIn.describe("For the house. With a target: for that creature."),
  house_checkin: shapes.houseCheckIn
    .optional()
    .describe("Only with a target: when to visit next, for the whole house."),
  forecast: z
    .array(shapes.forecastPiece)
    .optional()
    .describe("Only with forecast_hours: the next hours without care. The first piece starts now."),
  soul_prompt: z.string(),
  house_activity: shapes.activity,
  next_steps: nextSteps,
});

const dead = namedObject("StatusDead", {
  report: visitShapes.report,
  creature: namedObject("DeadCreature", {
    id: z.uuid(),
    name: z.string(),
    ...shapes.speciesFields,
    species_key: z.string(),
    stage: shapes.stage,
    age_hours: z.number(),
    alive: z.literal(false),
    image_url: z.string().nullable(),
  }),
  portraits,
  gravestone,
  resurrection: shapes.resurrectionOffer,
  message: z.string(),
  house_activity: shapes.activity,
  next_steps: nextSteps,
});

const compact = namedObject("StatusCompact", {
  report: visitShapes.report,
  creature: shapes.compactLook,
  milestone: milestone.optional().describe("Only when it just hatched or reached a new stage."),
  dies_at: shapes.instant.describe("When it dies without care."),
  recommended_checkin: shapes.checkIn.describe("For the house. With a target: for that creature."),
  house_checkin: shapes.houseCheckIn
    .optional()
    .describe("Only with a target: when to visit next, for the whole house."),
  other_creatures: z
    .array(shapes.unwell)
    .optional()
    .describe("Only those that are hungry, sick or overdue for a meal."),
  others_well: z.int().optional().describe("How many others are well. view=full lists them."),
  while_you_were_away: whileAway.optional(),
  next_steps: visitShapes.compactNextSteps,
});

export const status = contract({
  ...SIGNPOSTS.status,
  summary: "See how your creatures are and when to come back.",
  description:
    "Hatches your eggs and checks all your creatures. Without a target it shows your newest living creature, and next_steps and recommended_checkin cover the whole house; with a target, only that creature. The loop that raises any house well: call it with view=compact, send the step that is due as given, come back at recommended_checkin.at. (The full view has the same step, after the care in it one by one.) Send the last ETag as If-None-Match to get a body only if something worth showing changed.",
  auth: "required",
  sitter: "reads",
  load: (search) => (search.includes("view=compact") ? "visit" : "album"),
  effect: "writes",
  mcp: { note: "Hatches eggs. Without creature_id: the whole house.", defaults: { view: "compact" } },
  cache: { conditional: true },
  limit: { by: "agent", max: 60, windowSeconds: 60 },
  query: z
    .object({
      ...shapes.creatureTarget,
      view: shapes.viewSize,
      told: wholeNumber(0).optional().describe(visitShapes.TOLD),
      forecast_hours: wholeNumber(1, 24).optional().describe("Hours of `forecast` to include. Default: none."),
    })
    .refine(shapes.oneTarget, shapes.ONE_TARGET),
  response: z.union([living, dead, compact]),
  invalid: "Invalid creature_id",
  invalidSuggestion: "Set creature_id to the UUID of one of your creatures, or omit it for the newest living one.",
  failure: "Something went wrong checking the den",
  errors: {
    no_living_creatures: noLivingCreatures("No living creatures in your house"),
    creature_not_found: creatureNotFound("No living creatures in your house"),
  },
});
