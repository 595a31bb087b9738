// Starts the service as a process for other scripts, usually with a new database.
import { spawn, type ChildProcess } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { CHILD_ENV } from "../test/processes/child-env.ts";
import { SERVER_URL, onServer } from "../test/processes/databases.ts";
import { freePort } from "../test/processes/free-port.ts";

const ROOT = join(import.meta.dirname, "..");
const START_MS = 180_000;
const TEST_ENV = { ...CHILD_ENV, ITEM_MODEL: "none", LOG_LEVEL: "error" };

export type ServiceSettings = Readonly<Record<string, string>>;

export interface StartedService {
  readonly url: string;
  readonly port: number;
  readonly pid: number;
  readonly ended: Promise<unknown>;
  readonly stop: (signal?: NodeJS.Signals) => Promise<void>;
}

interface StartOptions {
  readonly checkout?: string;
  /** Environment to which the settings are added; defaults to that of tests. */
  readonly env?: NodeJS.ProcessEnv;
  /** Runs the service in its own process group. Ctrl-C then reaches only the script, which stops its processes in order. */
  readonly detached?: boolean;
}

/** Resolves when the service answers, even if it is not ready, because with an unresponsive provider it never becomes ready. */
export async function startService(
  settings: ServiceSettings,
  { checkout = ROOT, env = TEST_ENV, detached = false }: StartOptions = {},
): Promise<StartedService> {
  const port = Number(settings["PORT"] ?? (await freePort()));
  const child = spawn(process.execPath, ["src/main.ts"], {
    cwd: checkout,
    env: { ...env, PORT: String(port), ...settings },
    stdio: ["ignore", "inherit", "inherit"],
    detached,
  });
  const ended = once(child, "close");
  const stop = async (signal: NodeJS.Signals = "SIGTERM") => {
    child.kill(signal);
    await ended;
  };
  const url = `http://127.0.0.1:${port}`;
  for (const end = Date.now() + START_MS; Date.now() < end && !hasEnded(child); await sleep(50)) {
    const isUp = await fetch(`${url}/api/health`, { signal: AbortSignal.timeout(1_000) }).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isUp) return { url, port, pid: child.pid ?? 0, ended, stop };
  }
  const reason = hasEnded(child) ? "ended while it started" : `did not answer on ${url} within ${START_MS / 1000} s`;
  await stop();
  throw new Error(`The service ${reason}.`);
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}

export async function makeDatabase() {
  const name = `denkeeper_script_${randomBytes(6).toString("hex")}`;
  await onServer(`CREATE DATABASE ${name}`);
  const drop = () => onServer(`DROP DATABASE ${name} WITH (FORCE)`);
  return { name, url: new URL(`/${name}`, SERVER_URL).href, drop };
}

export async function openHouse(settings: ServiceSettings = {}) {
  const { url: databaseUrl, drop } = await makeDatabase();
  const env = { DATABASE_URL: databaseUrl, RATE_LIMIT_FACTOR: "1000", ...settings };
  const { url, stop } = await startService(env).catch(async (thrown: unknown) => {
    await drop();
    throw thrown;
  });
  return { url, close: () => stop().then(drop) };
}
