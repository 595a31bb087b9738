// Schemas for the events of a house.
import { z } from "zod";
import { DERIVED_EVENT_TYPES } from "@denkeeper/rules/foresight/derived-events.ts";
import { MILESTONE_KINDS } from "@denkeeper/rules/creature/milestones.ts";
import { ACCOUNT_EVENTS } from "../../model/events/store/account-events.ts";
import { namedObject } from "../../http/contract/json-schema.ts";
import { deathCause, evolutionPath, instant, markName, stage } from "../../http/contract/shapes/creature.ts";

const TYPES = [
  "born",
  "stage_changed",
  "milestone",
  "died",
  "fed_late",
  "missed",
  "harmed",
  "returned",
  "released",
  "taken_back",
  "portrait_ready",
  "credits",
  "mark",
  ...ACCOUNT_EVENTS,
  ...DERIVED_EVENT_TYPES,
  // Listed only in while_you_were_away, for meals that became late or missed since the last visit.
  "feeding_late",
  "window_missed",
] as const;

const eventType = z.enum(TYPES).meta({ id: "EventType" });

export const houseEvent = namedObject("HouseEvent", {
  id: z.string().describe("The same each time it is returned."),
  at: instant.describe("When it happened, in your house's time."),
  type: eventType,
  creature: z.object({ id: z.uuid(), name: z.string() }).nullable(),
  message: z.string(),
  stage: stage.optional(),
  path: evolutionPath.optional(),
  milestone: z.enum(MILESTONE_KINDS).optional(),
  threshold: z.number().optional(),
  mark: markName.optional(),
  cause: deathCause.optional(),
  image_url: z.string().optional(),
  credits: z.int().optional().describe("Credits added, or removed if negative."),
  balance: z.int().optional(),
  sitter: z.string().optional().describe("The sitter that was added or revoked."),
});

export const whileAway = namedObject("WhileAway", {
  since: instant.describe("Your last visit."),
  hours: z.number(),
  happened: z.array(namedObject("AwayEvent", { at: instant, type: eventType, message: z.string() })),
  untold: z.int().describe("How many more there were. `events` has them all."),
}).describe("What happened since your last visit, if that was at least ten minutes ago.");
