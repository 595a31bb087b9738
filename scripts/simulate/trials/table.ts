// The table of all keepers in a scenario.
import type { TrialKeeper } from "./keepers/keeper.ts";
import { KEEPERS } from "./keepers/index.ts";
import type { Scenario } from "@denkeeper/trials/scenario.ts";
import type { Score } from "@denkeeper/trials/score.ts";
import { daysBetweenFailures, mean, passHat, shareInterval } from "@denkeeper/trials/statistics.ts";
import { PLANNERS } from "./planners/index.ts";
import { scoresOf } from "./runs.ts";
import { missedTargets } from "./targets.ts";

const HEAD = [
  "keeper",
  "on time %",
  "least-most",
  "95%",
  "days between failures",
  "95%",
  "pass %",
  "pass^5 %",
  "deaths",
  "missed",
  "early",
  "visits a day",
  "on time while visits lasted %",
  "calls a creature-day",
];

const percent = (share: number): string => (100 * share).toFixed(1);

function rowOf(keeper: TrialKeeper, scores: readonly Score[]): string {
  const shares = scores.map(({ onTimeShare }) => onTimeShare);
  const { low, high } = shareInterval(shares, scores[0]?.scoredDays ?? 1);
  const between = daysBetweenFailures(scores.map(({ dayShares }) => dayShares));
  const passes = scores.filter(({ passed }) => passed).length;
  const average = (of: (score: Score) => number) => mean(scores.map(of)).toFixed(1);
  return [
    keeper.key,
    percent(mean(shares)),
    `${percent(Math.min(...shares))}-${percent(Math.max(...shares))}`,
    `${percent(low)}-${percent(high)}`,
    between.days === null ? "no failure" : between.days.toFixed(1),
    between.high === null ? `over ${between.low.toFixed(0)}` : `${between.low.toFixed(1)}-${between.high.toFixed(1)}`,
    percent(passes / scores.length),
    percent(passHat(scores.length, passes, Math.min(5, scores.length))),
    average(({ deaths }) => deaths),
    average(({ missedWindows }) => missedWindows),
    average(({ feedings: { early } }) => early),
    average(({ visitsPerDay }) => visitsPerDay),
    scores[0]?.shareWhileVisitsLasted === undefined
      ? "-"
      : percent(mean(scores.map(({ shareWhileVisitsLasted = 0 }) => shareWhileVisitsLasted))),
    average(({ callsPerCreatureDay }) => callsPerCreatureDay),
  ].join(" | ");
}

/** Prints the table. What was missed, in words. */
export async function printTable(scenario: Scenario, seeds: readonly number[]): Promise<readonly string[]> {
  const { name, days, learningDays, places, visits } = scenario;
  const learning = learningDays === 0 ? "" : `, the first ${learningDays} not scored`;
  const creatures = places.length === 1 ? "1 creature" : `${places.length} creatures`;
  console.log(`### ${name}: ${creatures}, ${days} days${learning}, ${visits} visits\n`);
  console.log(`| ${HEAD.join(" | ")} |\n| --- ${"| ---: ".repeat(HEAD.length - 1)}|`);
  const missed: string[] = [];
  for (const keeper of [...KEEPERS, ...(PLANNERS[name] ?? [])]) {
    const scores = await scoresOf(keeper, scenario, seeds);
    console.log(`| ${rowOf(keeper, scores)} |`);
    missed.push(...missedTargets(name, keeper.key, scores));
  }
  console.log("");
  return missed;
}
