// Prints how well the item judge agrees with labels that were written before any model ran, with every miss, and exits with 1 if a
// target is missed.
import { categorySets, everydaySets, unseenSet, type EverydayLabel, type ItemLabel } from "./evaluation/item-sets.ts";
import { judgeInProcess } from "./evaluation/judge-in-process.ts";
import {
  agreement,
  categoryFaults,
  everydayCounts,
  everydayFaults,
  isEverydayMiss,
  isOpposite,
  isGoodOrNot,
  judgeSet,
  type ItemCount,
  type ScoredLabel,
} from "./evaluation/score-items.ts";
import { optionsOf, textOption } from "../options.ts";

const { file } = optionsOf(import.meta.filename, {
  file: textOption("FILE", "judges only the items in FILE, in the format of test/data/fresh-items.json"),
});

const judge = await judgeInProcess();
const faults: string[] = [];
const figures: Record<string, object> = {};

console.log("Misses (!! a danger judged harmless or the reverse, ! good judged not good or the reverse):");
for (const set of file === undefined ? everydaySets() : [unseenSet(file)]) {
  const judged = await judgeSet(judge, set);
  const counts = everydayCounts(judged);
  figures[set.name] = shares(counts);
  faults.push(...everydayFaults(set, counts));
  for (const miss of judged.filter(isEverydayMiss)) console.log(missLine("!!", set.name, miss, miss.label));
}
for (const set of file === undefined ? categorySets() : []) {
  const judged = await judgeSet(judge, set);
  const counts = agreement(judged);
  figures[set.name] = shares(counts);
  faults.push(...categoryFaults(set, counts));
  for (const miss of judged.filter(({ expected, effect }) => expected !== effect)) {
    console.log(missLine(isOpposite(miss) ? "!!" : isGoodOrNot(miss) ? "  " : "! ", set.name, miss, miss.expected));
  }
}

function shares(counts: Readonly<Record<string, ItemCount>>): object {
  const share = ({ count, of }: ItemCount) => `${count}/${of} ${((100 * count) / Math.max(1, of)).toFixed(1)}%`;
  return Object.fromEntries(Object.entries(counts).map(([name, count]) => [name, share(count)]));
}

function missLine(mark: string, name: string, miss: ScoredLabel<ItemLabel | EverydayLabel>, label: string): string {
  const { species, action, item, effect, score, reason } = miss;
  const what = `${mark} ${name} ${species} ${action}: ${item}`;
  return `${what.padEnd(60)} expected ${label.padEnd(9)} judged ${effect.padEnd(9)} ${score?.toFixed(3) ?? "-"} ${reason}`;
}

console.table(figures);
for (const fault of faults) console.log(`FAILED ${fault}`);
console.log(faults.length === 0 ? "All targets are reached." : `${faults.length} targets are missed.`);
process.exitCode = faults.length === 0 ? 0 : 1;
