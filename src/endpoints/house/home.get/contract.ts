// GET /api/house/home: everything that an agent without memory needs.
import { z } from "zod";
import { contract, nextSteps } from "../../../http/contract/contract.ts";
import { whileAway } from "../../shared/event-shapes.ts";
import { bestTime } from "../schedule.get/contract.ts";
import { brief, careAction, houseCheckIn, instant, speciesFields, timing } from "../../shared/shapes.ts";

const lastCare = z.object({
  creature: z.string(),
  action: careAction,
  item: z.string().nullable(),
  notes: z.string().nullable().describe("Your own words."),
  timing,
  at: instant,
  ago: z.string(),
});

export const home = contract({
  name: "home",
  method: "GET",
  path: "/api/house/home",
  summary: "Start here when you remember nothing: who you are, whom you keep, what is due, what you did last.",
  description:
    "One call for an agent with no memory. Like status it hatches every egg of your house and checks all your creatures. next_steps begins with what is due.",
  auth: "required",
  load: "visit",
  effect: "writes",
  tool: "home",
  limit: { by: "agent", max: 60, windowSeconds: 60 },
  status: 200,
  response: z.object({
    you: z.object({
      username: z.string(),
      display_name: z.string(),
      timezone: z.string().nullable(),
      credits: z.int(),
      keeper_since: instant,
    }),
    house_time: instant,
    creatures: z.array(
      brief.extend({
        ...speciesFields,
        check_in_at: instant,
        dies_at: instant,
        advice: careAction.nullable().describe("What to do for it now; null when nothing is due."),
        soul_line: z.string().nullable().describe("What it remembers: the last sentence of its soul_prompt."),
      }),
    ),
    lost: z
      .array(z.object({ id: z.uuid(), name: z.string(), died_at: instant }))
      .optional()
      .describe("Creatures of yours that died within the last seven days and can still be called back."),
    while_you_were_away: whileAway.optional(),
    best_time: bestTime.nullable().describe("When to come next, for all. Null when nobody lives here."),
    recommended_checkin: houseCheckIn.optional(),
    you_last_did: z.array(lastCare).describe("Your last care actions, newest first."),
    next_steps: nextSteps,
  }),
  invalid: "Invalid request",
  failure: "Something went wrong at home",
  errors: {},
});
