// Builds the app from its services. It does not listen; tests and main.ts do that in their own ways.
import type { Logger } from "pino";
import { now } from "./platform/clock.ts";
import type { Config } from "./platform/config/config.ts";
import { ENDPOINTS, ENDPOINT_ROUTES } from "./endpoints.ts";
import { Outages } from "./model/outages/outages.ts";
import { Budgets } from "./http/guard/budgets.ts";
import { ConcurrencyLimiter } from "./http/guard/concurrency-limiter.ts";
import { CallTrail } from "./model/visits/call-trail.ts";
import { VisitBuffer } from "./model/visits/visit-buffer.ts";
import { LongPollHub } from "./model/events/long-poll-hub.ts";
import { mount } from "./http/server/mount.ts";
import type { Route } from "./http/server/route.ts";
import type { Services } from "./http/request/services.ts";
import { RateLimiter } from "./http/guard/rate-limit.ts";
import { SuspectKeys } from "./http/guard/suspect-keys.ts";
import type { App } from "./http/server/server.ts";
import { mcpRoute } from "./mcp/route.ts";
import { CLI_MOVED } from "./docs/command-line.ts";
import { textRoutes } from "./docs/pages.ts";
import { paymentsFor } from "./credits/rails.ts";
import { Dependencies } from "./platform/dependency.ts";
import type { ItemJudge } from "./model/items/item-judge.ts";
import { pictureStoreFor } from "./platform/objects/index.ts";
import { judgingFor } from "./care/items/index.ts";
import { RollupCache } from "./model/figures/rollup-cache.ts";
import { InvalidSettings } from "./platform/config/setting-faults.ts";
import { Alone } from "./platform/database/alone.ts";
import { Database } from "./platform/database/db.ts";
import { findPooler } from "./platform/database/pooler.ts";
import { watchHouse } from "./operator/health/service-gauges.ts";
import { Metrics } from "./platform/observability/metrics.ts";
import { dumpsIn } from "./operator/health/dumps.ts";
import { DiskRoom } from "./http/health/disk-room.ts";
import { PortraitStorage } from "./http/health/portrait-storage.ts";
import { Readiness } from "./http/health/readiness.ts";
import { NOT_FOUND_PAGE, WEB_ROUTES } from "./pages.ts";
import { previewDrawing } from "./site/share/render.ts";

const MS_PER_SECOND = 1000;

const CONTRACTS = ENDPOINTS.map(({ contract }) => contract);
/** Every address that is not an endpoint. */
const ROUTES: readonly Route[] = [...ENDPOINT_ROUTES, ...textRoutes(CONTRACTS), ...WEB_ROUTES, mcpRoute(ENDPOINTS)];

/** `clock` is the present; tests may bring their own. */
export async function buildApp(config: Config, log: Logger, clock: () => number = now): Promise<App> {
  const alone = await aloneFor(config, log);
  const dependencies = new Dependencies(log);
  const judging = judgingFor(config, log);
  // A process that does everything is of a small house: the first item that needs the model loads it.
  if (config.role === "api") judging.warm();
  const services = await buildServices(config, log, clock, dependencies, judging.judge, alone);
  watchServices(services, dependencies);
  const notFoundPages = [CLI_MOVED, NOT_FOUND_PAGE];
  const { fetch } = mount({ endpoints: ENDPOINTS, routes: ROUTES, notFoundPages }, services);
  return {
    services,
    fetch,
    async close() {
      services.longPollHub.stop();
      services.limiter.close();
      services.diskRoom.close();
      services.pictures.close();
      await judging.close();
      await services.visitBuffer.close();
      await services.callTrail.close();
      await services.database.close();
      if (services.directDatabase !== services.database) await services.directDatabase.close();
      await alone?.close();
    },
  };
}

/** Without Redis, limits are right only if no other process answers requests. */
async function aloneFor({ mustBeAlone, directDatabaseUrl }: Config, log: Logger): Promise<Alone | undefined> {
  if (!mustBeAlone) return undefined;
  const pooler = await findPooler(directDatabaseUrl);
  if (pooler?.changesHands === true)
    throw new InvalidSettings([{ variable: "DIRECT_DATABASE_URL", message: NO_SESSION }]);
  const alone = new Alone(directDatabaseUrl, log);
  if (await alone.hold()) return alone;
  throw new InvalidSettings([{ variable: "REDIS_URL", message: NOT_ALONE }]);
}

