// Figures about everybody: each is what a SELECT over the tables says, kept as one row with the instant and what it cost, and
// asked again when that has cost at most a hundredth. Only one worker does so at a time, and one figure after another.
import type { Logger } from "pino";
import { MINUTE_MS } from "@denkeeper/rules/time/durations.ts";
import { stopwatch } from "../../platform/clock.ts";
import { Loop, LoopStopped } from "../../platform/loop.ts";
import type { RunningWork } from "../../platform/jobs/lease.ts";
import { KnownOutages } from "../../model/outages/outages.ts";
import type { Db } from "../../platform/database/db.ts";
import type { Metrics } from "../../platform/observability/metrics.ts";
import { listRollupCosts, saveRollup } from "../../model/figures/store/rollups.ts";
import { findMostConsistent, findMostGravestones } from "../hall/store/leaderboards.ts";
import { countForAnalytics, countHours, readActivity } from "./activity.ts";
import { countAdoptions } from "./adoptions.ts";
import { listTheLiving } from "./living.ts";
import { findTotals } from "./store/totals.ts";

/** A figure rests so many times as long as it took: it never uses more than a hundredth of a core. At least it rests so long. */
const LEAST_REST_MS = 2_000;
const REST_FACTOR = 100;
/** One that fails rests twice as long each time, up to this. */
const MOST_REST_MS = 5 * MINUTE_MS;
/** How often is looked whether one is due. */
const LOOK_EVERY_MS = 500;
/** While nobody is here (QUIET-1). */
const QUIET_MS = 30_000;

/** Every figure by its name. Hours come first: others add them up. */
function figuresOf(db: Db, clock: () => number): Readonly<Record<string, (now: number) => Promise<object>>> {
  const known = new KnownOutages(db);
  return {
    hours: async (now) => ({ counted: await countHours(db, now) }),
    totals: async () => (await findTotals(db, {})) ?? {},
    adoptions: () => countAdoptions(db),
    activity: (now) => readActivity(db, now),
    living: async () => listTheLiving(db, await known.present(clock)),
    gravestone_count: async () => (await findMostGravestones(db, {})) ?? [],
    most_consistent: async () => (await findMostConsistent(db, {})) ?? [],
    analytics: (now) => countForAnalytics(db, now),
  };
}

/** When a figure that was asked at an instant, and took so long, is asked again. */
export function dueAt({ computedAt, tookMs }: { readonly computedAt: number; readonly tookMs: number }): number {
  return computedAt + Math.max(LEAST_REST_MS, REST_FACTOR * tookMs);
}

/** Each figure as a round that asks it now. */
export function rollupRounds(db: Db, clock: () => number) {
  return Object.entries(figuresOf(db, clock)).map(([name, ask]) => ({
    name,
    async run(): Promise<void> {
      const at = clock();
      const started = stopwatch();
      const value = await ask(at);
      await saveRollup(db, { name, value, at, tookMs: Math.ceil(stopwatch() - started) });
    },
  }));
}

export function rollUp(db: Db, clock: () => number, log: Logger, metrics?: Metrics): RunningWork {
  const rounds = rollupRounds(db, clock);
  const failing = new Map<string, { readonly restMs: number; readonly until: number }>();
  let isStopping = false;
  const run = async (): Promise<void> => {
    const costs = new Map((await listRollupCosts(db, {})).map((cost) => [cost.name, cost]));
    for (const round of rounds) {
      const { name } = round;
      const cost = costs.get(name);
      const failed = failing.get(name);
      const due = Math.max(cost === undefined ? 0 : dueAt(cost), failed?.until ?? 0);
      if (isStopping || clock() < due) continue;
      try {
        await round.run();
        failing.delete(name);
        metrics?.roundEnded(name, true);
      } catch (thrown) {
        if (thrown instanceof LoopStopped) throw thrown;
        metrics?.roundEnded(name, false);
        const restMs = Math.min(MOST_REST_MS, 2 * (failed?.restMs ?? LEAST_REST_MS));
        failing.set(name, { restMs, until: clock() + restMs });
        log.error({ err: thrown, round: name }, "a figure could not be computed");
      }
    }
  };
  const loop = new Loop({ name: "figures", everyMs: LOOK_EVERY_MS, quietMs: QUIET_MS, run }, log, metrics);
  return {
    async stop() {
      isStopping = true;
      await loop.stop();
    },
  };
}
