// What the scenarios must separate: who never plans fails, who follows the advice passes where that is enough, who plans passes.
// The targets of the first four hold for every practice seed, those of the others on average.
import type { Score } from "@denkeeper/trials/score.ts";
import { mean } from "@denkeeper/trials/statistics.ts";

/** Bounds of the share on time, in percent, for each seed, or for the mean over all. */
interface Target {
  readonly scenarios: readonly string[];
  readonly keepers: readonly string[];
  readonly of?: "mean";
  readonly from?: number;
  readonly to?: number;
}

const RANKED = ["guided-1", "hard-1", "blind-1", "house-1"] as const;

export const TARGETS: readonly Target[] = [
  { scenarios: RANKED, keepers: ["null"], to: 0 },
  { scenarios: RANKED, keepers: ["spammer", "every-4h", "every-12h"], to: 10 },
  { scenarios: ["guided-1"], keepers: ["follower"], from: 99 },
  { scenarios: ["hard-1", "blind-1", "house-1"], keepers: ["follower"], to: 60 },
  { scenarios: ["guided-1", "house-1"], keepers: ["deadline"], from: 90 },
  { scenarios: ["hard-1"], keepers: ["robust"], from: 95 },
  { scenarios: ["blind-1"], keepers: ["joining"], from: 90 },
  { scenarios: RANKED, keepers: ["reference"], from: 99 },
  { scenarios: ["blind-2", "hard-2"], keepers: ["null"], to: 0 },
  { scenarios: ["blind-2", "hard-2"], keepers: ["spammer", "every-4h", "every-12h"], of: "mean", to: 10 },
  { scenarios: ["blind-2", "hard-2"], keepers: ["reference"], of: "mean", from: 98 },
  { scenarios: ["blind-2"], keepers: ["one-9", "thirds-2", "ladder-4", "ladder-8"], of: "mean", to: 30 },
  { scenarios: ["blind-2"], keepers: ["creeping", "joining"], of: "mean", to: 45 },
  { scenarios: ["blind-2"], keepers: ["bayes"], of: "mean", from: 70, to: 90 },
  { scenarios: ["hard-2"], keepers: ["robust"], of: "mean", from: 85, to: 92 },
];

/** What a keeper's scores miss, in words; nothing when all targets are met. */
export function missedTargets(scenario: string, keeper: string, scores: readonly Score[]): readonly string[] {
  const shares = scores.map(({ onTimeShare }) => 100 * onTimeShare);
  return TARGETS.filter((target) => target.scenarios.includes(scenario) && target.keepers.includes(keeper)).flatMap(
    ({ from = 0, to = 100, of }) => {
      const judged = of === "mean" ? [mean(shares)] : shares;
      const wrong = judged.filter((share) => share < from || share > to).map((share) => share.toFixed(1));
      return wrong.length === 0 ? [] : [`${keeper} in ${scenario}: ${wrong.join(", ")}, not ${from} to ${to}`];
    },
  );
}
