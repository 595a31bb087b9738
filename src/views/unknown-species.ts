// Creates the failure for an unknown species, with the most similar slugs.
import { CATALOG } from "@denkeeper/rules/species/catalog/index.ts";
import type { NextStep, FailureMore } from "../http/contract/contract.ts";
import { nearestTo } from "../http/contract/typos.ts";
import { speciesStep } from "../http/contract/steps.ts";

const MOST_SLUGS = 3;

/** `stepTo` builds the same call with a similar slug. */
export function unknownSpecies(slug: string, stepTo: (slug: string, name: string) => NextStep): FailureMore {
  const slugs = CATALOG.map((species) => species.slug);
  const near = nearestTo(slug, slugs, MOST_SLUGS);
  const meant = CATALOG.find((species) => species.slug === near[0]);
  return {
    fields: { did_you_mean: near },
    nextSteps: [...(meant === undefined ? [] : [stepTo(meant.slug, meant.name)]), speciesStep()],
  };
}
