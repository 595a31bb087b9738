// Measures how well items are judged, against labels that were written down before any model ran, and prints every miss.
// Fails when a target is not reached.
import { categoryOf } from "../src/domain/items.ts";
import { readApprovedVectors } from "../src/providers/similarity/approved-vectors.ts";
import type { Embedder } from "../src/providers/similarity/embedder.ts";
import { SimilarityJudge } from "../src/providers/similarity/judge.ts";
import { loadModel } from "../src/providers/similarity/load-model.ts";
import { BUILT_IN_MODEL } from "../src/providers/similarity/model-id.ts";
import { normaliseItem } from "../src/providers/similarity/normalise.ts";
import { greatestCosine } from "../src/providers/similarity/vector.ts";
import { Vectors } from "../src/providers/similarity/vectors.ts";
import type { ItemSet, Label } from "./evaluation/item-sets.ts";
import { itemSets } from "./evaluation/item-sets.ts";
import type { Judged } from "./evaluation/score-items.ts";
import { agreement, isOpposite, isTold } from "./evaluation/score-items.ts";

if (process.argv.includes("--help")) {
  console.log("npm run eval:items: how well items are judged, with the misses; fails below the targets.");
  process.exit(0);
}

/** Something harmful taken for loved or liked, over sets a and b together. */
const MOST_HARMFUL_FOR_GOOD = 2;

const embed = await loadModel();
const embedder: Embedder = {
  model: BUILT_IN_MODEL,
  embed: async (texts) => Array.fromAsync(texts, embed),
  warm: () => {},
  close: async () => {},
};
const vectors = new Vectors({ embedder, approved: readApprovedVectors(), limitMs: 60_000 });
const judge = new SimilarityJudge(vectors, (error) => {
  throw error;
});

type Way = (set: ItemSet, label: Label) => Promise<Judged>;

const byLikeness: Way = async (set, label) => {
  const approved = set.approved(label.species, label.action).map(normaliseItem);
  const [vector, ...others] = await vectors.of([normaliseItem(label.item), ...approved]);
  if (vector === undefined) throw new Error("no vector");
  const score = greatestCosine(vector, others);
  return { ...label, score, category: categoryOf(score) };
};

const asServed: Way = async (set, label) => {
  const { species, action, item } = label;
  const approved = set.approved(species, action);
  const judgement = await judge.judge({ item, action, family: set.family(species), approved });
  if (judgement === null) throw new Error(`no judgement on ${item}`);
  return { ...label, score: judgement.score, category: judgement.category };
};

const WAYS: Readonly<Record<string, Way>> = {
  "likeness alone": byLikeness,
  "as served, with the danger list": asServed,
};

const faults: string[] = [];
let harmfulForGood = 0;
const table: Record<string, string | number>[] = [];
const misses: string[] = [];
for (const set of itemSets()) {
  for (const [way, judgeOne] of Object.entries(WAYS)) {
    const judged: Judged[] = [];
    for (const label of set.labels) judged.push(await judgeOne(set, label));
    const counts = agreement(judged);
    const share = `${((100 * counts.goodOrNot) / judged.length).toFixed(1)} %`;
    table.push({ set: set.name, way, of: judged.length, ...counts, share });
    if (judgeOne !== asServed) continue;
    if (set.name !== "own") harmfulForGood += counts.harmfulForGood;
    if (counts.exact < set.target.exact) faults.push(`set ${set.name}: fewer than ${set.target.exact} exact`);
    if (counts.goodOrNot < set.target.goodOrNot) {
      faults.push(`set ${set.name}: fewer than ${set.target.goodOrNot} told good from not good`);
    }
    misses.push(...judged.filter(({ expected, category }) => expected !== category).map((one) => missLine(set, one)));
  }
}
if (harmfulForGood > MOST_HARMFUL_FOR_GOOD) {
  faults.push(`sets a and b: ${harmfulForGood} harmful ones taken for good, at most ${MOST_HARMFUL_FOR_GOOD}`);
}

function missLine({ name }: ItemSet, one: Judged): string {
  const mark = isOpposite(one) ? "!!" : isTold(one) ? "  " : "! ";
  const { species, action, item, expected, category, score } = one;
  const what = `${name.padEnd(4)} ${species} ${action}: ${item}`;
  return `${mark} ${what.padEnd(52)} expected ${expected.padEnd(9)} judged ${category.padEnd(9)} ${score.toFixed(3)}`;
}

console.log("Misses (! good taken for not good or the reverse, !! harmful taken for good or the reverse):");
for (const line of misses) console.log(line);
console.table(table);
for (const fault of faults) console.log(`FAILED ${fault}`);
console.log(faults.length === 0 ? "All targets are reached." : `${faults.length} targets are missed.`);
process.exitCode = faults.length === 0 ? 0 : 1;
