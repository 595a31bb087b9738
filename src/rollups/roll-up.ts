// Everything that is rolled up, and how often. Only one worker does it at a time.
import type { Logger } from "pino";
import type { Round } from "../jobs/loop.ts";
import { Loop } from "../jobs/loop.ts";
import type { Running } from "../jobs/lease.ts";
import type { Database } from "../store/db.ts";
import { rollUpActivity } from "./activity.ts";
import { rollUpAdoptions } from "./adoptions.ts";
import { AgentBoard } from "./boards/agent-board.ts";
import { GRAVESTONE_COUNT } from "./boards/gravestone-count.ts";
import { MOST_CONSISTENT } from "./boards/most-consistent.ts";
import { OldestLivingBoard } from "./boards/oldest-living.ts";
import { OthersLists } from "./others.ts";
import { rollUpTotals } from "./totals.ts";

const OFTEN_MS = 2_000;
const SELDOM_MS = 5_000;

/** The rounds of a worker that has just taken over: what they keep in memory starts anew. */
export function rollupRounds(database: Database, clock: () => number): readonly Round[] {
  const others = new OthersLists(database);
  const oldest = new OldestLivingBoard(database);
  const consistent = new AgentBoard(database, MOST_CONSISTENT);
  const gravestones = new AgentBoard(database, GRAVESTONE_COUNT);
  const round = (name: string, everyMs: number, run: (now: number) => Promise<boolean | void>): Round => ({
    name,
    everyMs,
    run: () => run(clock()),
  });
  return [
    round("activity", OFTEN_MS, (now) => rollUpActivity(database, now)),
    round("others", OFTEN_MS, (now) => others.rollUp(now)),
    round("totals", SELDOM_MS, (now) => rollUpTotals(database, now)),
    round("adoptions", SELDOM_MS, (now) => rollUpAdoptions(database, now)),
    // In one round, so that the boards tell of the same house.
    round("boards", SELDOM_MS, async (now) => {
      await gravestones.rollUp(now);
      await consistent.rollUp(now);
      await oldest.rollUp(now);
    }),
  ];
}

export function rollUp(database: Database, clock: () => number, log: Logger): Running {
  const loops = rollupRounds(database, clock).map((round) => new Loop(round, log));
  return { stop: async () => void (await Promise.all(loops.map((loop) => loop.stop()))) };
}
