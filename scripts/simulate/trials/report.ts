// Everything that is measured about trials: the table of keepers, what intervals are worth, ways to cheat, and how long
// verification takes.
import { PRACTICE_SEASON, practiceSeed } from "@denkeeper/trials/chance.ts";
import { runFile } from "@denkeeper/trials/run-file.ts";
import { TIMED_SCENARIOS } from "@denkeeper/trials/scenarios.ts";
import { verifyRun } from "@denkeeper/trials/verify.ts";
import { HASHES } from "../../../src/app/trials/hashes.ts";
import { printIntervals } from "./intervals.ts";
import { played, practice, theKeeper, theScenario } from "./runs.ts";
import { printStrategies } from "./strategies.ts";
import { printTable } from "./table.ts";

/** Runs of a population from which entries are drawn, for each practice seed. */
const RUNS_PER_SEED = 12;
const MOST_VERIFY_MS = 100;

/** Whether every target is met. */
export async function reportTrials(count: number): Promise<boolean> {
  const seeds = practice(count);
  const missed: string[] = [];
  for (const scenario of TIMED_SCENARIOS) missed.push(...(await printTable(scenario, seeds)));
  await printStrategies(seeds);
  missed.push(...(await printIntervals(RUNS_PER_SEED * seeds.length)));
  const ms = await verifyMs();
  console.log(`A file of guided-1 is verified in ${ms.toFixed(0)} ms of CPU time.`);
  if (ms > MOST_VERIFY_MS) missed.push(`verification takes more than ${MOST_VERIFY_MS} ms`);
  for (const each of missed) console.log(`missed: ${each}`);
  return missed.length === 0;
}

/** The CPU time to verify a whole month, once the code is warm. */
async function verifyMs(): Promise<number> {
  const run = await played(theKeeper("follower"), theScenario("guided-1"), practiceSeed(1));
  const text = runFile(run.record(), { season: PRACTICE_SEASON, entry: "follower", number: 1 }, HASHES);
  const started = process.cpuUsage();
  const verdict = verifyRun(text, null, HASHES);
  if (!verdict.agrees) throw new Error(verdict.reason);
  return process.cpuUsage(started).user / 1000;
}
