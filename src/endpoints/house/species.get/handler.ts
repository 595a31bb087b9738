// The list of species: built-in ones from the catalog, designed ones from a shared page cache.
import type { Needs } from "../../../http/request/services.ts";
import { CATALOG } from "@denkeeper/rules/species/catalog/index.ts";
import { endpoint } from "../../../http/request/endpoint.ts";
import type { NextStep } from "../../../contracts/kit/contract.ts";
import { step } from "../../../contracts/kit/contract.ts";
import { PUBLIC_DEPTH, depthFault, paginationOf } from "../../../contracts/kit/paging.ts";
import { towardsRegistration } from "../../../http/respond/common-steps.ts";
import { speciesProfile } from "../../../contracts/house/species/slug.get.ts";
import { listSpeciesContract } from "../../../contracts/house/species.get.ts";
import { readDesigned } from "./read.ts";
import { builtInView, entryView } from "./view.ts";

export const listSpeciesEndpoint = endpoint(listSpeciesContract, async (call, parts: Needs<"database" | "rollups">) => {
  const { query, now } = call;
  const { family } = query;
  const fault = depthFault(query, listSpeciesContract);
  if (fault !== undefined) throw call.fail("page_too_deep", fault);
  const { rows, total } = await readDesigned(parts, query, now);
  const adoptions = await parts.rollups.get("adoptions");
  const builtIn = CATALOG.filter((species) => family === undefined || species.family === family);
  return {
    built_in: builtIn.map((species) => builtInView(species, adoptions[species.slug] ?? 0)),
    species: rows.map(entryView),
    pagination: paginationOf(query, total, PUBLIC_DEPTH),
    next_steps: nextSteps(rows[0]?.slug ?? builtIn[0]?.slug),
  };
});

function nextSteps(slug: string | undefined): NextStep[] {
  const profile =
    slug === undefined
      ? []
      : [step(speciesProfile, { action: "view_species", description: "See one of them.", params: { slug } })];
  return [...profile, towardsRegistration("Register to adopt one. Any free username will do.")];
}
