// Ways to win without keeping are closed, each with what it would be worth without the rule; and intervals over five runs cover
// the truth. `npm run simulate -- --trials` prints both for all seeds.
import { expect, test } from "vitest";
import { runFile } from "@denkeeper/trials/run-file.ts";
import { mean } from "@denkeeper/trials/statistics.ts";
import { verifyRun } from "@denkeeper/trials/verify.ts";
import { HASHES } from "../../../src/app/trials/hashes.ts";
import { FULL } from "../../../test/tier.ts";
import { coverageOf, population } from "./intervals.ts";
import { PLANNERS } from "./planners/index.ts";
import { played, practice, scoresOf, theKeeper, theScenario } from "./runs.ts";
import { strategies } from "./strategies.ts";

test("each way to win without keeping would be worth something, and is not", { timeout: 600_000 }, async () => {
  const all = await strategies(practice(FULL ? 12 : 2));
  expect(all).toHaveLength(4);
  for (const { what, without, with: share } of all) {
    expect(without, what).toBeGreaterThan(0.3);
    expect(share, what).toBeLessThan(0.65 * without);
  }
});

test(
  "intervals of five runs cover the truth, and luck is worth less than they are wide",
  { timeout: 600_000 },
  async () => {
    const all = await population("guided-1", "slips-1", FULL ? 600 : 30);
    const covered = coverageOf(all, FULL ? 2000 : 200);
    expect(covered.share).toBeGreaterThan(0.88);
    expect(covered.days).toBeGreaterThan(0.9);
    // What a board must not do: intervals by bootstrap, or the best runs.
    expect(covered.bootstrap).toBeLessThan(covered.share - 0.03);
    expect(covered.bestRunsGain).toBeGreaterThan(0.01);
    expect(covered.bestEntryGain).toBeLessThan(0.05);
  },
);

test("a month is verified in less than 100 ms", async () => {
  const run = await played(theKeeper("follower"), theScenario("guided-1"), "practice-1");
  const text = runFile(run.record(), { season: "practice", entry: "follower", number: 1 }, HASHES);
  expect(text.length).toBeLessThan(140_000);
  const times: number[] = [];
  for (let time = 0; time < 15; time++) {
    const started = process.threadCpuUsage();
    expect(verifyRun(text, null, HASHES).agrees).toBe(true);
    times.push(process.threadCpuUsage(started).user / 1000);
  }
  expect(Math.min(...times)).toBeLessThan(100);
});

const SHORT = 2;

test("blind-2 and hard-2 tell constants, scripts and planners apart", { timeout: 600_000 }, async () => {
  const meanOf = async (scenario: string, key: string) => {
    const keeper = PLANNERS[scenario]?.find((each) => each.key === key) ?? theKeeper(key);
    const scores = await scoresOf(keeper, theScenario(scenario), practice(FULL ? 24 : SHORT), 1);
    return 100 * mean(scores.map(({ onTimeShare }) => onTimeShare));
  };
  // A few seeds deviate more than the targets of `npm run simulate -- --trials` allow.
  expect(await meanOf("blind-2", "reference")).toBeGreaterThan(98);
  for (const key of ["ladder-4", "joining"]) expect(await meanOf("blind-2", key), key).toBeLessThan(FULL ? 45 : 60);
  expect(await meanOf("blind-2", "bayes")).toBeGreaterThan(FULL ? 70 : 60);
  expect(await meanOf("hard-2", "reference")).toBeGreaterThan(FULL ? 98 : 95);
  expect(await meanOf("hard-2", "robust")).toBeLessThan(94);
  expect(await meanOf("hard-2", "planner-deaf")).toBeLessThan(95);
  expect(await meanOf("hard-2", "gullible")).toBeLessThan(20);
});
