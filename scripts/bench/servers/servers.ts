// The measured processes, and how much CPU each of them used.
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { CHILD_ENV } from "../../../test/processes/child-env.ts";
import { REDIS_URL } from "../../../test/processes/databases.ts";
import { freePort, listens } from "../../../test/processes/free-port.ts";

const OURS = fileURLToPath(new URL("../../../", import.meta.url));
const PATIENCE_MS = 30_000;
/** Linux counts processor time in hundredths of a second. */
const TICK_MS = 10;

export interface Server {
  readonly name: string;
  readonly port: number;
  readonly pid: number;
  /** Processor time so far, in milliseconds. */
  readonly cpuMs: () => number;
  readonly stop: () => Promise<void>;
}

interface ServiceOptions {
  readonly databaseUrl: string;
  readonly redisPrefix: string;
  /** Without it: the role. */
  readonly name?: string;
  /** What Node itself is told. */
  readonly nodeArgs?: readonly string[];
  /** The checkout whose service it is; without it: this one. */
  readonly checkout?: string | undefined;
  /** What this measurement alone sets. */
  readonly env?: Readonly<Record<string, string>>;
}

/** The service as in production, but that nobody is turned away for asking often. Resolves when it listens. */
export async function startService(
  role: "api" | "worker",
  { databaseUrl, redisPrefix, name = role, nodeArgs = [], env = {}, checkout = OURS }: ServiceOptions,
): Promise<Server> {
  const port = await freePort();
  const child = spawn(process.execPath, [...nodeArgs, join(checkout, "src/main.ts")], {
    env: {
      ...CHILD_ENV,
      ROLE: role,
      NODE_ENV: "production",
      BASE_URL: `http://localhost:${port}`,
      DATABASE_URL: databaseUrl,
      REDIS_URL,
      REDIS_PREFIX: redisPrefix,
      PORT: String(port),
      WORKER_PORT: String(port),
      LOG_LEVEL: "warn",
      RATE_LIMIT_FACTOR: "1000000",
      ...env,
    },
    stdio: ["ignore", "inherit", "inherit"],
  });
  for (const end = performance.now() + PATIENCE_MS; !(await listens(port)); await sleep(100)) {
    if (child.exitCode !== null || performance.now() > end) {
      child.kill();
      throw new Error(`${name} does not listen`);
    }
  }
  return { name, port, pid: child.pid ?? 0, cpuMs: () => cpuMsOf(child.pid), stop: () => stop(child) };
}

function cpuMsOf(pid: number | undefined): number {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  // Behind the name in brackets come the fields from the third on; user and system time are the 14th and 15th.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const gone = once(child, "exit");
  child.kill("SIGTERM");
  await gone;
}
