// Runs graphile-worker for the lifetime of the process. The library stops if its connection is lost while it saves a job's
// result, so this code restarts it.
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
/** New jobs are announced. Polling finds failed jobs, and jobs that were announced while the connection was lost. */
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
      // Disables batching. A batched result that could not be saved would be an unhandled error and end the process.
      preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
      ...work,
    });
  const stopping = new AbortController();
  const { signal } = stopping;
  let running: Runner | undefined = await start();
  const runs = (async () => {
    while (!signal.aborted) {
      await running?.promise.catch((error: unknown) => log.error({ err: error }, "the job queue failed"));
      running = undefined;
      if (signal.aborted) return;
      log.error("the job queue stopped and will restart");
      await sleep(START_AGAIN_MS, undefined, { signal }).catch(() => {});
      if (!signal.aborted) running = await start().catch(() => undefined);
    }
    // Handles a stop during startup.
    await running?.stop();
  })();
  return {
    async stop() {
      stopping.abort();
      // The queue may already have stopped.
      await running?.stop().catch(() => {});
      await runs;
      await pgPool.end();
    },
  };
}

/** Logs everything below warnings at debug level. */
function loggingTo(log: Logger): LogFunctionFactory {
  return () => (level, message, meta) => {
    if (level === "error") log.error({ meta }, message);
    else if (level === "warning") log.warn({ meta }, message);
    else log.debug({ meta }, message);
  };
}
