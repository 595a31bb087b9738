// Keepers that only measure blind-2 and hard-2: short scripts, the best script, and planners that know everything.
import type { TrialKeeper } from "../keepers/keeper.ts";
import { bayes } from "./bayes.ts";
import { halving, ladder } from "./constants.ts";
import { planner } from "./planner.ts";

const keeper = (key: string, habit: string, play: TrialKeeper["play"], random = false): TrialKeeper => {
  return { key, habit, random, play };
};

const BLIND: readonly TrialKeeper[] = [
  keeper("one-9", "9 hours for everybody", ladder([9, 9])),
  keeper("thirds-2", "three constants, moves up when early", ladder([4, 4.9], [7, 8.9], [12, 15.8])),
  keeper("ladder-4", "four constants for the range", ladder([2.2, 3], [4.2, 5.8], [8.4, 11.5], [16, 21])),
  keeper(
    "ladder-8",
    "eight constants for the range",
    ladder([2.6, 3], [3.5, 4], [4.7, 5.4], [6.3, 7.3], [8.5, 9.8], [11.4, 13.2], [15.4, 17.8], [21, 24]),
  ),
  keeper("halving", "halves what each window can be", halving),
  keeper("bayes-alone", "all windows that fit, comes for each", bayes(false)),
  keeper("bayes", "the same, feeds several at once: the best script", bayes(true)),
  keeper("planner-half", "knows all, feeds from half a window on", planner({ part: 0.5 })),
];

const HARD: readonly TrialKeeper[] = [
  keeper("planner-deaf", "knows all but reads no notice", planner({ believes: "none" })),
  keeper("planner-believes", "knows all and believes every notice", planner({ believes: "all" })),
  keeper("planner-fooled", "reads, and stays 4 hours longer after 5% of visits", planner({ fooled: 0.05 }), true),
];

/** By the name of the scenario. */
export const PLANNERS: Readonly<Record<string, readonly TrialKeeper[]>> = { "blind-2": BLIND, "hard-2": HARD };
