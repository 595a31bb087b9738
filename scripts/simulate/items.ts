// Measures how well items are judged against labels that were written before any model ran, and prints every miss.
// Fails if a target is missed.
import { categorySets, everydaySets, unseenSet, type EverydayLabel, type ItemLabel } from "./evaluation/item-sets.ts";
import { judgeInProcess } from "./evaluation/judge-in-process.ts";
import {
  agreement,
  categoryFaults,
  everydayCounts,
  everydayFaults,
  isEverydayMiss,
  isOpposite,
  isExplained,
  judgeSet,
  type ScoredLabel,
} from "./evaluation/score-items.ts";
import { optionsOf, textOption } from "../options.ts";

const values = optionsOf(import.meta.filename, {
  file: textOption("FILE", "judges only your items, written as in test/data/fresh-items.json"),
});

const judge = await judgeInProcess();
const faults: string[] = [];

console.log("Misses (! good taken for not good or the reverse, !! a danger taken for harmless or the reverse):");
const everyday: Record<string, object> = {};
for (const set of values.file === undefined ? everydaySets() : [unseenSet(values.file)]) {
  const judged = await judgeSet(judge, set);
  const counts = everydayCounts(judged);
  everyday[set.name] = {
    of: judged.length,
    "dangers liked": share(counts.dangersLiked, counts.dangers),
    "dangers neutral or better": share(counts.dangersAtLeastNeutral, counts.dangers),
    "kind harmful": share(counts.kindHarmful, counts.kind),
    "harmful, no reason": counts.harmfulUnexplained,
    "good neutral or better": share(counts.goodAtLeastNeutral, counts.good),
    "not judged": counts.notJudged,
  };
  faults.push(...everydayFaults(set, counts));
  for (const one of judged.filter(isEverydayMiss)) console.log(missLine("!!", set.name, one, one.label));
}
const old: Record<string, object> = {};
for (const set of values.file === undefined ? categorySets() : []) {
  const judged = await judgeSet(judge, set);
  const counts = agreement(judged);
  old[set.name] = { of: judged.length, ...counts, "good or not": share(counts.goodOrNot, judged.length) };
  faults.push(...categoryFaults(set, counts));
  for (const one of judged.filter(({ expected, effect }) => expected !== effect)) {
    console.log(missLine(isOpposite(one) ? "!!" : isExplained(one) ? "  " : "! ", set.name, one, one.expected));
  }
}

function share(count: number, of: number): string {
  return `${count}/${of} ${((100 * count) / Math.max(1, of)).toFixed(1)}%`;
}

function missLine(mark: string, name: string, one: ScoredLabel<ItemLabel | EverydayLabel>, label: string): string {
  const { species, action, item, effect, score, reason } = one;
  const what = `${mark} ${name} ${species} ${action}: ${item}`;
  return `${what.padEnd(60)} expected ${label.padEnd(9)} judged ${effect.padEnd(9)} ${score?.toFixed(3) ?? "-"} ${reason}`;
}

console.table(everyday);
if (values.file === undefined) console.table(old);
for (const fault of faults) console.log(`FAILED ${fault}`);
console.log(faults.length === 0 ? "All targets are reached." : `${faults.length} targets are missed.`);
process.exitCode = faults.length === 0 ? 0 : 1;
