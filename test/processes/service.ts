// Runs the service as a separate process that a test can kill, and collects its log.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { CHILD_ENV, SHORT_LIVED } from "./child-env.ts";
import type { House } from "../harness.ts";
import { until } from "./own-redis.ts";

export interface ServiceProcess {
  readonly url: string;
  log(): string;
  /** Resolves to exit code and signal. */
  readonly ended: Promise<{ readonly code: number | null; readonly signal: string | null }>;
  kill(): Promise<void>;
}

/** Starts API and worker in one process on the database of a house, with all log levels. */
export async function startServiceProcess(
  house: House,
  port: number,
  env: Readonly<Record<string, string>>,
): Promise<ServiceProcess> {
  const { databaseUrl, redisUrl = "", redisPrefix, deploymentId } = house.app.services.config;
  const child = spawn(process.execPath, [...SHORT_LIVED, "src/main.ts"], {
    env: {
      ...CHILD_ENV,
      NODE_ENV: "test",
      DATABASE_URL: databaseUrl,
      REDIS_URL: redisUrl,
      REDIS_PREFIX: redisPrefix,
      DEPLOYMENT_ID: deploymentId,
      RATE_LIMIT_FACTOR: "100000",
      ITEM_MODEL: "none",
      LOG_LEVEL: "trace",
      PORT: String(port),
      ...env,
    },
  });
  let log = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (data: Buffer) => (log += data.toString()));
  const ended = once(child, "close").then(([code, signal]: (number | string | null)[]) => ({
    code: typeof code === "number" ? code : null,
    signal: typeof signal === "string" ? signal : null,
  }));
  await until(() => {
    if (child.exitCode !== null) throw new Error(`the service ended: ${log}`);
    return log.includes("Denkeeper is listening");
  });
  return {
    url: `http://127.0.0.1:${port}`,
    log: () => log,
    ended,
    async kill() {
      child.kill("SIGKILL");
      await ended;
    },
  };
}
