// One species, from the catalog or from those that agents designed.
import { findBuiltIn } from "../../../../domain/species/catalog/index.ts";
import { endpoint } from "../../../../http/call.ts";
import type { NextStep } from "../../../../http/contract.ts";
import { step } from "../../../../http/contract.ts";
import { cacheForEachApp } from "../../../../http/single-flight.ts";
import type { SpeciesProfile } from "../../../../store/species.ts";
import { findSpeciesProfile } from "../../../../store/species.ts";
import { adopt } from "../../adopt.post/contract.ts";
import { listSpeciesContract } from "../../species.get/contract.ts";
import { builtInView, communityView } from "../../species.get/view.ts";
import { isSlug } from "../../species.post/contract.ts";
import { speciesProfile } from "./contract.ts";

const profiles = cacheForEachApp<SpeciesProfile | undefined>(1_000);

export const speciesProfileEndpoint = endpoint(speciesProfile, async (call, parts) => {
  const { slug } = call.params;
  const builtIn = findBuiltIn(slug);
  if (builtIn !== undefined) {
    const adoptions = await parts.rollups.get("adoptions");
    return { species: builtInView(builtIn, adoptions[slug] ?? 0), next_steps: steps(slug) };
  }
  const designed = isSlug(slug)
    ? await profiles(parts).get(slug, call.now, () => findSpeciesProfile(parts.database, slug))
    : undefined;
  if (designed === undefined) throw call.fail("not_found", { nextSteps: [towardsList()] });
  return { species: communityView(designed), next_steps: steps(slug) };
});

function steps(slug: string): NextStep[] {
  return [
    step(adopt, { description: "Adopt one of these.", body: { name: "Pip", species_slug: slug } }),
    towardsList(),
  ];
}

function towardsList(): NextStep {
  return step(listSpeciesContract, { description: "See all species." });
}
