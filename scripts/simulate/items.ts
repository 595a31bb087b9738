// Measures how well items are judged against labels that were written before any model ran, and prints every miss.
// Fails if a target is missed.
import type { EverydayLabel, Label } from "./evaluation/item-sets.ts";
import { categorySets, everydaySets } from "./evaluation/item-sets.ts";
import { judgeInProcess } from "./evaluation/judge-in-process.ts";
import type { Judged } from "./evaluation/score-items.ts";
import {
  agreement,
  categoryFaults,
  everydayCounts,
  everydayFaults,
  isEverydayMiss,
  isOpposite,
  isTold,
  judgeSet,
} from "./evaluation/score-items.ts";

if (process.argv.includes("--help")) {
  console.log("npm run eval:items: how well items are judged, with the misses; fails below the targets.");
  process.exit(0);
}

const judge = await judgeInProcess();
const faults: string[] = [];

console.log("Misses (! good taken for not good or the reverse, !! harmful taken for good or the reverse):");
const everyday: Record<string, object> = {};
for (const set of everydaySets()) {
  const judged = await judgeSet(judge, set);
  const counts = everydayCounts(judged);
  everyday[set.name] = {
    of: judged.length,
    "kind, judged harmful": share(counts.kindHarmful, counts.kind),
    "good, neutral or better": share(counts.goodAtLeastNeutral, counts.good),
    "dangers, neutral or better": share(counts.dangersAtLeastNeutral, counts.dangers),
    "not judged": counts.notJudged,
  };
  faults.push(...everydayFaults(set, counts));
  for (const one of judged.filter(isEverydayMiss)) console.log(missLine("!!", set.name, one, one.label));
}
const old: Record<string, object> = {};
for (const set of categorySets()) {
  const judged = await judgeSet(judge, set);
  const counts = agreement(judged);
  old[set.name] = { of: judged.length, ...counts, "good or not": share(counts.goodOrNot, judged.length) };
  faults.push(...categoryFaults(set, counts));
  for (const one of judged.filter(({ expected, effect }) => expected !== effect)) {
    console.log(missLine(isOpposite(one) ? "!!" : isTold(one) ? "  " : "! ", set.name, one, one.expected));
  }
}

function share(count: number, of: number): string {
  return `${count}/${of} ${((100 * count) / of).toFixed(1)}%`;
}

function missLine(mark: string, name: string, one: Judged<Label | EverydayLabel>, label: string): string {
  const { species, action, item, effect, score, reason } = one;
  const what = `${mark} ${name} ${species} ${action}: ${item}`;
  return `${what.padEnd(60)} expected ${label.padEnd(9)} judged ${effect.padEnd(9)} ${score?.toFixed(3) ?? "-"} ${reason}`;
}

console.table(everyday);
console.table(old);
for (const fault of faults) console.log(`FAILED ${fault}`);
console.log(faults.length === 0 ? "All targets are reached." : `${faults.length} targets are missed.`);
process.exitCode = faults.length === 0 ? 0 : 1;
