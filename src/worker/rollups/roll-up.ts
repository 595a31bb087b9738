// All roll-ups and how often they run. Only one worker runs them at a time.
import type { Logger } from "pino";
import { Loop, type Round } from "../../platform/loop.ts";
import type { Running } from "../lease.ts";
import { KnownOutages, type Present } from "../../app/outages/outages.ts";
import type { Transacting } from "../../store/db/db.ts";
import type { Metrics } from "../../observability/metrics.ts";
import { rollUpActivity } from "./activity.ts";
import { rollUpAdoptions } from "./adoptions.ts";
import { rollUpCensus } from "./census.ts";
import { AgentLeaderboard } from "./leaderboards/agent-leaderboard.ts";
import { GRAVESTONE_COUNT } from "./leaderboards/gravestone-count.ts";
import { MOST_CONSISTENT } from "./leaderboards/most-consistent.ts";
import { OldestLivingLeaderboard } from "./leaderboards/oldest-living.ts";
import { rollUpFates } from "./fates.ts";
import { rollUpFigures } from "./figures.ts";
import { rollUpHistory } from "./history.ts";
import { rollUpLives } from "./lives.ts";
import { LivingList } from "./living/living-list.ts";
import { rollUpMoments } from "./moments.ts";
import { OthersLists } from "./others.ts";
import { rollUpTotals } from "./totals.ts";

const OFTEN_MS = 5_000;
/** They read or count the whole house. */
const SELDOM_MS = 20_000;
const LIVING_MS = 15_000;
const FIGURES_MS = 10_000;
/** In a large house a walk through all agents takes minutes; nobody needs it more often than this. */
const FIGURES_LONGEST_MS = 3_600_000;
const FATES_MS = 30_000;
/** They count the whole of the running hour again. */
const HISTORY_MS = 300_000;
/** While nobody is here: public figures stay less than a minute old. */
const QUIET_MS = 30_000;

/** The rounds of a worker that has just taken over: what they keep in memory starts anew. */
export function rollupRounds(database: Transacting, clock: () => number): readonly Round[] {
  const others = new OthersLists(database);
  const oldest = new OldestLivingLeaderboard(database);
  const consistent = new AgentLeaderboard(database, MOST_CONSISTENT);
  const living = new LivingList(database);
  const gravestones = new AgentLeaderboard(database, GRAVESTONE_COUNT);
  const known = new KnownOutages(database);
  const round = (name: string, everyMs: number, run: (now: number) => Promise<boolean | void>): Round => ({
    name,
    everyMs,
    run: () => run(clock()),
  });
  /** For what judges lives. */
  const judging = (name: string, everyMs: number, run: (present: Present) => Promise<boolean | void>): Round => ({
    name,
    everyMs,
    run: async () => run(await known.present(clock)),
  });
  return [
    round("activity", OFTEN_MS, (now) => rollUpActivity(database, now)),
    round("others", OFTEN_MS, (now) => others.rollUp(now)),
    judging("totals", SELDOM_MS, ({ now, outages }) => rollUpTotals(database, now, outages)),
    round("adoptions", SELDOM_MS, (now) => rollUpAdoptions(database, now)),
    round("moments", OFTEN_MS, (now) => rollUpMoments(database, now)),
    round("history", HISTORY_MS, (now) => rollUpHistory(database, now)),
    { ...round("figures", FIGURES_MS, (now) => rollUpFigures(database, now)), longestMs: FIGURES_LONGEST_MS },
    round("census", HISTORY_MS, (now) => rollUpCensus(database, now)),
    round("lives", HISTORY_MS, (now) => rollUpLives(database, now)),
    judging("fates", FATES_MS, ({ now, outages }) => rollUpFates(database, now, outages)),
    judging("living", LIVING_MS, ({ now, outages }) => living.rollUp(now, outages)),
    // In one round, so the leaderboards show the same state.
    judging("leaderboards", SELDOM_MS, async ({ now, outages }) => {
      await gravestones.rollUp(now, outages);
      await consistent.rollUp(now, outages);
      await oldest.rollUp(now, outages);
    }),
  ];
}

export function rollUp(database: Transacting, clock: () => number, log: Logger, metrics?: Metrics): Running {
  const loops = rollupRounds(database, clock).map((round) => new Loop({ ...round, quietMs: QUIET_MS }, log, metrics));
  return { stop: async () => void (await Promise.all(loops.map((loop) => loop.stop()))) };
}
