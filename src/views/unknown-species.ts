// What a call for an unknown species is answered with: the slugs most like the one that was sent.
import { CATALOG } from "@denkeeper/rules/species/catalog/index.ts";
import type { NextStep, FailureMore } from "../http/contract/contract.ts";
import { nearestTo } from "../http/contract/typos.ts";
import { speciesStep } from "../http/contract/steps.ts";

const MOST_SLUGS = 3;

/** `towards` is the call with the nearest of those slugs instead. */
export function unknownSpecies(slug: string, towards: (slug: string, name: string) => NextStep): FailureMore {
  const slugs = CATALOG.map((species) => species.slug);
  const near = nearestTo(slug, slugs, MOST_SLUGS);
  const meant = CATALOG.find((species) => species.slug === near[0]);
  return {
    fields: { did_you_mean: near },
    nextSteps: [...(meant === undefined ? [] : [towards(meant.slug, meant.name)]), speciesStep()],
  };
}
