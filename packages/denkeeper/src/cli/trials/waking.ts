// One waking of an agent: its command started afresh, with the key of the run, stopped when it takes too long.
import { spawn, type ChildProcess } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { CliError } from "../failure.ts";
import { plain } from "../plain.ts";
import { duration } from "../time.ts";

const GRACE_MS = 5_000;
/** How much of a failed command's output is shown. */
const LAST_LINES = 10;

export interface WakingPlan {
  readonly command: readonly string[];
  readonly url: string;
  readonly key: string;
  readonly notes: string;
  readonly timeoutMs: number;
  /** How long it has to end once it was asked to. */
  readonly graceMs?: number;
  readonly signal: AbortSignal;
  /** Gets each line that the command prints. */
  readonly onLine?: ((line: string) => void) | undefined;
}

export interface Woken {
  readonly outcome: "ended" | "failed" | "timed_out" | "stopped";
  /** What it ended with, "exit code 1" or "signal SIGKILL", or after what time it was stopped. */
  readonly how: string;
  readonly lastLines: readonly string[];
}

/** Refuses a command that cannot be started before a run is started for it. */
export function requireProgram(program: string, env: NodeJS.ProcessEnv = process.env): void {
  if (process.platform === "win32") return;
  const places = program.includes("/")
    ? [program]
    : (env["PATH"] ?? "").split(delimiter).map((at) => join(at, program));
  if (program !== "" && places.some((place) => existsSync(place))) return;
  throw new CliError(
    `There is no program "${program}"`,
    "Put the command after two hyphens:\n  denkeeper trial run --scenario first-1 -- node agent.js",
  );
}

export async function wake(plan: WakingPlan): Promise<Woken> {
  const { command, url, key, notes, timeoutMs, graceMs = GRACE_MS, signal } = plan;
  const [program = "", ...args] = command;
  const child = spawn(program, args, {
    env: { ...process.env, DENKEEPER_URL: url, DENKEEPER_KEY: key, DENKEEPER_NOTES: notes },
    stdio: ["ignore", "pipe", "pipe"],
    // In a group with what it starts, so that all of it can be stopped.
    detached: process.platform !== "win32",
  });
  const lastLines: string[] = [];
  const hear = (line: string) => {
    const shown = plain(line.replaceAll(key, "(the key of the run)"));
    lastLines.push(shown);
    if (lastLines.length > LAST_LINES) lastLines.shift();
    plan.onLine?.(shown);
  };
  const heard = [child.stdout, child.stderr].map((stream) => listen(stream, hear));
  let timedOut = false;
  const timer = setTimeout(() => {
    timedOut = true;
    stop(child, graceMs);
  }, timeoutMs);
  const leave = () => stop(child, graceMs);
  signal.addEventListener("abort", leave, { once: true });
  if (signal.aborted) leave();
  try {
    const how = await ended(child);
    // What the command left running must not hold its output open.
    if (how !== ENDED_WELL) kill(child, "SIGKILL");
    await Promise.race([Promise.all(heard), new Promise((resolve) => setTimeout(resolve, 200))]);
    const outcome = signal.aborted ? "stopped" : timedOut ? "timed_out" : how === ENDED_WELL ? "ended" : "failed";
    return { outcome, how: outcome === "timed_out" ? duration(timeoutMs) : how, lastLines };
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", leave);
    for (const stream of [child.stdout, child.stderr]) stream.destroy();
  }
}

const ENDED_WELL = "exit code 0";

async function ended(child: ChildProcess): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  child.once("error", (error) => resolve(error.message));
  child.once("exit", (code, signal) => resolve(code === null ? `signal ${signal}` : `exit code ${code}`));
  return promise;
}

async function listen(stream: Readable, hear: (line: string) => void): Promise<void> {
  try {
    for await (const line of createInterface({ input: stream, crlfDelay: Infinity })) hear(line);
  } catch {
    // The stream was closed while something the command started still had it open.
  }
}

function stop(child: ChildProcess, graceMs: number): void {
  kill(child, "SIGTERM");
  const timer = setTimeout(() => kill(child, "SIGKILL"), graceMs);
  child.once("exit", () => clearTimeout(timer));
}

/** The whole group; where there are none, the command alone. */
function kill(child: ChildProcess, signal: "SIGTERM" | "SIGKILL"): void {
  const { pid } = child;
  if (pid === undefined) return;
  try {
    if (process.platform === "win32") child.kill(signal);
    else process.kill(-pid, signal);
  } catch {
    // It has ended.
  }
}
