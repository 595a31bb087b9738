// Service-wide gauges, read from the database at scrape time. Every process reports them, so that a dead worker is noticed.
import type { Logger } from "pino";
import type { Db } from "../../platform/database/db.ts";
import { countJobs, findSigns, findUnmovedSince } from "../../http/health/store/signs.ts";
import type { RollupCache } from "../../model/figures/rollup-cache.ts";
import type { Metrics } from "../../platform/observability/metrics.ts";
import { StateLog } from "../../platform/observability/state-log.ts";

/** Minimum time between two reads, for any number of scrapers. */
const CACHE_MS = 2_000;
const MS_PER_SECOND = 1000;

interface GaugeSources {
  readonly database: Db;
  readonly rollups: RollupCache;
  readonly now: () => number;
  readonly log: Logger;
}

/** Registers the gauges of rolled-up figures and returns the function that sets them. */
function registerFigures(metrics: Metrics, rollups: RollupCache): () => Promise<void> {
  const gravestones = metrics.gauge("gravestones", "Gravestones so far, as rolled up.");
  const deaths = metrics.gauge("deaths_day", "Deaths of the last 24 hours, as rolled up.");
  const alive = metrics.gauge("creatures_alive", "Living creatures, as rolled up.");
  const agents = metrics.gauge("active_agents_day", "Agents that did something in the last 24 hours, as rolled up.");
  const ages = metrics.gauge("figure_age_seconds", "Seconds since a figure about all agents was computed.", ["figure"]);
  return async () => {
    const [totals, activity] = await Promise.all([rollups.get("totals"), rollups.get("activity")]);
    gravestones.set(totals.gravestones);
    alive.set(totals.creatures_alive);
    deaths.set(activity.creatures_died);
    agents.set(activity.active_agents);
    for (const [figure, ageMs] of rollups.ages) ages.set({ figure }, ageMs / MS_PER_SECOND);
  };
}

export function registerServiceGauges(metrics: Metrics, { database, rollups, now, log }: GaugeSources): void {
  const state = new StateLog(log, "reading the state of the service");
  const up = metrics.gauge("database_up", "1 while the database answers.");
  const clockOffset = metrics.gauge("clock_offset_seconds", "How far this process's clock is ahead of the database's.");
  const ranAhead = metrics.gauge(
    "clock_set_back_seconds",
    "How far the database's clock lies behind where it once was.",
  );
  const lag = metrics.gauge("sweeper_lag_seconds", "How long the longest due death or stage change has been due.");
  const watchLag = metrics.gauge("watch_lag_seconds", "How long the longest due observation for hooks has been due.");
  const heartbeat = metrics.gauge("worker_heartbeat_age_seconds", "Seconds since the last heartbeat of any worker.");
  const jobs = metrics.gauge("jobs", "Jobs in the queue: waiting, or given up after all attempts.", ["state"]);
  const oldestJob = metrics.gauge(
    "job_oldest_age_seconds",
    "How long the longest due job has been due, in the queue or the outbox.",
  );
  const oldestMessage = metrics.gauge("hook_oldest_age_seconds", "How long the longest due message of a hook waits.");
  metrics.gauge("rollups_age_seconds", "Seconds since this process last read the rollups.", [], () =>
    rollups.ageMs === undefined ? 0 : rollups.ageMs / MS_PER_SECOND,
  );
  const setFigures = registerFigures(metrics, rollups);
  let readAt = -Infinity;

  async function read(): Promise<void> {
    const asked = now();
    const signs = await findSigns(database, {});
    const answered = now();
    if (signs === undefined) return;
    const sinceSeconds = (at: number | null): number =>
      at === null ? 0 : Math.max(0, signs.databaseNow - at) / MS_PER_SECOND;
    clockOffset.set(((asked + answered) / 2 - signs.databaseNow) / MS_PER_SECOND);
    ranAhead.set(signs.ranAheadTo === null ? 0 : (signs.ranAheadTo - signs.databaseNow) / MS_PER_SECOND);
    lag.set(sinceSeconds(signs.nextEventAt));
    watchLag.set(sinceSeconds(signs.watchDueAt));
    heartbeat.set(signs.heartbeatAt === null ? Infinity : sinceSeconds(signs.heartbeatAt));
    oldestMessage.set(sinceSeconds(signs.hookDueAt));
    const counts = signs.hasQueue ? await countJobs(database, {}) : undefined;
    jobs.set({ state: "waiting" }, counts?.waiting ?? 0);
    jobs.set({ state: "failed" }, counts?.failed ?? 0);
    const unmovedSince = await findUnmovedSince(database);
    oldestJob.set(Math.max(sinceSeconds(counts?.oldestRunAt ?? null), sinceSeconds(unmovedSince)));
    await setFigures();
  }

  metrics.beforeScrape(async () => {
    if (Math.abs(now() - readAt) < CACHE_MS) return;
    readAt = now();
    try {
      await read();
      up.set(1);
      state.worked();
    } catch (thrown) {
      up.set(0);
      state.failed(thrown);
    }
  });
}
