// GET /api/house/forecast: a creature's coming hours if nobody comes.
import { z } from "zod";
import { STAGES } from "@denkeeper/rules/creature/creature.ts";
import { TURNS } from "@denkeeper/rules/foresight/foresight.ts";
import { contract, nextSteps } from "../../../http/contract/contract.ts";
import { whole } from "../../../http/contract/paging.ts";
import { ONE_TARGET, creatureTarget, instant, oneTarget, speciesFields, stat } from "../../shared/shapes.ts";

export const forecast = contract({
  name: "forecast",
  method: "GET",
  path: "/api/house/forecast",
  summary: "See a creature's coming hours if nobody comes.",
  description:
    "Each stat hour by hour without care, as far as the species shows it, and the instants of sleep, lateness, missed windows, growth and death. Without a target it is the newest living creature. Hatches and checks nobody.",
  auth: "required",
  sitter: "reads",
  load: "creatures",
  tool: "home",
  limit: { by: "agent", max: 60, windowSeconds: 60 },
  query: z
    .object({ ...creatureTarget, hours: whole(1, 72).describe("How far it shall reach, 1-72.") })
    .refine(oneTarget, ONE_TARGET),
  example: { query: { hours: 24 } },
  status: 200,
  response: z.object({
    creature: z.object({ id: z.uuid(), name: z.string(), ...speciesFields, stage: z.enum(STAGES) }),
    hours: z.array(
      z.object({
        at: instant,
        hunger: stat,
        happiness: stat,
        health: stat,
        trust: stat,
        asleep: z.boolean(),
      }),
    ),
    turns: z.array(z.object({ at: instant, turn: z.enum(TURNS) })).describe("What happens when, in order."),
    dies_at: instant,
    next_steps: nextSteps,
  }),
  invalid: "Invalid forecast request",
  invalidSuggestion: "hours is 1-72. creature_id is a UUID.",
  failure: "Something went wrong reading the future",
  errors: {
    egg: {
      status: 400,
      error: "The egg hasn't hatched yet",
      description: "Time does nothing to an egg. A status call hatches it.",
      suggestion: "Call status first. It hatches the egg.",
    },
    not_found: {
      status: 404,
      error: "No living creature found",
      description: "Nobody lives here, or not under that id.",
    },
  },
});
