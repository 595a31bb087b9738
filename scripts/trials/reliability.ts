// How reliable a baseline was over several runs, as its figures are recorded.
import type { Scenario } from "@denkeeper/trials/scenario.ts";
import { leastDayShare, type Score } from "@denkeeper/trials/score.ts";
import { daysBetweenFailures, mean, passHat } from "@denkeeper/trials/statistics.ts";

export function rounded(value: number): number {
  return Math.round(10_000 * value) / 10_000;
}

export function reliabilityOf(scenario: Scenario, scores: readonly Score[]) {
  const between = daysBetweenFailures(
    scores.map(({ dayShares }) => dayShares),
    leastDayShare(scenario),
  );
  const passed = scores.filter((score) => score.passed).length;
  return {
    failures: scores.reduce((sum, { failures }) => sum + failures, 0),
    days_between_failures: between.days === null ? null : rounded(between.days),
    days_between_failures_low: rounded(between.low),
    days_between_failures_high: between.high === null ? null : rounded(between.high),
    passed,
    pass_1: rounded(passHat(scores.length, passed, 1)),
    pass_5: rounded(passHat(scores.length, passed, 5)),
    deaths: scores.reduce((sum, { deaths }) => sum + deaths, 0),
    visits_per_day: rounded(mean(scores.map(({ visitsPerDay }) => visitsPerDay))),
    calls_per_creature_day: rounded(mean(scores.map(({ callsPerCreatureDay }) => callsPerCreatureDay))),
  };
}
