// Serves GET /api/house/species: built-in species from the catalog, designed ones from a cache.
import type { Needs } from "../../../model/services.ts";
import { CATALOG } from "@denkeeper/rules/species/catalog/index.ts";
import { endpoint } from "../../../http/request/endpoint.ts";
import { step, type NextStep } from "../../../http/contract/contract.ts";
import { PUBLIC_DEPTH, depthFault, paginationOf } from "../../../http/contract/paging.ts";
import type { BuiltInSpecies } from "@denkeeper/rules/species/species.ts";
import type { SpeciesRow } from "../../../model/creatures/store/species.ts";
import { adopt } from "../../../care/adopt.post/contract.ts";
import { speciesProfile } from "../slug.get/contract.ts";
import { listSpeciesContract } from "./contract.ts";
import { readDesigned } from "./read.ts";
import { builtInView, compactBuiltInView, compactEntryView, entryView } from "./view.ts";

export const listSpeciesEndpoint = endpoint(
  listSpeciesContract,
  async (call, services: Needs<"database" | "rollups">) => {
    const { query, now } = call;
    const { family } = query;
    const fault = depthFault(query, listSpeciesContract);
    if (fault !== undefined) throw call.fail("page_too_deep", fault);
    const { rows, total } = await readDesigned(services, query, now);
    const builtIn = CATALOG.filter((species) => family === undefined || species.family === family);
    const adoptions = await services.rollups.get("adoptions");
    const common = {
      ...services.rollups.computedAtIfOld("adoptions"),
      pagination: paginationOf(query, total, PUBLIC_DEPTH),
      next_steps: stepsFrom(builtIn, rows),
    };
    if (query.view === "compact")
      return { built_in: builtIn.map(compactBuiltInView), species: rows.map(compactEntryView), ...common };
    return {
      built_in: builtIn.map((species) => builtInView(species, adoptions[species.slug] ?? 0)),
      species: rows.map(entryView),
      ...common,
    };
  },
);

/** Steps are equal for all callers, so that shared caches can store the answer. */
function stepsFrom([first]: readonly BuiltInSpecies[], [newest]: readonly SpeciesRow[]): NextStep[] {
  if (first === undefined) return [];
  const { slug } = newest ?? first;
  return [
    step(adopt, { description: "Adopt one.", body: { name: "Pip", species_slug: first.slug } }),
    step(speciesProfile, { action: "view_species", description: "See one of them.", params: { slug } }),
  ];
}
