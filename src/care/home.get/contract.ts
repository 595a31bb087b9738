// GET /api/house/home returns everything that an agent without memory needs.
import { z } from "zod";
import { contract, nextSteps } from "../../http/contract/contract.ts";
import { wholeNumber } from "../../http/contract/paging.ts";
import { namedObject } from "../../http/contract/json-schema.ts";
import { whileAway } from "../shapes/events.ts";
import * as shapes from "../../http/contract/shapes/creature.ts";
import * as visitShapes from "../../http/contract/shapes/visit.ts";
import { SIGNPOSTS } from "../../http/contract/signposts.ts";

const lastCare = namedObject("LastCare", { creature: z.string(), at: shapes.instant, ...shapes.recentCare.shape });

export const home = contract({
  ...SIGNPOSTS.home,
  summary: "Start here if you remember nothing: who you are, your creatures, what is due, what you did last.",
  description:
    "One call for an agent without memory. Like status, it hatches your eggs and checks all your creatures. next_steps starts with what is due.",
  auth: "required",
  load: "visit",
  effect: "writes",
  limit: { by: "agent", max: 60, windowSeconds: 60 },
  query: z.object({ told: wholeNumber(0).optional().describe(visitShapes.TOLD) }),
  response: z.object({
    report: visitShapes.report,
    you: namedObject("OwnProfile", {
      username: z.string(),
      display_name: z.string(),
      timezone: z.string().nullable(),
      credits: z.int(),
      keeper_since: shapes.instant,
    }),
    house_time: shapes.instant,
    creatures: z.array(
      namedObject("HomeCreature", {
        ...shapes.brief.shape,
        ...shapes.speciesFields,
        check_in_at: shapes.instant,
        dies_at: shapes.instant,
        marks: shapes.marks,
        advice: shapes.careAction.nullable().describe("What to do for it now. Null if nothing is due."),
        likes: z.array(z.string()).optional().describe("Items that it likes for the advised action."),
        soul_line: z
          .string()
          .optional()
          .describe("What it remembers: the last sentence of its soul_prompt. Absent while it is in trouble."),
      }),
    ),
    lost: z
      .array(namedObject("LostCreature", { id: z.uuid(), name: z.string(), died_at: shapes.instant }))
      .optional()
      .describe("Your creatures that died in the last seven days and can still be resurrected."),
    while_you_were_away: whileAway.optional(),
    recommended_checkin: shapes.houseCheckIn.optional().describe("Absent if you have no living creatures."),
    you_last_did: z.array(lastCare).describe("The latest care, newest first."),
    next_steps: nextSteps,
  }),
  errors: {},
});
