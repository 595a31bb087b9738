// A program of the installation as a process: its log in a file, and everything that it started ends with it.
import type { ChildProcess } from "node:child_process";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { openSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

export interface Program {
  readonly name: string;
  readonly command: readonly [program: string, ...args: string[]];
  readonly env: Readonly<Record<string, string>>;
  readonly folder: string;
  readonly log: string;
}

export class Part {
  readonly name: string;
  readonly #child: ChildProcess;
  readonly #log: string;

  constructor({ name, command: [program, ...args], env, folder, log }: Program) {
    this.name = name;
    this.#log = log;
    const out = openSync(log, "a");
    this.#child = spawn(program, args, { cwd: folder, env, stdio: ["ignore", out, out], detached: true });
    this.#child.on("error", () => {});
  }

  get runs(): boolean {
    return this.#child.pid !== undefined && this.#child.exitCode === null && this.#child.signalCode === null;
  }

  log(): string {
    return readFileSync(this.#log, "utf8").slice(-2_000);
  }

  /** Waits until something holds, as long as the program runs. */
  async until(what: string, holds: () => boolean | Promise<boolean>, ms = 180_000): Promise<void> {
    for (const end = performance.now() + ms; ; await sleep(100)) {
      if (await Promise.resolve(holds()).catch(() => false)) return;
      if (!this.runs) throw new Error(`${this.name} ended:\n${this.log()}`);
      if (performance.now() > end) throw new Error(`${what} did not happen within ${ms / 1000} s:\n${this.log()}`);
    }
  }

  /** Ends it and all that it started. */
  async stop(): Promise<void> {
    const { pid } = this.#child;
    if (pid === undefined || !this.runs) return;
    const gone = once(this.#child, "exit");
    process.kill(-pid, "SIGTERM");
    const tooLong = setTimeout(() => process.kill(-pid, "SIGKILL"), 10_000);
    await gone;
    clearTimeout(tooLong);
  }
}
