// Runs the command line in tests, either as a process from the built package or inside this process with its own environment.
// Both behave the same, but the latter takes a fraction of the time.
import { spawn } from "node:child_process";
import { vi } from "vitest";
import { residents } from "../packages/denkeeper/src/cli/next-command.ts";
import { run } from "../packages/denkeeper/src/cli/program.ts";
import { BUILT_COMMAND } from "./processes/built-package.ts";
import { CHILD_ENV } from "./processes/child-env.ts";

interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

type Env = Readonly<Record<string, string>>;

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Runs the command as a process, with `typed` as its input. */
export async function startCommand(env: Env, words: readonly string[], typed = ""): Promise<Ended> {
  const child = spawn(process.execPath, [BUILT_COMMAND, ...words], { env: { ...CHILD_ENV, ...env }, timeout: 150_000 });
  child.stdin.end(typed);
  let stdout = "";
  let stderr = "";
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => (stdout += chunk));
  child.stderr.setEncoding("utf8").on("data", (chunk: string) => (stderr += chunk));
  const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
  return { code, stdout, stderr };
}

const exitCode = (): number => Number(process.exitCode ?? 0);

/** Runs the command inside this process. Calls must not overlap, because all of them write to the same streams. */
export async function runCommand(env: Env, words: readonly string[]): Promise<Ended> {
  const before = { env: { ...process.env }, code: process.exitCode };
  const listeners = SIGNALS.map((signal) => process.listeners(signal));
  const written = { stdout: "", stderr: "" };
  const spies = (["stdout", "stderr"] as const).map((name) =>
    vi.spyOn(process[name], "write").mockImplementation((chunk) => {
      written[name] += String(chunk);
      return true;
    }),
  );
  setEnv({ ...CHILD_ENV, ...env });
  process.exitCode = undefined;
  residents.clear();
  try {
    await run(words, "0");
    return { code: exitCode(), ...written };
  } finally {
    for (const spy of spies) spy.mockRestore();
    setEnv(before.env);
    process.exitCode = before.code;
    for (const [index, signal] of SIGNALS.entries())
      for (const listener of process.listeners(signal))
        if (listeners[index]?.includes(listener) !== true) process.off(signal, listener);
  }
}

function setEnv(env: NodeJS.ProcessEnv): void {
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, env);
}
