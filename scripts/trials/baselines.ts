// The baselines on record: which keepers, on which seed, and where their files are.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { PRACTICE_SEEDS, practiceSeed } from "@denkeeper/trials/chance.ts";
import { KEEPERS } from "../simulate/trials/keepers/index.ts";
import { TIMED_SCENARIOS } from "@denkeeper/trials/scenarios.ts";
import { mean, shareInterval } from "@denkeeper/trials/statistics.ts";
import { verifyRun } from "@denkeeper/trials/verify.ts";
import { HASHES } from "../../packages/denkeeper/src/cli/trials/hashes.ts";
import { fileInProcess, type Game } from "./play.ts";
import { reliabilityOf, rounded } from "./reliability.ts";

const ROOT = join(import.meta.dirname, "..", "..");
export const TRIALS_FOLDER = join(ROOT, "docs", "trials");
/** Where the service reads what the baselines come to. */
export const FIGURES_FILE = join(ROOT, "src", "endpoints", "trials", "trials.get", "baselines.json");

/** From one that never comes to one that knows everything. */
const RECORDED: ReadonlySet<string> = new Set([
  "null",
  "every-4h",
  "every-12h",
  "follower",
  "robust",
  "deadline",
  "joining",
  "reference",
]);
const RECORDED_SEED = 1;

/** The name under which a baseline enters. */
export function entryOf({ keeper }: Game): string {
  return `baseline-${keeper.key}`;
}

export const BASELINES: readonly Game[] = TIMED_SCENARIOS.filter(({ ranked }) => ranked).flatMap((scenario) =>
  KEEPERS.filter(({ key }) => RECORDED.has(key)).map((keeper) => ({ keeper, scenario, practice: RECORDED_SEED })),
);

/** Where its file is, from the folder of trials. */
export function fileName({ keeper, scenario }: Game): string {
  return join(scenario.name, `${keeper.key}.jsonl.gz`);
}

export function recordedFile(game: Game): string {
  return gunzipSync(readFileSync(join(TRIALS_FOLDER, fileName(game)))).toString();
}

function scoreOf(file: string) {
  const verdict = verifyRun(file, null, HASHES);
  if (!verdict.agrees) throw new Error(verdict.reason);
  return verdict.score;
}

/** What a keeper comes to over all practice seeds, and its recorded run. */
export async function figuresOf(game: Game, file: string) {
  const { keeper, scenario, practice } = game;
  const seeds = Array.from({ length: PRACTICE_SEEDS }, (_, index) => index + 1);
  const scores = await Promise.all(
    seeds.map(async (seed) => scoreOf(await fileInProcess({ ...game, practice: seed }, entryOf(game)))),
  );
  const shares = scores.map(({ onTimeShare }) => onTimeShare);
  const interval = shareInterval(shares, scenario.days - scenario.learningDays);
  const recorded = scoreOf(file);
  return {
    scenario: scenario.name,
    keeper: keeper.key,
    habit: keeper.habit,
    runs: scores.length,
    on_time_share: rounded(mean(shares)),
    on_time_share_low: rounded(interval.low),
    on_time_share_high: rounded(interval.high),
    ...reliabilityOf(scenario, scores),
    recorded: {
      seed: practiceSeed(practice),
      file: `docs/trials/${fileName(game)}`,
      sha256: /"sha256":"(\w+)"/.exec(file.trimEnd().split("\n").at(-1) ?? "")?.[1] ?? "",
      on_time_share: rounded(recorded.onTimeShare),
      passed: recorded.passed,
      day_shares: recorded.dayShares.map(rounded),
    },
  };
}
