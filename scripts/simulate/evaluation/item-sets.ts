// Labeled items for evaluating the judge: two old sets with their own approved lists, one over our catalog, and the two
// halves of the everyday set. The labels are common sense, written before any model saw the items.
import { readFileSync } from "node:fs";
import { z } from "zod";
import { ITEM_CATEGORIES } from "@denkeeper/rules/creature/creature.ts";
import { findBuiltIn } from "@denkeeper/rules/species/catalog/index.ts";
import type { Family, ItemAction } from "@denkeeper/rules/species/species.ts";
import { ITEM_ACTIONS } from "@denkeeper/rules/species/species.ts";
import type { ItemQuestion } from "../../../src/providers/item-judge.ts";

const item = { species: z.string(), action: z.enum(ITEM_ACTIONS), item: z.string() };
const label = z.object({ ...item, expected: z.enum(ITEM_CATEGORIES) });
export type Label = z.infer<typeof label>;

const everydayLabel = z.object({
  ...item,
  label: z.enum(["good", "ordinary", "poor", "dangerous"]),
  lang: z.string().optional(),
  kind: z.enum(["emoji", "odd", "decoy"]).optional(),
});
export type EverydayLabel = z.infer<typeof everydayLabel>;

const given = z.object({
  approved: z.record(z.string(), z.record(z.enum(ITEM_ACTIONS), z.array(z.string()))),
  a: z.array(label),
  b: z.array(label),
});
const own = z.object({ labels: z.array(label) });
const everyday = z.object({ a: z.array(everydayLabel), b: z.array(everydayLabel) });

/** What an old set must reach: what was measured when the rules of reading came. */
interface Target {
  readonly exact: number;
  readonly goodOrNot: number;
}

export interface ItemSet<Labelled> {
  readonly name: string;
  readonly labels: readonly Labelled[];
  question(label: Labelled): ItemQuestion;
}

export interface CategorySet extends ItemSet<Label> {
  readonly target: Target;
}

export type EverydaySet = ItemSet<EverydayLabel>;

function read(name: string): unknown {
  return JSON.parse(readFileSync(new URL(`../../../test/data/${name}`, import.meta.url), "utf8"));
}

function familyOf(species: string): Family {
  return species === "cat" || species === "dog" ? species : "exotic";
}

function ofCatalog({ species: slug, action, item: words }: Omit<Label, "expected">): ItemQuestion {
  const species = findBuiltIn(slug);
  if (species === undefined) throw new Error(`no species ${slug}`);
  return {
    item: words,
    action,
    family: species.family,
    approved: species.approvedItems[action],
    agentId: "evaluation",
  };
}

export function categorySets(): readonly CategorySet[] {
  const { approved, a, b } = given.parse(read("item-labels.json"));
  const { labels } = own.parse(read("own-item-labels.json"));
  const liked = (species: string, action: ItemAction) => approved[species]?.[action] ?? [];
  const question = ({ species, action, item: words }: Label): ItemQuestion => ({
    item: words,
    action,
    family: familyOf(species),
    approved: liked(species, action),
    agentId: "evaluation",
  });
  return [
    { name: "old a", labels: a, target: { exact: 84, goodOrNot: 99 }, question },
    { name: "old b", labels: b, target: { exact: 47, goodOrNot: 59 }, question },
    { name: "catalog", labels, target: { exact: 220, goodOrNot: 288 }, question: ofCatalog },
  ];
}

export function everydaySets(): readonly EverydaySet[] {
  const { a, b } = everyday.parse(read("everyday-items.json"));
  return [
    { name: "everyday a", labels: a, question: ofCatalog },
    { name: "everyday b", labels: b, question: ofCatalog },
  ];
}
