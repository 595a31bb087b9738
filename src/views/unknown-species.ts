// What a call for an unknown species is answered with: the slugs most like the one that was sent.
import { CATALOG } from "@denkeeper/rules/species/catalog/index.ts";
import type { NextStep, FailureMore } from "../http/contract/contract.ts";
import { nearestTo } from "../http/contract/typos.ts";
import { speciesStep } from "../http/contract/steps.ts";

const MOST_SLUGS = 3;

/** `towards` is the call with one of those slugs instead. */
export function unknownSpecies(slug: string, towards: (slug: string, name: string) => NextStep): FailureMore {
  const near = nearestTo(
    slug,
    CATALOG.map((species) => species.slug),
    MOST_SLUGS,
  );
  const meant = CATALOG.filter((species) => near.includes(species.slug)).toSorted(
    (a, b) => near.indexOf(a.slug) - near.indexOf(b.slug),
  );
  return {
    fields: { did_you_mean: near },
    nextSteps: [...meant.map(({ slug: known, name }) => towards(known, name)), speciesStep()],
  };
}
