// The worker: loops for what comes every few seconds, graphile-worker for the rest. It connects to PostgreSQL directly,
// since it listens there; any number of workers may run beside each other.
import { randomBytes } from "node:crypto";
import { hostname } from "node:os";
import { Logger as GraphileLogger, run } from "graphile-worker";
import type { LogFunctionFactory } from "graphile-worker";
import type { Logger } from "pino";
import { now } from "../clock.ts";
import type { Config } from "../config.ts";
import { rollUp } from "../rollups/roll-up.ts";
import { Database } from "../store/db.ts";
import { deleteHeartbeat, saveHeartbeat } from "../store/heartbeats.ts";
import { Lease } from "./lease.ts";
import { Loop } from "./loop.ts";
import { Sweeper } from "./sweep.ts";
import type { Task } from "./tasks.ts";
import { TASKS } from "./tasks.ts";

const CONNECTIONS = 12;
const SWEEP_EVERY_MS = 1_000;
const HEARTBEAT_EVERY_MS = 5_000;
const SILENT_FOR_MS = 24 * 3_600_000;
const QUEUE_CONNECTIONS = 3;
const QUEUE_SCHEMA = "graphile_worker";

export interface Worker {
  /** Whether this worker is the one that rolls up. */
  readonly rollsUp: boolean;
  /** Lets running work end, then lets go of everything. */
  stop(): Promise<void>;
}

export async function startWorker(config: Config, log: Logger, clock: () => number = now): Promise<Worker> {
  const name = `${hostname()}:${process.pid}:${randomBytes(4).toString("hex")}`;
  const database = new Database(config.directDatabaseUrl, CONNECTIONS, (error) => {
    log.warn({ err: error }, "a connection of the worker to PostgreSQL was lost");
  });
  const queue = await startQueue(config, database, clock, log);
  const startedAt = clock();
  const sweeper = new Sweeper(database, clock, log);
  const loops = [
    new Loop(
      {
        name: "sweep",
        everyMs: SWEEP_EVERY_MS,
        steady: true,
        async run() {
          await sweeper.sweep();
          return sweeper.hasBacklog;
        },
      },
      log,
    ),
    new Loop(
      {
        name: "heartbeat",
        everyMs: HEARTBEAT_EVERY_MS,
        steady: true,
        run: () => saveHeartbeat(database, name, startedAt, clock()),
      },
      log,
    ),
  ];
  const lease = new Lease(database, { name: "roll-up", holder: name, begin: () => rollUp(database, clock, log) }, log);
  log.info({ worker: name }, "the worker works");
  return {
    get rollsUp() {
      return lease.held;
    },
    async stop() {
      await Promise.all([queue.stop(), lease.stop(), ...loops.map((loop) => loop.stop())]);
      await deleteHeartbeat(database, name, clock() - SILENT_FOR_MS);
      await database.close();
    },
  };
}

async function startQueue(config: Config, database: Database, clock: () => number, log: Logger) {
  const tasks: readonly [string, Task][] = Object.entries(TASKS);
  const queue = await run({
    connectionString: config.directDatabaseUrl,
    schema: QUEUE_SCHEMA,
    maxPoolSize: QUEUE_CONNECTIONS,
    concurrency: 2,
    noHandleSignals: true,
    logger: new GraphileLogger(loggingTo(log)),
    taskList: Object.fromEntries(tasks.map(([name, task]) => [name, () => task.run(database, clock())])),
    crontab: tasks.map(([name, { when }]) => `${when} ${name}`).join("\n"),
  });
  queue.promise.catch((error: unknown) => log.error({ err: error }, "the job queue has ended"));
  return queue;
}

/** What graphile-worker says in passing is of no interest. */
function loggingTo(log: Logger): LogFunctionFactory {
  return () => (level, message, meta) => {
    if (level === "error") log.error({ meta }, message);
    else if (level === "warning") log.warn({ meta }, message);
    else log.debug({ meta }, message);
  };
}
