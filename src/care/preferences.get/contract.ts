// GET /api/house/preferences returns what a creature likes and what its keeper has tried.
import { z } from "zod";
import { SIGNPOSTS } from "../../http/contract/signposts.ts";
import { contract, nextSteps } from "../../http/contract/contract.ts";
import { creatureNotFound, noLivingCreatures } from "../../http/contract/shapes/creature-errors.ts";
import { namedObject } from "../../http/contract/json-schema.ts";
import {
  ONE_TARGET,
  creatureTarget,
  family,
  itemCategory,
  oneTarget,
  speciesFields,
} from "../../http/contract/shapes/creature.ts";

const items = z.array(z.string());
const discovered = z.array(
  namedObject("DiscoveredItem", { item: z.string(), category: itemCategory, score: z.number() }),
);
export type DiscoveredItems = Record<string, z.input<typeof discovered>>;

export const preferences = contract({
  ...SIGNPOSTS.preferences,
  summary: "See what a creature likes.",
  description: "Items it likes for each action, and the items you tried, best first.",
  auth: "required",
  sitter: "reads",
  load: "creatures",
  limit: { by: "agent", max: 60, windowSeconds: 60 },
  query: z.object(creatureTarget).refine(oneTarget, ONE_TARGET),
  response: z.object({
    creature: namedObject("PreferencesCreature", { id: z.uuid(), name: z.string(), ...speciesFields, family }),
    preferences: namedObject("ApprovedItems", {
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
  invalidSuggestion: "Set creature_id to the UUID of one of your creatures, or omit it for the newest living one.",
  errors: {
    no_living_creatures: noLivingCreatures("No living creature found"),
    creature_not_found: creatureNotFound("No living creature found"),
  },
});
