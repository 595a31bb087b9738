// GET /api/house/schedule: when to come, for each creature and for the whole house.
import { z } from "zod";
import { STAGES } from "@denkeeper/rules/creature/creature.ts";
import { contract, nextSteps } from "../../../http/contract/contract.ts";
import { checkIn, houseCheckIn, instant, speciesFields } from "../../shared/shapes.ts";

export const scheduled = z.object({
  creature: z.object({ id: z.uuid(), name: z.string(), ...speciesFields, stage: z.enum(STAGES) }),
  check_in: checkIn.pick({ at: true, hours_from_now: true, reason: true }).describe("When to come next, for it alone."),
  due: z.boolean().describe("Whether that is now."),
  asleep: z.boolean(),
  boards_until: instant.optional().describe("While it boards: all its clocks stand still until then."),
  on_time: z
    .object({ opens_at: instant, ends_at: instant })
    .nullable()
    .describe("Food counts as on time from here to there, while it is awake. Null for an egg."),
  missed_at: instant.nullable().describe("When the window is missed if nobody feeds it."),
  lateness_costs: z
    .object({
      late: z.object({ trust: z.number() }).describe("Fed between ends_at and missed_at. The streak starts anew."),
      missed: z
        .object({ trust: z.number(), health: z.number() })
        .describe("Fed after missed_at. Each missed window also lowers consistency, and health falls until it is fed."),
    })
    .nullable(),
  dies_at: instant.nullable().describe("When it dies if nobody comes at all."),
});

export const bestTime = z
  .object({ at: instant, hours_from_now: z.number(), creature_ids: z.array(z.uuid()) })
  .describe("The one visit for all, and who is due then. The same instant as recommended_checkin.");

export const schedule = contract({
  name: "schedule",
  method: "GET",
  path: "/api/house/schedule",
  summary: "See when to come, for the whole house.",
  description:
    "Every creature's next check-in, the band in which food is on time, and what lateness costs, the most urgent first; and one best time to come for all. A sitter sees those that its key is for. calendar_url is the same as iCal, at an address that a calendar can subscribe to without a key: whoever knows it can read it, and a new key (rotate-key) makes a new one. Hatches and checks nobody.",
  auth: "required",
  sitter: "reads",
  load: "creatures",
  tool: "home",
  conditional: true,
  limit: { by: "agent", max: 60, windowSeconds: 60 },
  query: z.object({ format: z.enum(["json", "ical"]).default("json") }),
  status: 200,
  response: z.object({
    house_time: instant,
    creatures: z.array(scheduled),
    best_time: bestTime.nullable().describe("Null when nobody lives here."),
    recommended_checkin: houseCheckIn.optional(),
    calendar_url: z.url().optional().describe("The keeper's alone: a sitter is not told."),
    next_steps: nextSteps,
  }),
  alternative: { contentType: "text/calendar; charset=utf-8", description: "With format=ical." },
  invalid: "Invalid schedule request",
  invalidSuggestion: "format is json or ical.",
  failure: "Something went wrong reading the schedule",
  errors: {},
});
