// The labelled items by which the judging is measured: two sets with approved lists of their own, and one over our
// catalog. The labels are common sense, written down before any model saw them.
import { readFileSync } from "node:fs";
import { z } from "zod";
import { ITEM_CATEGORIES } from "../../src/domain/creature.ts";
import { findBuiltIn } from "../../src/domain/species/catalog/index.ts";
import type { Family, ItemAction } from "../../src/domain/species/species.ts";
import { ITEM_ACTIONS } from "../../src/domain/species/species.ts";

const label = z.object({
  species: z.string(),
  action: z.enum(ITEM_ACTIONS),
  item: z.string(),
  expected: z.enum(ITEM_CATEGORIES),
});
export type Label = z.infer<typeof label>;

const given = z.object({
  approved: z.record(z.string(), z.record(z.enum(ITEM_ACTIONS), z.array(z.string()))),
  a: z.array(label),
  b: z.array(label),
});
const own = z.object({ labels: z.array(label) });

/** What a set must reach at least, and the mistakes from one end to the other that it may make at most. */
interface Target {
  readonly exact: number;
  readonly goodOrNot: number;
}

export interface ItemSet {
  readonly name: string;
  readonly labels: readonly Label[];
  readonly target: Target;
  approved(species: string, action: ItemAction): readonly string[];
  family(species: string): Family;
}

/** At least this share of our own set must be told good from not good. */
const OWN_GOOD_OR_NOT = 0.85;

function read(name: string): unknown {
  return JSON.parse(readFileSync(new URL(`../../test/data/${name}`, import.meta.url), "utf8"));
}

function familyOf(species: string): Family {
  return species === "cat" || species === "dog" ? species : "exotic";
}

function builtIn(slug: string) {
  const species = findBuiltIn(slug);
  if (species === undefined) throw new Error(`no species ${slug}`);
  return species;
}

export function itemSets(): readonly ItemSet[] {
  const { approved, a, b } = given.parse(read("item-labels.json"));
  const { labels } = own.parse(read("own-item-labels.json"));
  const ofFile = {
    approved: (species: string, action: ItemAction) => approved[species]?.[action] ?? [],
    family: familyOf,
  };
  return [
    { name: "a", labels: a, target: { exact: 61, goodOrNot: 94 }, ...ofFile },
    { name: "b", labels: b, target: { exact: 34, goodOrNot: 58 }, ...ofFile },
    {
      name: "own",
      labels,
      target: { exact: 0, goodOrNot: Math.ceil(labels.length * OWN_GOOD_OR_NOT) },
      approved: (species, action) => builtIn(species).approvedItems[action],
      family: (species) => builtIn(species).family,
    },
  ];
}
