// What the components of trials show: parts of the public answers.
import type { TrialRunAnswer } from "../../endpoints/trials/run.get/read.ts";
import type { TrialsAnswer } from "../../contracts/trials/trials.get.ts";

export type TrialSeason = NonNullable<TrialsAnswer["season"]>;
export type TrialBoard = TrialsAnswer["boards"][number];
export type TrialEntry = TrialBoard["entries"][number];
export type TrialBaseline = TrialsAnswer["baselines"][number];
export type TrialStrip = TrialEntry["strips"][number];
/** Of several runs of one scenario. */
export type TrialFigures = Omit<TrialBaseline, "scenario" | "keeper" | "habit">;
export type TrialRun = TrialRunAnswer["run"];
export type TrialResult = NonNullable<TrialRunAnswer["result"]>;
export type TrialLife = TrialRunAnswer["lives"][number];
