// What baselines come to in relay-1, told in a book that they have not seen: what a ranked season can be compared with.
import { join } from "node:path";
import { PRACTICE_SEEDS, practiceSeed } from "@denkeeper/trials/chance.ts";
import { RELAY_1 } from "@denkeeper/trials/scenarios.ts";
import { score } from "@denkeeper/trials/score.ts";
import { mean, shareInterval } from "@denkeeper/trials/statistics.ts";
import { publishedBook, theRelayKeeper } from "../simulate/relay/months.ts";
import { playedRelay } from "../simulate/relay/play.ts";
import { reliabilityOf, rounded } from "./reliability.ts";

export const RELAY_FIGURES_FILE = join(
  import.meta.dirname,
  "../../src/endpoints/trials/trials.get/relay-baselines.json",
);
export const RELAY_RECORDED = ["oracle", "slips-3", "believes", "keywords", "first-day", "inverse"] as const;

export async function relayFiguresOf(key: string) {
  const keeper = theRelayKeeper(key);
  const book = publishedBook("sealed-sample");
  const scores = await Promise.all(
    Array.from({ length: PRACTICE_SEEDS }, async (_, index) => {
      const run = await playedRelay(keeper, practiceSeed(index + 1), book);
      return score(run.record());
    }),
  );
  const shares = scores.map(({ grade }) => grade?.rightShare ?? 0);
  const right = shareInterval(shares, RELAY_1.days - RELAY_1.learningDays);
  const onTime = rounded(mean(scores.map(({ onTimeShare }) => onTimeShare)));
  return {
    scenario: RELAY_1.name,
    keeper: keeper.key,
    habit: keeper.habit,
    runs: scores.length,
    on_time_share: onTime,
    on_time_share_low: onTime,
    on_time_share_high: onTime,
    right_share: rounded(mean(shares)),
    right_low: rounded(right.low),
    right_high: rounded(right.high),
    ...reliabilityOf(RELAY_1, scores),
    recorded: { day_shares: scores[0]?.dayShares.map(rounded) ?? [] },
  };
}
