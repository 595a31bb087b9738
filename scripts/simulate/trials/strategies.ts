// Ways to win without keeping, each with what it would be worth without the rule that closes it.
import { isLiving, type CareAction } from "@denkeeper/rules/creature/creature.ts";
import { applyCare } from "@denkeeper/rules/care/care.ts";
import { leaveFor, type TrialKeeper } from "./keepers/keeper.ts";
import type { Scenario } from "@denkeeper/trials/scenario.ts";
import type { Score } from "@denkeeper/trials/score.ts";
import { mean } from "@denkeeper/trials/statistics.ts";
import { DAY_MS } from "@denkeeper/rules/time/durations.ts";
import { scoresOf, theKeeper, theScenario } from "./runs.ts";

export interface Strategy {
  readonly what: string;
  /** What it would be worth without the rule, 0 to 1. */
  readonly without: number;
  readonly closedBy: string;
  readonly with: number;
}

const shareOf = (scores: readonly Score[]): number => mean(scores.map(({ onTimeShare }) => onTimeShare));
const eachOf = (scores: readonly Score[]): number => mean(scores.map(({ lifeShares }) => mean(lifeShares)));
/** What a simpler score would give: nobody died, and no window was missed. */
const survivedIn = (scores: readonly Score[]): number =>
  mean(scores.map(({ deaths, missedWindows }) => Number(deaths === 0 && missedWindows === 0)));

const ENDLESS = 100_000;

export async function strategies(seeds: readonly number[]): Promise<readonly Strategy[]> {
  const guided = theScenario("guided-1");
  const endless: Scenario = { ...guided, visits: ENDLESS };
  const play = async (scenario: Scenario, key: string) => scoresOf(theKeeper(key), scenario, seeds);
  const hourly = await play(endless, "spammer");
  const one = await play(guided, "one-only");
  const blind = theScenario("blind-1");
  return [
    {
      what: "feeds everybody every hour",
      without: survivedIn(hourly),
      closedBy: "hours on time instead of lives (TRIAL-11)",
      with: shareOf(hourly),
    },
    {
      what: "looks every hour",
      without: shareOf(await play(endless, "poller")),
      closedBy: "visits (TRIAL-2)",
      with: shareOf(await play(guided, "poller")),
    },
    {
      what: "cares for one creature only",
      without: eachOf(one),
      closedBy: "the whole house (TRIAL-11)",
      with: shareOf(one),
    },
    {
      what: "asks dry runs in a blind run",
      without: shareOf(await scoresOf(sensor, blind, seeds)),
      closedBy: "dry runs are closed (TRIAL-9)",
      with: shareOf(await play(blind, "every-4h")),
    },
  ];
}

/** Comes every three hours, and asks a dry run whether food would be on time. */
const sensor: TrialKeeper = {
  key: "sensor",
  habit: "asks dry runs every 3 hours",
  random: false,
  play: async ({ house, insight }) => {
    const cleanedAt = new Map<string, number>();
    for (;;) {
      const home = await house.home();
      if (!home.ok) return;
      const { now } = home.value;
      const wouldBe = (id: string, action: CareAction) => {
        const creature = insight.creatures.find((each) => each.id === id);
        if (creature === undefined || !isLiving(creature)) return null;
        const outcome = applyCare(creature, action, undefined, now);
        return outcome.kind === "done" ? outcome.timing : null;
      };
      for (const { id } of home.value.creatures) {
        const timing = wouldBe(id, "feed");
        if (timing !== null && timing !== "early") await house.care(id, "feed");
        if (now - (cleanedAt.get(id) ?? 0) <= DAY_MS) continue;
        const cleaned = await house.care(id, "clean");
        if (cleaned.ok) cleanedAt.set(id, now);
      }
      await leaveFor(house, 3);
    }
  },
};

export async function printStrategies(seeds: readonly number[]): Promise<void> {
  console.log("### Ways to win without keeping\n\n| strategy | without the rule | closed by | with it |");
  console.log("| --- | ---: | --- | ---: |");
  const percent = (share: number) => `${(100 * share).toFixed(1)}%`;
  for (const each of await strategies(seeds)) {
    console.log(`| ${each.what} | ${percent(each.without)} | ${each.closedBy} | ${percent(each.with)} |`);
  }
  console.log("");
}
