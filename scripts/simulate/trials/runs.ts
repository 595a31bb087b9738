// Plays baselines in process.
import { PRACTICE_SEEDS, diceOf, practiceSeed } from "@denkeeper/trials/chance.ts";
import { keeperNamed } from "./keepers/index.ts";
import { playRun, type TrialKeeper } from "./keepers/keeper.ts";
import { Run } from "@denkeeper/trials/run.ts";
import type { Scenario } from "@denkeeper/trials/scenario.ts";
import { scenarioNamed } from "@denkeeper/trials/scenarios.ts";
import { score, type Score } from "@denkeeper/trials/score.ts";
import { HASHES } from "../../../src/app/trials/hashes.ts";

export function theKeeper(key: string): TrialKeeper {
  const keeper = keeperNamed(key);
  if (keeper === undefined) throw new Error(`There is no keeper ${key}.`);
  return keeper;
}

export function theScenario(name: string): Scenario {
  const scenario = scenarioNamed(name);
  if (scenario === undefined) throw new Error(`There is no scenario ${name}.`);
  return scenario;
}

/** Plays a seed to its end. `dice` is for keepers that roll. */
export async function played(keeper: TrialKeeper, scenario: Scenario, seed: string, dice = seed): Promise<Run> {
  const run = new Run(scenario, seed, HASHES);
  await playRun(keeper, { house: run, insight: run, roll: diceOf(`${keeper.key}/${dice}`, HASHES) });
  return run;
}

/** A keeper that rolls dice plays each seed this often. */
const REPEATS = 5;

/** The numbers of so many practice seeds. */
export function practice(seeds: number): readonly number[] {
  return Array.from({ length: Math.min(seeds, PRACTICE_SEEDS) }, (_, index) => index + 1);
}

/** The scores of a keeper over practice seeds. */
export async function scoresOf(
  keeper: TrialKeeper,
  scenario: Scenario,
  seeds: readonly number[],
  repeats = keeper.random ? REPEATS : 1,
): Promise<readonly Score[]> {
  const scores: Score[] = [];
  for (const number of seeds) {
    const seed = practiceSeed(number);
    for (let repeat = 0; repeat < repeats; repeat++) {
      const run = await played(keeper, scenario, seed, repeat === 0 ? seed : `${seed}/${repeat}`);
      scores.push(score(run.record()));
    }
  }
  return scores;
}
