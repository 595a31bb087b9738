// What a player pastes: a line for each run with its days as a strip, and what the runs come to together.
import type { TrialResult } from "@denkeeper/trials/run-file.ts";
import { LEAST_DAY_SHARE, LEAST_RIGHT_SHARE, isFailedDay } from "@denkeeper/trials/score.ts";
import { daysBetweenFailures, mean, passHat, shareInterval } from "@denkeeper/trials/statistics.ts";
import { definitions, table } from "../text.ts";

export interface PlayedRun {
  readonly id: string;
  /** "run 2", "practice 7". */
  readonly name: string;
  readonly result: Pick<
    TrialResult,
    "on_time_share" | "day_shares" | "failures" | "passed" | "deaths" | "visits" | "calls"
  > &
    Graded;
}

/** What is graded: hours, or where letters say what to serve, servings. */
const ON_TIME = { field: "on_time_share", what: "on time", least: LEAST_DAY_SHARE } as const;
const RIGHT = { field: "right_share", what: "right", least: LEAST_RIGHT_SHARE } as const;

interface Graded {
  readonly day_shares: readonly number[];
  readonly right_share?: number | undefined;
}

const gradeOf = (result: Graded | undefined) => (result?.right_share === undefined ? ON_TIME : RIGHT);

/** What all runs come to (TRIAL-12 to 14). */
export function figuresOf(runs: readonly PlayedRun[]) {
  const shares = runs.map(({ result }) => result.right_share ?? result.on_time_share);
  const days = runs.map(({ result }) => result.day_shares);
  const { low, high } = shareInterval(shares, days[0]?.length ?? 1);
  const words = gradeOf(runs[0]?.result);
  const between = daysBetweenFailures(days, words.least);
  return {
    words,
    share: mean(shares),
    low,
    high,
    passed: runs.filter(({ result }) => result.passed).length,
    days_between_failures: between.days,
    days_between_failures_low: between.low,
    days_between_failures_high: between.high,
  };
}

/** From a day that was all on time to the least that one can be and not fail. */
const DAYS = [
  [0.999, "█"],
  [0.9, "▓"],
  [0.75, "▒"],
  [0.5, "░"],
] as const;

/** "practice 7", "season 2027-1, run 2". */
export function runName({ season, number }: { readonly season: string; readonly number: number }): string {
  return season === "practice" ? `practice ${number}` : `season ${season}, run ${number}`;
}

export function strip(result: Graded): string {
  const signOf = (share: number) => DAYS.find(([least]) => share >= least)?.[1] ?? "·";
  return result.day_shares.map((share) => (isFailedDay(share, gradeOf(result).least) ? "·" : signOf(share))).join("");
}

/** "97.3%". Only all of it is 100%. */
export function percent(share: number): string {
  return share === 1 ? "100%" : `${Math.min(99.9, 100 * share).toFixed(1)}%`;
}

export function summaryText(scenario: string, runs: readonly PlayedRun[], url: string): string {
  const cells = runs.map(({ name, result }) => [
    name,
    percent(result.right_share ?? result.on_time_share),
    String(result.failures),
    String(result.deaths),
    String(result.visits),
    String(result.calls),
    strip(result),
  ]);
  const figures = figuresOf(runs);
  return [
    `Denkeeper trial ${scenario}`,
    "",
    table([["run", figures.words.what, "failures", "deaths", "visits", "calls", "days"], ...cells], Infinity),
    "",
    definitions(together(figures, runs.length), Infinity),
    `days: █ all of it, ▓ 90% or more, ▒ 75%, ${figures.words === RIGHT ? "" : "░ 50%, "}· failed`,
    "",
    ...runs.map(({ id }) => `${url}/trials/runs/${id}`),
  ].join("\n");
}

function together(all: ReturnType<typeof figuresOf>, runs: number): readonly (readonly [string, string])[] {
  const { days_between_failures: days, days_between_failures_low: low, days_between_failures_high: high } = all;
  const interval = `(95% interval ${percent(all.low)} to ${percent(all.high)})`;
  const range = `${low.toFixed(0)}${high === null ? " or more" : ` to ${high.toFixed(0)}`}`;
  const hat = runs === 1 ? "" : `, pass^${runs} ${percent(passHat(runs, all.passed, runs))}`;
  return [
    [all.words.what, `${percent(all.share)}${runs === 1 ? "" : ` ${interval}`}`],
    ["passed", `${all.passed} of ${runs}${hat}`],
    ["days between failures", days === null ? `over ${low.toFixed(0)}` : `${days.toFixed(1)} (${range})`],
  ];
}
