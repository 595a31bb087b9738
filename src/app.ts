// Builds the app from its parts. It never listens, so that tests and main.ts can each do it in their way.
import { pino } from "pino";
import type { Logger } from "pino";
import { now } from "./clock.ts";
import type { Config } from "./config.ts";
import { ENDPOINTS, PAGES, PICTURES, ROUTES } from "./endpoints/index.ts";
import { Outages } from "./house/outages.ts";
import { ConcurrencyLimiter } from "./http/concurrency-limiter.ts";
import { VisitBook } from "./house/visit-book.ts";
import { Waiters } from "./house/waiters.ts";
import type { HonoApp } from "./http/mount.ts";
import { mount } from "./http/mount.ts";
import type { Parts } from "./http/parts.ts";
import { RateLimiter } from "./http/rate-limit.ts";
import { SuspectKeys } from "./http/suspect-keys.ts";
import { paymentsFor } from "./payments/index.ts";
import { Dependencies } from "./platform/dependency.ts";
import type { ItemJudge } from "./providers/item-judge.ts";
import { pictureStoreFor } from "./providers/pictures/index.ts";
import { judgingFor } from "./providers/similarity/index.ts";
import { RollupCache } from "./rollups/cache.ts";
import { Database } from "./store/db.ts";
import { watchHouse } from "./watch/house-signs.ts";
import { Metrics } from "./watch/metrics.ts";
import { PortraitStorage } from "./watch/portrait-storage.ts";
import { Readiness } from "./watch/readiness.ts";
import { REDACTING } from "./watch/redaction.ts";
import { WEB } from "./web/index.ts";
import { cardDrawing } from "./web/share/render.ts";

export interface App {
  readonly parts: Parts;
  readonly fetch: HonoApp["fetch"];
  /** Lets go of the database and Redis. Call it when no request is running any more. */
  close(): Promise<void>;
}

export function loggerFor(config: Pick<Config, "logLevel">): Logger {
  return pino({ level: config.logLevel, base: null, ...REDACTING });
}

/** `clock` is the present; tests may bring their own. */
export async function buildApp(config: Config, log: Logger, clock: () => number = now): Promise<App> {
  const database = new Database(config.databaseUrl, config.databaseConnections, (error) => {
    log.warn({ err: error }, "a connection to PostgreSQL was lost");
  });
  const limiter = new RateLimiter({
    redisUrl: config.redisUrl,
    prefix: config.redisPrefix,
    factor: config.rateLimitFactor,
    deploymentId: config.deploymentId,
    log,
  });
  await limiter.connect();
  const metrics = new Metrics();
  const concurrency = new ConcurrencyLimiter(config.maxConcurrentRequests);
  const contracts = ENDPOINTS.map(({ contract }) => contract);
  const rollups = new RollupCache(database, clock, log);
  const dependencies = new Dependencies(log);
  const { rails, stripe } = await paymentsFor(config, database, log, dependencies);
  const judging = judgingFor(config, log);
  if (config.role !== "worker") judging.warm();
  const pictures = await pictureStoreFor(config, dependencies);
  const portraits = config.role === "api" ? undefined : new PortraitStorage(pictures, clock, log);
  const readiness = new Readiness(database, config, clock, portraits, log);
  const waiters = new Waiters(database, clock, log);
  const visits = new VisitBook(database, log);
  const itemJudge = counted(judging.judge, metrics);
  const parts: Parts = {
    config,
    database,
    limiter,
    suspectKeys: new SuspectKeys(),
    itemJudge,
    rails,
    stripe,
    pictures,
    rollups,
    outages: new Outages(database, log),
    log,
    metrics,
    concurrency,
    readiness,
    waiters,
    visits,
    now: clock,
    contracts,
  };
  watchHouse(metrics, parts);
  if (portraits !== undefined) metrics.watchPortraits(portraits);
  metrics.watchConnections("api", database);
  metrics.watchDependencies("api", [...dependencies.all, cardDrawing]);
  metrics.gauge("requests_running", "Requests that hold a slot.", [], () => concurrency.running);
  metrics.gauge("requests_queued", "Requests that wait for a slot.", [], () => concurrency.queued);
  metrics.gauge("request_slots", "How many requests may run at a time.", [], () => concurrency.slots);
  metrics.gauge("event_waiters", "Callers who wait for events.", [], () => waiters.count);
  metrics.gauge("rate_limiter_shared", "1 while Redis counts for all, 0 while each process counts alone.", [], () =>
    limiter.shared ? 1 : 0,
  );
  const { fetch } = mount({ endpoints: ENDPOINTS, pages: PAGES, pictures: PICTURES, routes: ROUTES, web: WEB }, parts);
  return {
    parts,
    fetch,
    async close() {
      waiters.stop();
      limiter.close();
      pictures.close();
      await judging.close();
      await visits.close();
      await database.close();
    },
  };
}

/** A judge whose answers are counted. */
function counted(judge: ItemJudge, metrics: Metrics): ItemJudge {
  return {
    async judge(question) {
      const judgement = await judge.judge(question);
      metrics.judged(judgement.category === null ? judgement.cause : "judged");
      return judgement;
    },
  };
}
