// GET /api/house/species: species that can be adopted.
import { z } from "zod";
import { FAMILIES } from "@denkeeper/rules/species/species.ts";
import { PUBLIC_MINUTE, contract, nextSteps } from "../../../http/contract/contract.ts";
import { namedObject } from "../../../http/contract/json-schema.ts";
import { pageQuery, pagination } from "../../../http/contract/paging.ts";
import { SPECIES_SORTS } from "../../../model/creatures/store/species.ts";
import { computedAtIfOld, family, viewSize } from "../../../http/contract/shapes/creature.ts";
import { builtInSpecies, communityEntry, compactBuiltIn, compactEntry } from "../shapes.ts";
import { SIGNPOSTS } from "../../../http/contract/signposts.ts";

const common = { computed_at: computedAtIfOld, pagination, next_steps: nextSteps };

export const listSpeciesContract = contract({
  ...SIGNPOSTS.listSpecies,
  summary: "See all species.",
  description:
    "Every built-in species, and pages of species designed by agents. You can adopt any slug, whatever your tier.",
  auth: "none",
  mcp: { tool: "species", defaults: { view: "compact" } },
  limit: { by: "ip", max: 30, windowSeconds: 60, counter: "species" },
  cache: { public: PUBLIC_MINUTE },
  query: z.object({
    family: family.optional(),
    sort: z.enum(SPECIES_SORTS).default("newest"),
    ...pageQuery({ default: 25, max: 100 }),
    view: viewSize,
  }),
  response: z.union([
    namedObject("SpeciesFull", { built_in: z.array(builtInSpecies), species: z.array(communityEntry), ...common }),
    namedObject("SpeciesCompact", { built_in: z.array(compactBuiltIn), species: z.array(compactEntry), ...common }),
  ]),
  invalid: "Invalid species query",
  invalidSuggestion: `family must be one of ${FAMILIES.join(", ")}. sort must be newest or popular. page must be at least 1, and per_page 1-100.`,
  errors: {
    page_too_deep: {
      status: 400,
      error: "Invalid species query",
      description: "The page starts after the 10,000th entry.",
      suggestion: "Request an earlier page, or one family.",
    },
  },
});
