// A running service for scripts that call one: the real service on a free port, mostly with its own database.
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { CHILD_ENV } from "../test/processes/child-env.ts";
import { SERVER_URL, onServer } from "../test/processes/databases.ts";
import { freePort } from "../test/processes/free-port.ts";

const START_MS = 120_000;

export type ServiceSettings = Readonly<Record<string, string>>;

export interface StartedService {
  readonly url: string;
  readonly port: number;
  readonly pid: number;
  readonly stop: (signal?: NodeJS.Signals) => Promise<void>;
}

/** The service of a checkout. It answers, but need not be ready: with a provider that never answers it never is. */
export async function startService(settings: ServiceSettings, checkout = "."): Promise<StartedService> {
  const port = await freePort();
  const env = { ...CHILD_ENV, PORT: String(port), ITEM_MODEL: "none", LOG_LEVEL: "error", ...settings };
  const child = spawn(process.execPath, ["src/main.ts"], {
    cwd: checkout,
    env,
    stdio: ["ignore", "inherit", "inherit"],
  });
  const ended = once(child, "close");
  const stop = async (signal: NodeJS.Signals = "SIGTERM") => {
    child.kill(signal);
    await ended;
  };
  const url = `http://127.0.0.1:${port}`;
  for (const end = Date.now() + START_MS; Date.now() < end && child.exitCode === null; await sleep(100)) {
    const isUp = await fetch(`${url}/api/health`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isUp) return { url, port, pid: child.pid ?? 0, stop };
  }
  await stop();
  throw new Error("the service did not start");
}

export interface OwnDatabase {
  readonly name: string;
  readonly url: string;
  readonly drop: () => Promise<void>;
}

export async function makeDatabase(): Promise<OwnDatabase> {
  const name = `denkeeper_script_${randomBytes(6).toString("hex")}`;
  await onServer(`CREATE DATABASE ${name}`);
  const drop = () => onServer(`DROP DATABASE ${name} WITH (FORCE)`);
  return { name, url: new URL(`/${name}`, SERVER_URL).href, drop };
}

export interface OpenedHouse {
  readonly url: string;
  readonly databaseUrl: string;
  close(): Promise<void>;
}

export async function openHouse(settings: ServiceSettings = {}): Promise<OpenedHouse> {
  const { url: databaseUrl, drop } = await makeDatabase();
  const env = { DATABASE_URL: databaseUrl, RATE_LIMIT_FACTOR: "1000", ...settings };
  const { url, stop } = await startService(env).catch(async (thrown: unknown) => {
    await drop();
    throw thrown;
  });
  return { url, databaseUrl, close: () => stop().then(drop) };
}
