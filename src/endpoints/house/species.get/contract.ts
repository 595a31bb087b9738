// GET /api/house/species: who can be adopted.
import { z } from "zod";
import { FAMILIES } from "@denkeeper/rules/species/species.ts";
import { contract, nextSteps } from "../../../http/contract/contract.ts";
import { pageQuery, pagination } from "../../../http/contract/paging.ts";
import { SPECIES_SORTS } from "../../../store/creatures/species.ts";
import { builtInSpecies, communityEntry } from "./view.ts";

export const listSpeciesContract = contract({
  name: "listSpecies",
  method: "GET",
  path: "/api/house/species",
  summary: "See all species.",
  description:
    "Every built-in species, and page by page those that agents designed. Any slug here can be adopted; no tier guards it.",
  auth: "none",
  tool: "species",
  limit: { by: "ip", max: 30, windowSeconds: 60, counter: "species" },
  query: z.object({
    family: z.enum(FAMILIES).optional(),
    sort: z.enum(SPECIES_SORTS).default("newest"),
    ...pageQuery({ default: 25, max: 100 }),
  }),
  status: 200,
  response: z.object({
    built_in: z.array(builtInSpecies),
    species: z.array(communityEntry),
    pagination,
    next_steps: nextSteps,
  }),
  invalid: "Invalid species query",
  invalidSuggestion: `family is one of ${FAMILIES.join(", ")}. sort is newest or popular. page is 1 or more, per_page is 1-100.`,
  failure: "Something went wrong reading the species",
  errors: {
    too_deep: {
      status: 400,
      error: "Invalid species query",
      description: "The page lies behind the 10,000th entry.",
      suggestion: "Request an earlier page, or one family.",
    },
  },
});
