// All roll-ups and how often they run. Only one worker runs them at a time.
import type { Logger } from "pino";
import { Loop, type Round } from "../../platform/loop.ts";
import type { Running } from "../../platform/jobs/lease.ts";
import { KnownOutages, type Present } from "../../model/outages/outages.ts";
import type { Transacting } from "../../platform/database/db.ts";
import type { Metrics } from "../../platform/observability/metrics.ts";
import { ActivityCounts } from "./activity.ts";
import { Keepers } from "./keepers.ts";
import { LivingList } from "./living.ts";
import { Moments } from "./moments.ts";
import { OthersLists } from "./others.ts";
import { Tallies } from "./tallies.ts";

const OFTEN_MS = 5_000;
const LIVING_MS = 15_000;
const KEEPERS_MS = 20_000;
const RECOUNT_MS = 60_000;
/** While nobody is here: public figures stay less than a minute old. */
const QUIET_MS = 30_000;

/** The rounds of a worker that has just taken over: what they keep in memory starts anew. */
export function rollupRounds(
  database: Transacting,
  clock: () => number,
  log?: Logger,
  metrics?: Metrics,
): readonly Round[] {
  const tallies = new Tallies(database, log, metrics);
  const activity = new ActivityCounts(database);
  const others = new OthersLists(database);
  const moments = new Moments(database);
  const living = new LivingList(database);
  const keepers = new Keepers(database);
  const known = new KnownOutages(database);
  const round = (name: string, everyMs: number, run: (now: number) => Promise<void>): Round => ({
    name,
    everyMs,
    run: () => run(clock()),
  });
  /** For what judges lives. */
  const judging = (name: string, everyMs: number, run: (present: Present) => Promise<void>): Round => ({
    name,
    everyMs,
    run: async () => run(await known.present(clock)),
  });
  return [
    judging("recount", RECOUNT_MS, (present) =>
      tallies.recount(present.now, (range) => keepers.recount(range, present)),
    ),
    judging("tallies", OFTEN_MS, (present) => tallies.rollUp(present)),
    round("activity", OFTEN_MS, (now) => activity.rollUp(now)),
    round("others", OFTEN_MS, (now) => others.rollUp(now)),
    round("moments", OFTEN_MS, (now) => moments.rollUp(now)),
    judging("living", LIVING_MS, (present) => living.rollUp(present)),
    judging("keepers", KEEPERS_MS, (present) => keepers.rollUp(present)),
  ];
}

export function rollUp(database: Transacting, clock: () => number, log: Logger, metrics?: Metrics): Running {
  const loops = rollupRounds(database, clock, log, metrics).map(
    (round) => new Loop({ ...round, quietMs: QUIET_MS }, log, metrics),
  );
  return { stop: async () => void (await Promise.all(loops.map((loop) => loop.stop()))) };
}
