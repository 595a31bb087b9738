// GET /api/house/schedule: when to come, for each creature and for the whole house.
import { z } from "zod";
import { contract, nextSteps } from "../../http/contract/contract.ts";
import { namedObject } from "../../http/contract/json-schema.ts";
import { checkIn, creatureRef, houseCheckIn, instant } from "../../http/contract/shapes/creature.ts";

export const scheduled = namedObject("ScheduledCreature", {
  creature: creatureRef,
  check_in: checkIn.pick({ at: true, hours_from_now: true, reason: true }).describe("When to come for this creature."),
  due: z.boolean().describe("Whether that is now."),
  asleep: z.boolean(),
  boards_until: instant.optional().describe("When its boarding ends. Its clocks are stopped until then."),
  on_time: z
    .object({ opens_at: instant, ends_at: instant })
    .nullable()
    .describe("Food is on time between these, while it is awake. Null for an egg."),
  missed_at: instant.nullable().describe("When the window is missed unless it is fed."),
  lateness_costs: z
    .object({
      late: z.object({ trust: z.number() }).describe("If fed between ends_at and missed_at: the streak restarts."),
      missed: z
        .object({ trust: z.number(), health: z.number() })
        .describe(
          "If fed after missed_at: each missed window also lowers consistency, and health falls until it is fed.",
        ),
    })
    .nullable(),
  dies_at: instant.nullable().describe("When it dies without care."),
});

export const bestTime = namedObject("BestTime", {
  at: instant,
  hours_from_now: z.number(),
  creature_ids: z.array(z.uuid()),
}).describe("The next visit for all creatures, and which are due then. Same time as recommended_checkin.");

export const schedule = contract({
  name: "schedule",
  method: "GET",
  path: "/api/house/schedule",
  summary: "See when to come, for the whole house.",
  description:
    "Every creature's next check-in, when food is on time and what lateness costs, most urgent first, plus the best time to visit them all. A sitter sees only the creatures its key covers. calendar_url is the same as iCal, for calendar apps: anyone with the address can read it, and rotate-key replaces it. Does not hatch eggs or check creatures.",
  auth: "required",
  sitter: "reads",
  load: "creatures",
  conditional: true,
  limit: { by: "agent", max: 60, windowSeconds: 60 },
  query: z.object({ format: z.enum(["json", "ical"]).default("json") }),
  status: 200,
  response: z.object({
    house_time: instant,
    creatures: z.array(scheduled),
    best_time: bestTime.nullable().describe("Null if you have no living creatures."),
    recommended_checkin: houseCheckIn.optional(),
    calendar_url: z.url().optional().describe("Only for the keeper, not for sitters."),
    next_steps: nextSteps,
  }),
  alternative: { contentType: "text/calendar; charset=utf-8", description: "With format=ical." },
  invalid: "Invalid schedule request",
  invalidSuggestion: "format is json or ical.",
  failure: "Something went wrong reading the schedule",
  errors: {},
});
