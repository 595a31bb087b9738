// Runs graphile-worker while the process lives. It stops when its connection is lost while it saves the result of a job, so it
// is started again.
import { setTimeout as sleep } from "node:timers/promises";
import {
  Logger as GraphileLogger,
  run,
  type LogFunctionFactory,
  type Runner,
  type RunnerOptions,
} from "graphile-worker";
import type { Logger } from "pino";
import type { Config } from "../config/config.ts";
import { openPool } from "../database/db.ts";
import { QUEUE_SCHEMA } from "../database/migrate.ts";

const CONNECTIONS = 3;
const START_AGAIN_MS = 1_000;
/** New jobs are announced. Polling finds failed jobs, and jobs missed while the connection was lost. */
const POLL_MS = 20_000;

export interface RunningQueue {
  stop(): Promise<void>;
}

export async function runQueue(
  config: Pick<Config, "directDatabaseUrl">,
  log: Logger,
  work: Pick<RunnerOptions, "concurrency" | "taskList" | "crontab">,
): Promise<RunningQueue> {
  const pgPool = openPool({ connectionString: config.directDatabaseUrl, max: CONNECTIONS }, (error) =>
    log.warn({ err: error }, "a connection of the job queue was lost"),
  );
  const start = (): Promise<Runner> =>
    run({
      pgPool,
      schema: QUEUE_SCHEMA,
      noHandleSignals: true,
      pollInterval: POLL_MS,
      logger: new GraphileLogger(loggingTo(log)),
      // In batches, a result that could not be saved would be an unhandled error and end the process.
      preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
      ...work,
    });
  const stopping = new AbortController();
  const { signal } = stopping;
  let running: Runner | undefined = await start();
  const runs = (async () => {
    while (!signal.aborted) {
      await running?.promise.catch((error: unknown) => log.error({ err: error }, "the job queue has failed"));
      running = undefined;
      if (signal.aborted) return;
      log.error("the job queue has ended and is started again");
      await sleep(START_AGAIN_MS, undefined, { signal }).catch(() => {});
      if (!signal.aborted) running = await start().catch(() => undefined);
    }
    // Stopped during its start.
    await running?.stop();
  })();
  return {
    async stop() {
      stopping.abort();
      // The queue may have ended by itself.
      await running?.stop().catch(() => {});
      await runs;
      await pgPool.end();
    },
  };
}

/** Messages below warnings are only for debugging. */
function loggingTo(log: Logger): LogFunctionFactory {
  return () => (level, message, meta) => {
    if (level === "error") log.error({ meta }, message);
    else if (level === "warning") log.warn({ meta }, message);
    else log.debug({ meta }, message);
  };
}
