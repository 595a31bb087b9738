// The worker: loops for work every few seconds, graphile-worker for the rest. It connects to PostgreSQL directly,
// because it uses LISTEN. Any number of workers may run.
import { randomBytes } from "node:crypto";
import { hostname } from "node:os";
import { Logger as GraphileLogger, run } from "graphile-worker";
import type { LogFunctionFactory, RunnerOptions } from "graphile-worker";
import type { Logger } from "pino";
import { z } from "zod";
import { now } from "../platform/clock.ts";
import type { Config } from "../config/config.ts";
import type { PortraitJobContext } from "../app/portraits/portrait-job.ts";
import { makeAvatar, makePortrait } from "../app/portraits/portrait-job.ts";
import { paymentsFor } from "../payments/index.ts";
import { Dependencies } from "../platform/dependency.ts";
import { RemoteImages } from "../providers/images/remote.ts";
import { pictureStoreFor } from "../providers/pictures/index.ts";
import { rollUp } from "./rollups/roll-up.ts";
import { ThrottledDb } from "../store/db/throttled-db.ts";
import { Database, openPool } from "../store/db/db.ts";
import { deleteHeartbeat, saveHeartbeat } from "../store/operations/heartbeats.ts";
import { QUEUE_SCHEMA } from "../store/db/migrate.ts";
import { DRAW_AVATAR, DRAW_PORTRAIT, PORTRAIT_STAGES } from "../store/creatures/portrait-jobs.ts";
import type { AvatarJob, PortraitJob } from "../store/creatures/portrait-jobs.ts";
import { Metrics } from "../observability/metrics.ts";
import { Lease } from "./lease.ts";
import { Loop } from "../platform/loop.ts";
import { Restorer } from "./restore.ts";
import { Sweeper } from "./sweep.ts";
import type { Task } from "./tasks.ts";
import { TASKS, presentForTasks } from "./tasks.ts";

const CONNECTIONS = 12;
const SWEEP_EVERY_MS = 1_000;
const HEARTBEAT_EVERY_MS = 5_000;
const RESTORE_EVERY_MS = 5_000;
const SILENT_FOR_MS = 24 * 3_600_000;
/** So many times as long as a statement takes the sweeper and the roll-ups rest after it: a quarter and a fifth of a core. */
const SWEEPER_PAUSE_FACTOR = 3;
const ROLL_UP_PAUSE_FACTOR = 4;
const QUEUE_CONNECTIONS = 3;
/** So many portraits are made at a time: each takes a core for some 60 ms, or waits for an image model. */
const PAINTERS = 2;

export interface Worker {
  /** Whether this worker is the one that rolls up. */
  readonly rollsUp: boolean;
  /** Lets running work end, then lets go of everything. */
  stop(): Promise<void>;
}

export async function startWorker(
  config: Config,
  log: Logger,
  clock: () => number = now,
  metrics: Metrics = new Metrics(),
): Promise<Worker> {
  const name = `${hostname()}:${process.pid}:${randomBytes(4).toString("hex")}`;
  const database = new Database(config.directDatabaseUrl, CONNECTIONS, (error) => {
    log.warn({ err: error }, "a connection of the worker to PostgreSQL was lost");
  });
  metrics.watchConnections("worker", database);
  const dependencies = new Dependencies(log);
  const pictures = await pictureStoreFor(config, dependencies);
  const images = config.images === undefined ? undefined : new RemoteImages(config.images, dependencies);
  const queue = await startQueue(config, database, clock, log, metrics, dependencies);
  metrics.watchDependencies("worker", dependencies.all);
  const painters = await startPainters(config, { database, pictures, images, now: clock }, log, metrics);
  const sweeperDb = new ThrottledDb(database, SWEEPER_PAUSE_FACTOR);
  const rollUpDb = new ThrottledDb(database, ROLL_UP_PAUSE_FACTOR);
  const loops = startLoops(name, database, sweeperDb, clock, log, metrics);
  const lease = new Lease(
    database,
    { name: "roll-up", holder: name, begin: () => rollUp(rollUpDb, clock, log, metrics) },
    log,
  );
  log.info({ worker: name }, "the worker works");
  return {
    get rollsUp() {
      return lease.held;
    },
    async stop() {
      for (const throttled of [sweeperDb, rollUpDb]) throttled.close();
      await Promise.all([queue.stop(), painters.stop(), lease.stop(), ...loops.map((loop) => loop.stop())]);
      await deleteHeartbeat(database, name, clock() - SILENT_FOR_MS);
      pictures.close();
      await database.close();
    },
  };
}

