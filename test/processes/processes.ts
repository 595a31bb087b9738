// Runs the service as separate processes on the database of one house, for tests across processes.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { CHILD_ENV, SHORT_LIVED } from "./child-env.ts";
import type { House } from "../harness.ts";
import { until } from "./own-redis.ts";

export interface Processes {
  readonly urls: readonly string[];
  stop(): Promise<void>;
}

/** Starts all processes concurrently, as a deployment does. */
export async function startProcesses(house: House, count: number): Promise<Processes> {
  const { databaseUrl, redisUrl = "", redisPrefix, deploymentId } = house.app.services.config;
  const env = {
    ...CHILD_ENV,
    DATABASE_URL: databaseUrl,
    REDIS_URL: redisUrl,
    REDIS_PREFIX: redisPrefix,
    DEPLOYMENT_ID: deploymentId,
    RATE_LIMIT_FACTOR: "1000",
    ITEM_MODEL: "none",
    DATABASE_CONNECTIONS: "8",
    MAX_CONCURRENT_REQUESTS: "1000",
    ROLE: "api",
    PORT: "0",
  };
  const started = Array.from({ length: count }, () => {
    const child = spawn(process.execPath, [...SHORT_LIVED, "src/main.ts"], { env });
    let log = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (data: Buffer) => (log += data.toString()));
    return { child, exited: once(child, "exit"), log: () => log, port: () => /"port":(\d+)/.exec(log)?.[1] };
  });
  await until(() => {
    const broken = started.find(({ child }) => child.exitCode !== null);
    if (broken !== undefined) throw new Error(`a process ended: ${broken.log()}`);
    return started.every(({ port }) => port() !== undefined);
  });
  return {
    urls: started.map(({ port }) => `http://127.0.0.1:${port()}`),
    async stop() {
      for (const { child } of started) child.kill("SIGTERM");
      await Promise.all(started.map(({ exited }) => exited));
    },
  };
}
