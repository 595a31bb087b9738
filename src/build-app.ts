// Builds the app from its parts. It never listens, so that tests and main.ts can each do it in their way.
import { pino } from "pino";
import type { Logger } from "pino";
import { now } from "./platform/clock.ts";
import type { Config } from "./config/config.ts";
import { ENDPOINTS, PAGES, PICTURES, ROUTES } from "./endpoints/index.ts";
import { Outages } from "./app/outages/outages.ts";
import { Gate } from "./http/guard/gate.ts";
import { VisitBuffer } from "./app/visits/visit-buffer.ts";
import { LongPollHub } from "./app/events/long-poll-hub.ts";
import type { HonoApp } from "./http/server/mount.ts";
import { mount } from "./http/server/mount.ts";
import type { Parts } from "./http/request/services.ts";
import { RateLimiter } from "./http/guard/rate-limit.ts";
import { SuspectKeys } from "./http/guard/suspect-keys.ts";
import { paymentsFor } from "./payments/index.ts";
import { Dependencies } from "./platform/dependency.ts";
import type { ItemJudge } from "./providers/item-judge.ts";
import { pictureStoreFor } from "./providers/pictures/index.ts";
import { judgingFor } from "./providers/similarity/index.ts";
import { RollupCache } from "./app/public/rollup-cache.ts";
import { Database } from "./store/db/db.ts";
import { watchHouse } from "./app/health/service-gauges.ts";
import { Metrics } from "./observability/metrics.ts";
import { PortraitStorage } from "./app/health/portrait-storage.ts";
import { Readiness } from "./app/health/readiness.ts";
import { REDACTING } from "./observability/redaction.ts";
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
  const gate = new Gate(config.maxRequestsInWork);
  const contracts = ENDPOINTS.map(({ contract }) => contract);
  const rollups = new RollupCache(database, clock, log);
  const dependencies = new Dependencies(log);
  const { rails, stripe } = await paymentsFor(config, database, log, dependencies);
  const judging = judgingFor(config, log);
  if (config.role !== "worker") judging.warm();
  const pictures = await pictureStoreFor(config, dependencies);
  const portraits = config.role === "api" ? undefined : new PortraitStorage(pictures, clock, log);
  const readiness = new Readiness(database, config, clock, portraits, log);
  const longPollHub = new LongPollHub(database, clock, log);
  const visitBuffer = new VisitBuffer(database, log);
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
    gate,
    readiness,
    longPollHub,
    visitBuffer,
    now: clock,
    contracts,
  };
  watchHouse(metrics, parts);
  if (portraits !== undefined) metrics.watchPortraits(portraits);
  metrics.watchConnections("api", database);
  metrics.watchDependencies("api", [...dependencies.all, cardDrawing]);
  metrics.gauge("requests_in_work", "Requests in work.", [], () => gate.inWork);
  metrics.gauge("requests_at_door", "Requests that wait for a place.", [], () => gate.atDoor);
  metrics.gauge("requests_in_work_limit", "How many may be in work at a time.", [], () => gate.limit);
  metrics.gauge("open_long_polls", "Calls that wait for events.", [], () => longPollHub.count);
  metrics.gauge("rate_limiter_shared", "1 while Redis counts for all, 0 while each process counts alone.", [], () =>
    limiter.shared ? 1 : 0,
  );
  const { fetch } = mount({ endpoints: ENDPOINTS, pages: PAGES, pictures: PICTURES, routes: ROUTES, web: WEB }, parts);
  return {
    parts,
    fetch,
    async close() {
      longPollHub.stop();
      limiter.close();
      pictures.close();
      await judging.close();
      await visitBuffer.close();
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
