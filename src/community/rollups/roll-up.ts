// Figures about everybody: each is what a SELECT over the tables says, kept as one row with the instant and what it cost, and
// asked again when that has cost at most a hundredth. Only one worker does so at a time, and one figure after another.
import type { Logger } from "pino";
import { findBuiltIn } from "@denkeeper/rules/species/catalog/index.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "@denkeeper/rules/time/durations.ts";
import { stopwatch } from "../../platform/clock.ts";
import { Loop, type Round } from "../../platform/loop.ts";
import type { RunningWork } from "../../platform/jobs/lease.ts";
import { KnownOutages } from "../../model/outages/outages.ts";
import type { Db } from "../../platform/database/db.ts";
import type { Metrics } from "../../platform/observability/metrics.ts";
import { listRollupCosts, saveRollup } from "../../model/figures/store/rollups.ts";
import type { Rollups } from "../../model/figures/store/shapes.ts";
import { NO_ANALYTICS, type AnalyticsCounts } from "../../model/figures/store/analytics-shapes.ts";
import { findMostConsistent, findMostGravestones } from "../hall/store/leaderboards.ts";
import { countHours, countedSpan, readActivity } from "./activity.ts";
import { listTheLiving } from "./living.ts";
import { findAnalyticsCounts } from "./store/analytics.ts";
import { findTotals, listAdoptions, saveAdoptions } from "./store/totals.ts";

/** A figure rests so many times as long as it took: it never uses more than a hundredth of a core. At least it rests so long. */
const LEAST_REST_MS = 2_000;
const REST_FACTOR = 100;
/** One that fails rests twice as long each time, up to this. */
const MOST_REST_MS = 5 * MINUTE_MS;
/** How often is looked whether one is due. */
const LOOK_EVERY_MS = 500;
/** While nobody is here (QUIET-1). */
const QUIET_MS = 30_000;
const PROVIDERS_NAMED = 50;
const SPECIES_NAMED = 20;

/** When a figure that was asked at an instant, and took so long, is asked again. */
export function dueAt({ computedAt, tookMs }: { readonly computedAt: number; readonly tookMs: number }): number {
  return computedAt + Math.max(LEAST_REST_MS, REST_FACTOR * tookMs);
}

/** Each figure as a round that asks it now. Hours come first: others add them up. */
export function rollupRounds(database: Db, clock: () => number): readonly Round[] {
  const known = new KnownOutages(database);
  const figure = <Value extends object>(name: string, ask: (now: number) => Promise<Value>): Round => ({
    name,
    everyMs: LEAST_REST_MS,
    async run() {
      const now = clock();
      const started = stopwatch();
      const value = await ask(now);
      await saveRollup(database, { name, value, at: now, tookMs: Math.ceil(stopwatch() - started) });
    },
  });
  return [
    figure("hours", async (now) => ({ counted: await countHours(database, now) })),
    figure("totals", async () => (await findTotals(database, {})) ?? {}),
    figure("adoptions", () => countAdoptions(database)),
    figure("activity", (now) => readActivity(database, now)),
    figure("living", async () => listTheLiving(database, await known.present(clock))),
    figure("gravestone_count", async () => (await findMostGravestones(database, {})) ?? []),
    figure("most_consistent", async () => (await findMostConsistent(database, {})) ?? []),
    figure("analytics", (now) => countForAnalytics(database, now)),
  ];
}

/** Of built-in species; designed ones have theirs in their own row. */
async function countAdoptions(db: Db): Promise<Rollups["adoptions"]> {
  const all = await listAdoptions(db, {});
  const designed = all.filter(({ slug }) => findBuiltIn(slug) === undefined);
  await saveAdoptions(db, { slugs: designed.map(({ slug }) => slug), counts: designed.map(({ count }) => count) });
  const builtIn = all.filter(({ slug }) => findBuiltIn(slug) !== undefined);
  return Object.fromEntries(builtIn.map(({ slug, count }) => [slug, count]));
}

/** Windows of the log begin with a full hour. */
async function countForAnalytics(db: Db, now: number): Promise<AnalyticsCounts> {
  const [day, week, month] = [1, 7, 30].map((days) => Math.floor((now - days * DAY_MS) / HOUR_MS) * HOUR_MS);
  const { open } = await countedSpan(db, month ?? now);
  const most = { providers: PROVIDERS_NAMED, species: SPECIES_NAMED };
  const bounds = { day: day ?? now, week: week ?? now, month: month ?? now, open };
  return (await findAnalyticsCounts(db, { ...bounds, ...most })) ?? NO_ANALYTICS;
}

export function rollUp(database: Db, clock: () => number, log: Logger, metrics?: Metrics): RunningWork {
  const rounds = rollupRounds(database, clock);
  const failing = new Map<string, { readonly restMs: number; readonly until: number }>();
  let isStopping = false;
  const run = async (): Promise<void> => {
    const costs = new Map((await listRollupCosts(database, {})).map((cost) => [cost.name, cost]));
    for (const round of rounds) {
      const cost = costs.get(round.name);
      const failed = failing.get(round.name);
      const due = Math.max(cost === undefined ? 0 : dueAt(cost), failed?.until ?? 0);
      if (isStopping || clock() < due) continue;
      try {
        await round.run();
        failing.delete(round.name);
        metrics?.roundEnded(round.name, true);
      } catch (thrown) {
        metrics?.roundEnded(round.name, false);
        const restMs = Math.min(MOST_REST_MS, 2 * (failed?.restMs ?? LEAST_REST_MS));
        failing.set(round.name, { restMs, until: clock() + restMs });
        log.error({ err: thrown, round: round.name }, "a figure could not be computed");
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
