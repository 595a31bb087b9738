// One waking: what the command gets, what is heard of it, and how it is stopped.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { CliError } from "../failure.ts";
import { requireProgram, wake, type WakingPlan, type Woken } from "./waking.ts";

const folder = mkdtempSync(join(tmpdir(), "denkeeper-waking-"));
afterAll(() => rmSync(folder, { recursive: true }));

const KEY = ["dkt", "not-a-real-key"].join("_");

async function woken(script: string, more: Partial<WakingPlan> = {}): Promise<Woken> {
  const { signal } = new AbortController();
  const command = ["bash", "-c", script];
  return wake({ command, url: "http://house", key: KEY, notes: folder, timeoutMs: 60_000, signal, ...more });
}

test("the command gets address, key and notes, and its notes stay", async () => {
  const script = 'echo "$DENKEEPER_URL $DENKEEPER_KEY" >> "$DENKEEPER_NOTES/seen"';
  for (let count = 0; count < 2; count++) expect(await woken(script)).toMatchObject({ outcome: "ended" });
  expect(readFileSync(join(folder, "seen"), "utf8")).toBe(`http://house ${KEY}\n`.repeat(2));
});

test("what it prints is heard without the key and without what a terminal obeys", async () => {
  const lines: string[] = [];
  const script = String.raw`echo "I have $DENKEEPER_KEY"; printf '\033[2Jgone\n' >&2; exit 3`;
  const { outcome, how, lastLines } = await woken(script, { onLine: (line) => lines.push(line) });
  expect({ outcome, how }).toEqual({ outcome: "failed", how: "exit code 3" });
  expect(lines.toSorted()).toEqual(["I have (the key of the run)", "[2Jgone"]);
  expect(lastLines.toSorted()).toEqual(lines);
});

test("one that hangs is stopped with everything it started", async () => {
  const pidFile = join(folder, "pid");
  const script = `sleep 600 & echo $! > ${pidFile}; trap '' TERM; wait; sleep 600`;
  const started = woken(script, { timeoutMs: 500, graceMs: 200 });
  expect(await started).toMatchObject({ outcome: "timed_out" });
  const pid = Number(readFileSync(pidFile, "utf8"));
  await expect.poll(() => isRunning(pid)).toBe(false);
});

test("an interruption stops it", async () => {
  const leaving = new AbortController();
  setTimeout(() => leaving.abort(), 100);
  expect(await woken("sleep 600", { signal: leaving.signal })).toMatchObject({ outcome: "stopped" });
});

test("a program that does not exist is refused before anything starts", () => {
  expect(() => requireProgram("no-such-program")).toThrow(CliError);
  expect(() => requireProgram(join(folder, "none"))).toThrow(CliError);
  requireProgram("bash");
});

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !readFileSync(`/proc/${pid}/stat`, "utf8").includes(") Z ");
  } catch {
    return false;
  }
}
