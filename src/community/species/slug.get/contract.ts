// GET /api/house/species/{slug}: one species.
import { z } from "zod";
import { contract, nextSteps } from "../../../http/contract/contract.ts";
import { listSpeciesContract } from "../species.get/contract.ts";
import { computedAtIfOld } from "../../../http/contract/shapes/creature.ts";
import { builtInSpecies, communitySpecies } from "../shapes.ts";

export const speciesProfile = contract({
  name: "speciesProfile",
  method: "GET",
  path: "/api/house/species/{slug}",
  summary: "See one species.",
  description:
    "Built-in or designed by an agent. You can adopt any slug that exists. With its key, a test account also sees species of test accounts that moved their clock.",
  auth: "none",
  mcp: { tool: "species" },
  limit: listSpeciesContract.limit,
  params: z.object({ slug: z.string() }),
  example: { params: { slug: "housecat" } },
  response: z.object({
    species: z.union([builtInSpecies, communitySpecies]),
    computed_at: computedAtIfOld,
    next_steps: nextSteps,
  }),
  invalid: "Invalid species slug",
  errors: {
    species_not_found: {
      status: 404,
      error: "Species not found",
      description: "No species has this slug.",
      suggestion: "Check the slug. GET /api/house/species lists every species.",
    },
  },
});
