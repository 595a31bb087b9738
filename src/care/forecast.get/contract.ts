// GET /api/house/forecast: a creature's coming hours without care.
import { z } from "zod";
import { TURNS } from "@denkeeper/rules/foresight/foresight.ts";
import { contract, nextSteps } from "../../http/contract/contract.ts";
import { namedObject } from "../../http/contract/json-schema.ts";
import { wholeNumber } from "../../http/contract/paging.ts";
import { creatureNotFound, noLivingCreatures } from "../../http/contract/shapes/creature-errors.ts";
import {
  ONE_TARGET,
  creatureRef,
  creatureTarget,
  instant,
  oneTarget,
  stat,
} from "../../http/contract/shapes/creature.ts";

export const forecast = contract({
  name: "forecast",
  method: "GET",
  path: "/api/house/forecast",
  summary: "See a creature's next hours without care.",
  description:
    "Each visible stat by the hour without care, and when it sleeps, is late for food, misses windows, grows and dies. Default target: your newest living creature. Does not hatch eggs or check creatures.",
  auth: "required",
  sitter: "reads",
  load: "creatures",
  limit: { by: "agent", max: 60, windowSeconds: 60 },
  query: z
    .object({ ...creatureTarget, hours: wholeNumber(1, 72).describe("Hours ahead, 1-72.") })
    .refine(oneTarget, ONE_TARGET),
  example: { query: { hours: 24 } },
  status: 200,
  response: z.object({
    creature: creatureRef,
    hours: z.array(
      namedObject("ForecastHour", {
        at: instant,
        hunger: stat,
        happiness: stat,
        health: stat,
        trust: stat,
        asleep: z.boolean(),
      }),
    ),
    turns: z.array(z.object({ at: instant, turn: z.enum(TURNS) })).describe("What happens and when, in order."),
    dies_at: instant,
    next_steps: nextSteps,
  }),
  invalid: "Invalid forecast request",
  invalidSuggestion: "hours is 1-72. creature_id is a UUID.",
  failure: "Something went wrong reading the future",
  errors: {
    egg_not_hatched: {
      status: 400,
      error: "The egg hasn't hatched yet",
      description: "Eggs do not change with time. A status call hatches them.",
      suggestion: "Call status first. It hatches the egg.",
    },
    no_living_creatures: noLivingCreatures("No living creature found"),
    creature_not_found: creatureNotFound("No living creature found"),
  },
});
