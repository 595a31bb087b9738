// Figures about everybody: each is what a SELECT over the tables says, kept as one row with its instant and what it cost. One
// worker at a time asks them all, one after another, keeps their answers together, as of one instant, and then rests.
import type { Logger } from "pino";
import { stopwatch } from "../../platform/clock.ts";
import { Loop, LoopStopped } from "../../platform/loop.ts";
import type { RunningWork } from "../../platform/jobs/lease.ts";
import { KnownOutages } from "../../model/outages/outages.ts";
import type { Db } from "../../platform/database/db.ts";
import type { Metrics } from "../../platform/observability/metrics.ts";
import { listFigures, saveFigures, type Figure } from "../../model/figures/store/rollups.ts";
import { findMostConsistent, findMostGravestones } from "../hall/store/leaderboards.ts";
import { countForAnalytics, countHours, readActivity } from "./activity.ts";
import { countAdoptions } from "./adoptions.ts";
import { listTheLiving } from "./living.ts";
import { findTotals } from "./store/totals.ts";

/** A rest is so many times as long as asking all of them took: together they use about a hundredth of a core. */
const REST_FACTOR = 100;
/** So much of what a pass took is not counted: a small house sees within seconds what happened. */
const SHORT_PASS_MS = 50;
/** How often is looked whether the rest is over. */
const LOOK_EVERY_MS = 2_000;
/** While nobody is here (QUIET-1). */
const QUIET_MS = 30_000;

/** Hours come first, since others add them up; the living last, since their list is replaced at once. */
const FIGURES: Readonly<Record<string, (db: Db, now: number, clock: () => number) => Promise<object>>> = {
  hours: async (db, now) => ({ counted: await countHours(db, now) }),
  totals: async (db) => (await findTotals(db, {})) ?? {},
  adoptions: countAdoptions,
  activity: readActivity,
  gravestone_count: async (db) => (await findMostGravestones(db, {})) ?? [],
  most_consistent: async (db) => (await findMostConsistent(db, {})) ?? [],
  analytics: countForAnalytics,
  living: async (db, _now, clock) => listTheLiving(db, await new KnownOutages(db).present(clock)),
};

/** Asks for every figure now. One that fails keeps its value and its instant. */
export async function countFigures(db: Db, clock: () => number, failed?: (name: string, thrown: unknown) => void) {
  const at = clock();
  const began = stopwatch();
  const tookMs = (since: number) => Math.ceil(stopwatch() - since);
  const found: Figure[] = [];
  for (const [name, ask] of Object.entries(FIGURES)) {
    const asked = stopwatch();
    try {
      found.push({ name, value: await ask(db, at, clock), took_ms: tookMs(asked) });
    } catch (thrown) {
      if (thrown instanceof LoopStopped || failed === undefined) throw thrown;
      failed(name, thrown);
    }
  }
  await saveFigures(db, { at, figures: [...found, { name: "all", value: {}, took_ms: tookMs(began) }] });
}

export function rollUp(db: Db, clock: () => number, log: Logger, metrics?: Metrics): RunningWork {
  const run = async (): Promise<void> => {
    // What they cost is read from the table, so that a worker that takes over rests, too.
    const last = (await listFigures(db, { names: [] })).find(({ name }) => name === "all");
    if (last !== undefined && clock() < last.computedAt + REST_FACTOR * (last.tookMs - SHORT_PASS_MS)) return;
    await countFigures(db, clock, (name, thrown) => {
      metrics?.roundEnded(name, false);
      log.error({ err: thrown, round: name }, "a figure could not be computed");
    });
  };
  return new Loop({ name: "figures", everyMs: LOOK_EVERY_MS, quietMs: QUIET_MS, run }, log, metrics);
}
