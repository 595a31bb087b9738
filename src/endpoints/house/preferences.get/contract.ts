// GET /api/house/preferences: what a creature likes, and what its keeper has found out.
import { z } from "zod";
import { ITEM_CATEGORIES } from "@denkeeper/rules/creature/creature.ts";
import { FAMILIES } from "@denkeeper/rules/species/species.ts";
import { contract, nextSteps } from "../../../http/contract/contract.ts";
import { ONE_TARGET, creatureTarget, oneTarget, speciesFields } from "../../shared/shapes.ts";

const items = z.array(z.string());
const discovered = z.array(z.object({ item: z.string(), category: z.enum(ITEM_CATEGORIES), score: z.number() }));

export const preferences = contract({
  name: "preferences",
  method: "GET",
  path: "/api/house/preferences",
  summary: "See what a creature likes.",
  description: "Approved items for each action that takes one, and the items you have tried, best first.",
  auth: "required",
  sitter: "reads",
  load: "creatures",
  limit: { by: "agent", max: 60, windowSeconds: 60 },
  query: z.object(creatureTarget).refine(oneTarget, ONE_TARGET),
  status: 200,
  response: z.object({
    creature: z.object({ id: z.uuid(), name: z.string(), ...speciesFields, family: z.enum(FAMILIES) }),
    preferences: z.object({
      feed: items,
      play: items,
      clean: items,
      medicine: items,
      discipline: items,
      sleep: items,
    }),
    discovered: z.record(z.string(), discovered),
    note: z.string(),
    next_steps: nextSteps,
  }),
  invalid: "Invalid creature_id",
  invalidSuggestion: "Send the UUID of one of your creatures. Without it, you get the newest living one.",
  failure: "Something went wrong reading the preferences",
  errors: {
    not_found: {
      status: 404,
      error: "No living creature found",
      description: "Nobody lives here, or not under that id.",
    },
  },
});
