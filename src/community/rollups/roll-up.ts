// Computes figures over all houses. One worker at a time computes them in sequence, saves each as one row with its cost and with
// one instant for all, and rests. With 10,000 creatures, the list of living ones costs as much as all others, so its rest is
// separate.
import type { Logger } from "pino";
import { stopwatch } from "../../platform/clock.ts";
import { Loop, LoopStopped } from "../../platform/loop.ts";
import type { RunningWork } from "../../platform/jobs/lease.ts";
import { KnownOutages } from "../../model/outages/outages.ts";
import type { Db } from "../../platform/database/db.ts";
import type { Metrics } from "../../platform/observability/metrics.ts";
import { listFigures, saveFigures, valuesOf, type RollupFigure } from "../../model/figures/store/rollups.ts";
import { findMostConsistent, findMostGravestones } from "../hall/store/leaderboards.ts";
import { countForAnalytics, countHours, readActivity } from "./activity.ts";
import { countAdoptions } from "./adoptions.ts";
import { listTheLiving } from "./living.ts";
import { findTotals } from "./store/totals.ts";

/** Rest per unit of work. Figures use half a percent of a core, and so does the list of living creatures. */
const REST_FACTOR = 200;
/** Work up to this needs no rest, so a small service shows changes within seconds. */
const SHORT_PASS_MS = 50;
/** Up to this many creatures, figures are at most a minute old at any cost (docs/scale.md). */
const FRESH_UP_TO = 100_000;
/** Maximum rest, which leaves time to compute the figures within a minute. */
const MOST_REST_MS = 45_000;
/** Interval at which a worker looks whether the rest is over. */
const LOOK_EVERY_MS = 2_000;
/** Longer interval while no request arrives (QUIET-1). */
const QUIET_MS = 30_000;

/**
 * Hours come first, because other figures add them up. The living list comes last, because it is replaced as soon as it is
 * computed.
 */
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

interface PassOptions {
  /** Called for each figure that fails, which keeps its value and instant. If absent, a failure is thrown. */
  readonly failed?: (name: string, thrown: unknown) => void;
  readonly withoutLiving?: boolean;
}

/** Computes and saves all figures without a rest. */
export async function countFigures(db: Db, clock: () => number, { failed, withoutLiving = false }: PassOptions = {}) {
  const at = clock();
  const figures: RollupFigure[] = [];
  for (const [name, compute] of Object.entries(FIGURES)) {
    if (withoutLiving && name === "living") continue;
    const startedAt = stopwatch();
    try {
      const value = await compute(db, at, clock);
      figures.push({ name, value, took_ms: Math.ceil(stopwatch() - startedAt) });
    } catch (thrown) {
      if (thrown instanceof LoopStopped || failed === undefined) throw thrown;
      failed(name, thrown);
    }
  }
  await saveFigures(db, { at, figures });
}

export function rollUp(db: Db, clock: () => number, log: Logger, metrics?: Metrics): RunningWork {
  const run = async (): Promise<void> => {
    // Costs are read from the table, so that a worker that takes over also rests.
    const known = await listFigures(db, { names: ["totals"] });
    const isResting = (figures: typeof known, mostMs: number): boolean => {
      const worked = figures.reduce((sum, { tookMs }) => sum + tookMs, 0) - SHORT_PASS_MS;
      const since = Math.max(...figures.map(({ computedAt }) => computedAt));
      return clock() < since + Math.min(mostMs, REST_FACTOR * worked);
    };
    const isSmall = (valuesOf(known).totals?.creatures_alive ?? 0) <= FRESH_UP_TO;
    const figures = known.filter(({ name }) => name in FIGURES && name !== "living");
    if (isResting(figures, isSmall ? MOST_REST_MS : Infinity)) return;
    const failed = (name: string, thrown: unknown): void => {
      metrics?.roundEnded(name, false);
      log.error({ err: thrown, round: name }, "computing a figure failed");
    };
    const living = known.filter(({ name }) => name === "living");
    await countFigures(db, clock, { failed, withoutLiving: isResting(living, Infinity) });
  };
  return new Loop({ name: "figures", everyMs: LOOK_EVERY_MS, quietMs: QUIET_MS, run }, log, metrics);
}
