// The service as a child process, started like `npm start`, so development runs what production runs.
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";

const MAIN = fileURLToPath(new URL("../../src/main.ts", import.meta.url));
/** A busy machine takes its time. */
const START_TIMEOUT_MS = 180_000;
const LOOK_EVERY_MS = 50;

export interface Service {
  /** Ends when the process ends, for whatever reason. */
  readonly ended: Promise<unknown>;
  stop(): Promise<void>;
}

/** Started, and answering. */
export async function startService(env: Readonly<Record<string, string>>, url: string): Promise<Service> {
  // Its own group: Ctrl-C in the terminal reaches this process alone, which then stops things in their order.
  const child = spawn(process.execPath, [MAIN], { env: { ...process.env, ...env }, stdio: "inherit", detached: true });
  const ended = once(child, "exit");
  const service: Service = { ended, stop: () => stop(child, ended) };
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (!(await answers(url))) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error("The service ended while it started.");
    if (Date.now() > deadline) {
      await service.stop();
      throw new Error(`The service did not answer on ${url} within three minutes.`);
    }
    await sleep(LOOK_EVERY_MS);
  }
  return service;
}

async function answers(url: string): Promise<boolean> {
  try {
    const { ok } = await fetch(`${url}/api/health`, { signal: AbortSignal.timeout(1_000) });
    return ok;
  } catch {
    return false;
  }
}

async function stop(child: ChildProcess, ended: Promise<unknown>): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) child.kill("SIGTERM");
  await ended;
}
