// Runs service processes that can be killed and restarted with the same settings.
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { openSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { CHILD_ENV, SHORT_LIVED } from "../../../test/processes/child-env.ts";
import { listens } from "../../../test/processes/free-port.ts";

const MAIN = fileURLToPath(new URL("../../../src/main.ts", import.meta.url));
const PATIENCE_MS = 180_000;

export interface ServiceCode {
  /** Path of the program. */
  readonly main: string;
  /** Modules to load before it, which read `env`. */
  readonly before?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

export interface ServiceStart {
  readonly port: number;
  readonly env: Readonly<Record<string, string>>;
  /** Modules to load before the service, which inject faults. */
  readonly before?: readonly string[];
  readonly log: string;
}

export class ServiceProcess {
  readonly #beginning: ServiceStart;
  /** Sources to use at the next start. */
  code: ServiceCode = { main: MAIN };
  #child: ChildProcess | undefined;

  constructor(beginning: ServiceStart) {
    this.#beginning = beginning;
  }

  get port(): number {
    return this.#beginning.port;
  }

  get runs(): boolean {
    return this.#child !== undefined && this.#child.exitCode === null && this.#child.signalCode === null;
  }

  /** Resolves when the process accepts connections. */
  async start(): Promise<void> {
    const { env, before = [], log, port } = this.#beginning;
    const { main, before: more = [], env: changed } = this.code;
    const imports = [...before, ...more].map((module) => `--import=${module}`);
    const out = openSync(log, "a");
    this.#child = spawn(process.execPath, [...SHORT_LIVED, ...imports, main], {
      env: { ...CHILD_ENV, ...env, ...changed },
      stdio: ["ignore", out, out],
    });
    for (const end = performance.now() + PATIENCE_MS; !(await listens(port)); await sleep(20)) {
      if (!this.runs || performance.now() > end)
        throw new Error(
          `a service process does not listen on port ${port}:\n${readFileSync(log, "utf8").slice(-2000)}`,
        );
    }
  }

  async kill(): Promise<void> {
    await this.#end("SIGKILL");
  }

  /** Sends SIGTERM. Returns the exit code, or null if a signal ended the process. */
  async stop(): Promise<number | null> {
    await this.#end("SIGTERM");
    return this.#child?.exitCode ?? null;
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#child;
    if (child === undefined || !this.runs) return;
    const gone = once(child, "exit");
    child.kill(signal);
    await gone;
  }
}
