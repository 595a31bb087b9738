// Runs the worker: loops for work that is due every few seconds, and graphile-worker for jobs. Any number of workers may run.
import { randomBytes } from "node:crypto";
import { hostname } from "node:os";
import type { Logger } from "pino";
import { now } from "./platform/clock.ts";
import type { Config } from "./platform/config/config.ts";
import { makeAvatar, makePortrait, type PortraitJobContext } from "./portraits/portrait-job.ts";
import { paymentsFor } from "./credits/rails.ts";
import { Dependencies } from "./platform/dependency.ts";
import { RemoteImages } from "./portraits/images/remote.ts";
import { pictureStoreFor } from "./platform/objects/index.ts";
import { rollUp } from "./community/rollups/roll-up.ts";
import { Database, ENDING_CUT } from "./platform/database/db.ts";
import { deleteHeartbeat, saveHeartbeat } from "./model/outages/store/heartbeats.ts";
import { DRAW_AVATAR, DRAW_PORTRAIT, avatarJob, portraitJob } from "./model/creatures/store/portrait-jobs.ts";
import { Metrics } from "./platform/observability/metrics.ts";
import { untraced } from "./platform/observability/traces.ts";
import { runQueue, type RunningQueue } from "./platform/jobs/job-queue.ts";
import { Lease, type RunningWork } from "./platform/jobs/lease.ts";
import { Rounds } from "./rounds.ts";
import { Loop } from "./platform/loop.ts";
import { Restorer } from "./operator/outages/restore.ts";
import { TASKS, nowForTasks, type Task } from "./tasks.ts";

const CONNECTIONS = 12;
const HEARTBEAT_EVERY_MS = 5_000;
const RESTORE_EVERY_MS = 5_000;
/** Intervals while the service is quiet (QUIET-1). */
const QUIETLY_MS = 5_000;
const RESTORE_QUIETLY_MS = 20_000;
const SILENT_FOR_MS = 24 * 3_600_000;
/** Timeout factor for figures, relative to a call. In a large installation they take minutes, and no caller waits for them. */
const FIGURES_PATIENCE = 60;
/** Number of portraits drawn concurrently. Each occupies a core for about 60 ms, or waits for an image model. */
const PAINTERS = 2;

export interface Worker {
  /** True while this worker holds the lease of the roll-ups. */
  readonly rollsUp: boolean;
  /** Finishes running work except figures, then closes all connections. */
  stop(): Promise<void>;
}

interface WorkerContext {
  readonly config: Config;
  readonly database: Database;
  readonly clock: () => number;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly dependencies: Dependencies;
}

export async function startWorker(
  config: Config,
  log: Logger,
  clock: () => number = now,
  metrics: Metrics = new Metrics(),
): Promise<Worker> {
  const name = `${hostname()}:${process.pid}:${randomBytes(4).toString("hex")}`;
  const onLost = (error: Error): void => log.warn({ err: error }, "a connection of the worker to PostgreSQL was lost");
  const database = new Database(config.directDatabaseUrl, CONNECTIONS, onLost, { patience: config.databasePatience });
  metrics.watchConnections("worker", database);
  const dependencies = new Dependencies(log);
  const context: WorkerContext = { config, database, clock, log, metrics, dependencies };
  const pictures = await pictureStoreFor(config, dependencies);
  const images = config.images === undefined ? undefined : new RemoteImages(config.images, dependencies);
  const queue = await startQueue(context);
  const rounds = await Rounds.start(context);
  metrics.watchDependencies("worker", dependencies.all);
  const painters = await startPainters({ database, pictures, images, now: clock }, context);
  const rollUpFigures = (): RunningWork => {
    const patience = config.databasePatience * FIGURES_PATIENCE;
    const figures = new Database(config.directDatabaseUrl, 1, onLost, { patience, options: ENDING_CUT });
    const running = rollUp(figures, clock, log, metrics);
    return {
      async stop() {
        figures.cut();
        await running.stop();
        await figures.close();
      },
    };
  };
  const loops = startLoops(name, context);
  const lease = new Lease(database, { name: "roll-up", holder: name, begin: rollUpFigures }, log);
  log.info({ worker: name }, "worker started");
  return {
    get rollsUp() {
      return lease.held;
    },
    async stop() {
      await Promise.all([
        rounds.stop(),
        queue.stop(),
        painters.stop(),
        lease.stop(),
        ...loops.map((loop) => loop.stop()),
      ]);
      await deleteHeartbeat(database, { worker: name, silentSince: clock() - SILENT_FOR_MS });
      pictures.close();
      await database.close();
    },
  };
}

function startLoops(worker: string, { database, clock, log, metrics }: WorkerContext) {
  const startedAt = clock();
  const restorer = new Restorer(database, log);
  const restore = async (): Promise<void> => void (await restorer.restore());
  const beat = () => untraced(() => saveHeartbeat(database, { worker, startedAt, at: clock() }));
  const beating = { name: "heartbeat", everyMs: HEARTBEAT_EVERY_MS, quietMs: QUIETLY_MS } as const;
  return [
    new Loop({ name: "restore", everyMs: RESTORE_EVERY_MS, quietMs: RESTORE_QUIETLY_MS, run: restore }, log),
    new Loop({ ...beating, run: beat }, log, metrics),
  ];
}

async function startQueue(context: WorkerContext): Promise<RunningQueue> {
  const { config, database, clock, log, metrics, dependencies } = context;
  const tasks = Object.entries<Task>(TASKS);
  const { reconcilers } = await paymentsFor(config, database, log, dependencies);
  return runQueue(config, log, {
    concurrency: 2,
    taskList: Object.fromEntries(
      tasks.map(([name, task]) => [
        name,
        () =>
          countTask(name, metrics, async () =>
            task.run({ ...context, reconcilers, now: await nowForTasks(database, clock) }),
          ),
      ]),
    ),
    crontab: tasks.map(([name, { when }]) => `${when} ${name}`).join("\n"),
  });
}

/** Portraits have a separate queue, so that a slow image model never delays housekeeping. */
function startPainters(context: PortraitJobContext, { config, log, metrics }: WorkerContext): Promise<RunningQueue> {
  return runQueue(config, log, {
    concurrency: PAINTERS,
    taskList: {
      [DRAW_PORTRAIT]: (job) => countTask(DRAW_PORTRAIT, metrics, () => makePortrait(context, portraitJob.parse(job))),
      [DRAW_AVATAR]: (job) => countTask(DRAW_AVATAR, metrics, () => makeAvatar(context, avatarJob.parse(job))),
    },
    crontab: "",
  });
}

async function countTask(task: string, metrics: Metrics, work: () => Promise<void>): Promise<void> {
  let isDone = false;
  try {
    await work();
    isDone = true;
  } finally {
    metrics.jobEnded(task, isDone);
  }
}
