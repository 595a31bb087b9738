// Reads the labeled items that evaluate the judge: sets with an expected category, and everyday sets of dangers and kind things.
import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { z } from "zod";
import { ITEM_CATEGORIES } from "@denkeeper/rules/creature/creature.ts";
import { findBuiltIn } from "@denkeeper/rules/species/catalog/index.ts";
import { ITEM_ACTIONS } from "@denkeeper/rules/species/species.ts";
import type { ItemQuestion } from "../../../src/model/items/item-judge.ts";

const item = { species: z.string(), action: z.enum(ITEM_ACTIONS), item: z.string() };
const label = z.object({ ...item, expected: z.enum(ITEM_CATEGORIES) });
export type ItemLabel = z.infer<typeof label>;

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
const halves = z.object({ a: z.array(everydayLabel), b: z.array(everydayLabel) });
const tries = z.object({ tries: z.array(everydayLabel) });

/** Minimum counts for a set, as measured when the judge began to name dangers. */
interface AccuracyTarget {
  readonly exact: number;
  readonly goodOrNot: number;
}

export interface ItemSet<Labelled> {
  readonly name: string;
  readonly labels: readonly Labelled[];
  question(label: Labelled): ItemQuestion;
}

export interface CategorySet extends ItemSet<ItemLabel> {
  readonly target: AccuracyTarget;
}

/** Maximum share of items by measure of score-items.ts. */
type Limits = Readonly<Record<string, number>>;

export interface EverydaySet extends ItemSet<EverydayLabel> {
  readonly limits: Limits;
}

const EVERYDAY: Limits = {
  "dangers liked": 0,
  "dangers neutral or better": 0,
  "kind harmful": 0.01,
  "harmful, no reason": 0,
};
const REPAIRED: Limits = { ...EVERYDAY, "dangers neutral or better": 0.01 };
const UNSEEN: Limits = { ...EVERYDAY, "dangers liked": 0.01, "dangers neutral or better": 0.04, "kind harmful": 0.02 };

function read(name: string): unknown {
  return JSON.parse(readFileSync(new URL(`../../../test/data/${name}`, import.meta.url), "utf8"));
}

function ofCatalog({ species: slug, action, item: words }: Omit<ItemLabel, "expected">): ItemQuestion {
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
  const question = ({ species, action, item: words }: ItemLabel): ItemQuestion => ({
    item: words,
    action,
    family: species === "cat" || species === "dog" ? species : "exotic",
    approved: approved[species]?.[action] ?? [],
    agentId: "evaluation",
  });
  return [
    { name: "old a", labels: a, target: { exact: 86, goodOrNot: 101 }, question },
    { name: "old b", labels: b, target: { exact: 49, goodOrNot: 60 }, question },
    { name: "catalog", labels, target: { exact: 231, goodOrNot: 293 }, question: ofCatalog },
  ];
}

export function everydaySets(): readonly EverydaySet[] {
  const everyday = halves.parse(read("everyday-items.json"));
  const truth = halves.parse(read("truth-items.json"));
  const session = tries.parse(read("play-session.json"));
  const fresh = tries.parse(read("fresh-items.json"));
  return [
    { name: "everyday a", labels: everyday.a, limits: EVERYDAY, question: ofCatalog },
    { name: "everyday b", labels: everyday.b, limits: EVERYDAY, question: ofCatalog },
    { name: "truth a", labels: truth.a, limits: REPAIRED, question: ofCatalog },
    { name: "truth b", labels: truth.b, limits: REPAIRED, question: ofCatalog },
    { name: "play session", labels: session.tries, limits: REPAIRED, question: ofCatalog },
    { name: "fresh", labels: fresh.tries, limits: UNSEEN, question: ofCatalog },
  ];
}

/** Reads a file like test/data/fresh-items.json, whose items must not have been used to tune the judge. */
export function unseenSet(file: string): EverydaySet {
  const { tries: labels } = tries.parse(JSON.parse(readFileSync(file, "utf8")));
  return { name: basename(file), labels, limits: UNSEEN, question: ofCatalog };
}