const NO_SESSION =
  "must name PostgreSQL itself: without REDIS_URL a process holds a lock to be the only one, and a pooler would give it to others. Or set REDIS_URL";
const NOT_ALONE =
  "is required: another process answers requests on this database, and each would count rate limits alone";
const WRITERS_SHOWN = 10;
/** Few requests use them; they are opened on first use. */
const DIRECT_CONNECTIONS = 2;

async function buildServices(
  config: Config,
  log: Logger,
  clock: () => number,
  dependencies: Dependencies,
  judge: ItemJudge,
  alone: Alone | undefined,
): Promise<Services> {
  const { databaseUrl, directDatabaseUrl, databasePatience: patience } = config;
  const onLost = (error: Error): void => log.warn({ err: error }, "a connection to PostgreSQL was lost");
  const database = new Database(databaseUrl, config.databaseConnections, onLost, { patience });
  const directDatabase =
    directDatabaseUrl === databaseUrl
      ? database
      : new Database(directDatabaseUrl, DIRECT_CONNECTIONS, onLost, { patience });
  const limiter = new RateLimiter({
    redisUrl: config.redisUrl,
    prefix: config.redisPrefix,
    factor: config.rateLimitFactor,
    deploymentId: config.deploymentId,
    log,
  });
  await limiter.connect();
  const metrics = new Metrics();
  const { rails } = await paymentsFor(config, database, log, dependencies);
  const pictures = await pictureStoreFor(config, dependencies);
  const portraits = config.role === "api" ? undefined : new PortraitStorage(pictures, clock, log);
  if (portraits !== undefined) metrics.watchPortraits(portraits);
  const outages = new Outages(database, log);
  const rollups = new RollupCache(database, clock, log);
  const diskRoom = new DiskRoom(config.dataDisk, log);
  await diskRoom.look();
  return {
    config,
    database,
    directDatabase,
    limiter,
    suspectKeys: new SuspectKeys(),
    itemJudge: counted(judge, metrics),
    rails,
    pictures,
    rollups,
    outages,
    log,
    metrics,
    concurrency: new ConcurrencyLimiter(config.maxConcurrentRequests),
    readiness: new Readiness(database, config, clock, portraits, log, alone),
    diskRoom,
    budgets: new Budgets(config.rateLimitFactor),
    longPollHub: new LongPollHub(database, clock, log),
    visitBuffer: new VisitBuffer(database, log),
    callTrail: new CallTrail(database, log),
    now: clock,
    contracts: CONTRACTS,
  };
}

function watchServices(services: Services, dependencies: Dependencies): void {
  const { metrics, database, concurrency, longPollHub, limiter, diskRoom, budgets } = services;
  watchHouse(metrics, services);
  metrics.watchConnections("api", database);
  metrics.watchDependencies("api", [...dependencies.all, previewDrawing]);
  metrics.gauge("requests_running", "Requests that hold a slot.", [], () => concurrency.running);
  metrics.gauge("requests_queued", "Requests that wait for a slot.", [], () => concurrency.queued);
  metrics.gauge("request_slots", "How many requests may run at a time.", [], () => concurrency.slots);
  metrics.gauge("open_long_polls", "Calls that wait for events.", [], () => longPollHub.count);
  const free = "What the disk of the database has left; +Inf if DATA_DISK is not set.";
  metrics.gauge("disk_free_bytes", free, [], () => diskRoom.freeBytes);
  const { dataDir } = services.config;
  if (dataDir !== undefined) {
    const newest = "When the newest backup in DATA_DIR was made; 0 if there is none.";
    metrics.gauge("backup_timestamp_seconds", newest, [], () => (dumpsIn(dataDir).at(-1)?.at ?? 0) / MS_PER_SECOND);
  }
  const written = metrics.gauge("written_bytes", "Who stored most today, as far as this process counted.", ["agent"]);
  metrics.beforeScrape(async () => {
    written.reset();
    for (const { agent, bytes } of budgets.topWriters(WRITERS_SHOWN)) written.set({ agent }, bytes);
  });
  metrics.gauge("rate_limiter_shared", "1 while Redis counts for all, 0 while each process counts alone.", [], () =>
    limiter.shared ? 1 : 0,
  );
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