function startLoops(
  worker: string,
  database: Database,
  sweeping: ThrottledDb,
  clock: () => number,
  log: Logger,
  metrics: Metrics,
): readonly Loop[] {
  const startedAt = clock();
  const sweeper = new Sweeper(sweeping, clock, log);
  const restorer = new Restorer(database, log);
  const sweep = async (): Promise<boolean> => {
    metrics.swept({ ...(await sweeper.sweep()) });
    return sweeper.hasBacklog;
  };
  const restore = async (): Promise<void> => void (await restorer.restore());
  const beat = () => saveHeartbeat(database, worker, startedAt, clock());
  return [
    new Loop({ name: "sweep", everyMs: SWEEP_EVERY_MS, steady: true, run: sweep }, log, metrics),
    new Loop({ name: "restore", everyMs: RESTORE_EVERY_MS, run: restore }, log),
    new Loop({ name: "heartbeat", everyMs: HEARTBEAT_EVERY_MS, steady: true, run: beat }, log, metrics),
  ];
}

async function startQueue(
  config: Config,
  database: Database,
  clock: () => number,
  log: Logger,
  metrics: Metrics,
  dependencies: Dependencies,
): Promise<Queue> {
  const tasks: readonly [string, Task][] = Object.entries(TASKS);
  const { reconcilers } = await paymentsFor(config, database, log, dependencies);
  return runQueue(config, log, {
    concurrency: 2,
    taskList: Object.fromEntries(
      tasks.map(([name, task]) => [
        name,
        () =>
          counted(name, metrics, async () =>
            task.run(database, await presentForTasks(database, clock), log, metrics, reconcilers),
          ),
      ]),
    ),
    crontab: tasks.map(([name, { when }]) => `${when} ${name}`).join("\n"),
  });
}

const portraitJob: z.ZodType<PortraitJob> = z.object({
  agentId: z.string(),
  creatureId: z.string(),
  stage: z.enum(PORTRAIT_STAGES),
});
const avatarJob: z.ZodType<AvatarJob> = z.object({ agentId: z.string() });

/** Portraits have runners of their own, so that a slow image model never keeps the housekeeping waiting. */
function startPainters(config: Config, context: PortraitJobContext, log: Logger, metrics: Metrics): Promise<Queue> {
  return runQueue(config, log, {
    concurrency: PAINTERS,
    taskList: {
      [DRAW_PORTRAIT]: (job) => counted(DRAW_PORTRAIT, metrics, () => makePortrait(context, portraitJob.parse(job))),
      [DRAW_AVATAR]: (job) => counted(DRAW_AVATAR, metrics, () => makeAvatar(context, avatarJob.parse(job))),
    },
    crontab: "",
  });
}

interface Queue {
  stop(): Promise<void>;
}

async function runQueue(
  config: Config,
  log: Logger,
  work: Pick<RunnerOptions, "concurrency" | "taskList" | "crontab">,
): Promise<Queue> {
  const pgPool = openPool({ connectionString: config.directDatabaseUrl, max: QUEUE_CONNECTIONS }, (error) =>
    log.warn({ err: error }, "a connection of the job queue was lost"),
  );
  const queue = await run({
    pgPool,
    schema: QUEUE_SCHEMA,
    noHandleSignals: true,
    logger: new GraphileLogger(loggingTo(log)),
    ...work,
  });
  queue.promise.catch((error: unknown) => log.error({ err: error }, "the job queue has ended"));
  return {
    async stop() {
      await queue.stop();
      await pgPool.end();
    },
  };
}

async function counted(task: string, metrics: Metrics, work: () => Promise<void>): Promise<void> {
  let isDone = false;
  try {
    await work();
    isDone = true;
  } finally {
    metrics.jobEnded(task, isDone);
  }
}

/** What graphile-worker says in passing is of no interest. */
function loggingTo(log: Logger): LogFunctionFactory {
  return () => (level, message, meta) => {
    if (level === "error") log.error({ meta }, message);
    else if (level === "warning") log.warn({ meta }, message);
    else log.debug({ meta }, message);
  };
}
