// Builds the app from its parts. It never listens, so that tests and main.ts can each do it in their way.
import { pino } from "pino";
import type { Logger } from "pino";
import { now } from "./clock.ts";
import type { Config } from "./config.ts";
import { ENDPOINTS, PAGES } from "./endpoints/index.ts";
import type { HonoApp } from "./http/mount.ts";
import { mount } from "./http/mount.ts";
import type { Parts } from "./http/parts.ts";
import { RateLimiter } from "./http/rate-limit.ts";
import { judgingFor } from "./providers/similarity/index.ts";
import { RollupCache } from "./rollups/cache.ts";
import { Database } from "./store/db.ts";

export interface App {
  readonly parts: Parts;
  readonly fetch: HonoApp["fetch"];
  /** Lets go of the database and Redis. Call it when no request is running any more. */
  close(): Promise<void>;
}

export function loggerFor(config: Pick<Config, "logLevel">): Logger {
  return pino({ level: config.logLevel, base: null });
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
  const contracts = ENDPOINTS.map(({ contract }) => contract);
  const rollups = new RollupCache(database, clock);
  const judging = judgingFor(config, log);
  if (config.role !== "worker") judging.warm();
  const parts: Parts = { config, database, limiter, itemJudge: judging.judge, rollups, log, now: clock, contracts };
  const { fetch } = mount(ENDPOINTS, PAGES, parts);
  return {
    parts,
    fetch,
    async close() {
      limiter.close();
      await judging.close();
      await database.close();
    },
  };
}
