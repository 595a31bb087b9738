// How far an interval over a few runs can be trusted, and what luck is worth: many runs of a keeper are the population, a handful
// of them an entry.
import { quickRandom } from "./random.ts";
import { score, type Score } from "@denkeeper/trials/score.ts";
import { daysBetweenFailures, mean, passHat, shareInterval, type Interval } from "@denkeeper/trials/statistics.ts";
import { played, theKeeper, theScenario } from "./runs.ts";

const RUNS = 5;
const ENTRIES = 2000;
const BOOTSTRAP_ROUNDS = 200;

/** Keepers whose runs differ. */
const POPULATIONS = [
  ["guided-1", "slips-1"],
  ["guided-1", "slips-5"],
  ["hard-1", "retrier"],
  ["blind-1", "creeping"],
] as const;

export async function population(scenarioName: string, key: string, runs: number): Promise<readonly Score[]> {
  const [scenario, keeper] = [theScenario(scenarioName), theKeeper(key)];
  const scores: Score[] = [];
  for (let index = 0; index < runs; index++) {
    scores.push(score((await played(keeper, scenario, `population-${index}`)).record()));
  }
  return scores;
}

export interface Coverage {
  /** The share of entries whose interval covers the truth. */
  readonly share: number;
  readonly bootstrap: number;
  readonly days: number;
  /** What the best of 20 entries, and the best 5 of 20 runs, would gain. */
  readonly bestEntryGain: number;
  readonly bestRunsGain: number;
  readonly bestRunsPass: number;
}

/** Draws entries of five runs from a population. */
export function coverageOf(all: readonly Score[], entries = ENTRIES): Coverage {
  const random = quickRandom(7);
  const draw = (count: number) => Array.from({ length: count }, () => pickFrom(all, random));
  const truth = mean(all.map(shareOf));
  const days = all[0]?.scoredDays ?? 1;
  const trueDays = daysBetweenFailures(all.map(({ dayShares }) => dayShares)).days ?? Infinity;
  const drawn = Array.from({ length: entries }, () => {
    const runs = draw(RUNS);
    const shares = runs.map(shareOf);
    const { low, high } = daysBetweenFailures(runs.map(({ dayShares }) => dayShares));
    return {
      mean: mean(shares),
      share: covers(shareInterval(shares, days), truth),
      bootstrap: covers(bootstrap(shares, random), truth),
      days: covers({ low, high: high ?? Infinity }, trueDays),
    };
  });
  const best = Array.from({ length: 200 }, () =>
    draw(20)
      .toSorted((a, b) => shareOf(b) - shareOf(a))
      .slice(0, RUNS),
  );
  const luckiest = Array.from({ length: 200 }, () =>
    Math.max(...Array.from({ length: 20 }, () => pickFrom(drawn, random).mean)),
  );
  const part = (field: "share" | "bootstrap" | "days") => drawn.filter((entry) => entry[field]).length / entries;
  return {
    share: part("share"),
    bootstrap: part("bootstrap"),
    days: part("days"),
    bestEntryGain: mean(luckiest) - truth,
    bestRunsGain: mean(best.flat().map(shareOf)) - truth,
    bestRunsPass: mean(best.map((runs) => passHat(RUNS, runs.filter(({ passed }) => passed).length, RUNS))),
  };
}

function shareOf({ onTimeShare }: Score): number {
  return onTimeShare;
}

function pickFrom<Item>(list: readonly Item[], random: () => number): Item {
  const item = list[Math.floor(random() * list.length)];
  if (item === undefined) throw new Error("There is nothing to pick from.");
  return item;
}

function covers({ low, high }: Interval, value: number): boolean {
  return low - 1e-9 <= value && value <= high + 1e-9;
}

/** What the boards do not use: with five runs it is too narrow. */
function bootstrap(values: readonly number[], random: () => number): Interval {
  const means = Array.from({ length: BOOTSTRAP_ROUNDS }, () =>
    mean(values.map(() => pickFrom(values, random))),
  ).toSorted((a, b) => a - b);
  const at = (share: number) => means[Math.round(share * (means.length - 1))] ?? 0;
  return { low: at(0.025), high: at(0.975) };
}

/** Prints how often the intervals cover the truth. What was missed, in words. */
export async function printIntervals(runs: number): Promise<readonly string[]> {
  console.log(`### Intervals of entries of ${RUNS} runs, drawn from ${runs}\n`);
  const head = ["runs of", "t covers %", "bootstrap covers %", "Poisson covers %", "best of 20 entries gains"];
  console.log(`| ${[...head, "best 5 of 20 runs gain", "their pass^5 %", "true pass^5 %"].join(" | ")} |`);
  console.log(`| --- ${"| ---: ".repeat(7)}|`);
  const missed: string[] = [];
  for (const [scenario, key] of POPULATIONS) {
    const all = await population(scenario, key, runs);
    const covered = coverageOf(all);
    const passes = all.filter(({ passed }) => passed).length / all.length;
    const figures = [covered.share, covered.bootstrap, covered.days, covered.bestEntryGain, covered.bestRunsGain];
    const cells = [...figures, covered.bestRunsPass, passes ** RUNS].map((value) => (100 * value).toFixed(1));
    console.log(`| ${scenario}, ${key} | ${cells.join(" | ")} |`);
    if (covered.share < 0.9) missed.push(`the interval of ${key} in ${scenario} covers only ${cells[0]}%`);
  }
  console.log("");
  return missed;
}
