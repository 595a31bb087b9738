// Tests the portrait storage check: when it runs, what it reports, and how often it logs.
import { pino } from "pino";
import { expect, test } from "vitest";
import { MINUTE_MS } from "@denkeeper/rules/time/durations.ts";
import { PortraitStorage } from "./portrait-storage.ts";

/** Creates a store with scripted results, and collects the logged lines. */
function scene() {
  const lines: string[] = [];
  const log = pino({}, { write: (line: string) => lines.push((JSON.parse(line) as { msg: string }).msg) });
  let now = 0;
  let probes = 0;
  let answer: () => Promise<void> = async () => {};
  const probe = async () => {
    probes++;
    await answer();
  };
  const storage = new PortraitStorage({ probe }, () => now, log);
  return {
    storage,
    lines,
    probes: () => probes,
    pass: (ms: number) => (now += ms),
    answers: (next: () => Promise<void>) => (answer = next),
  };
}

const fails = async () => {
  throw Object.assign(new Error("EACCES: /secret/path"), { code: "EACCES" });
};

test("a working store is probed every minute, a failing one more often", async () => {
  const { storage, lines, probes, pass, answers } = scene();
  expect([await storage.check(), await storage.check(), probes()]).toEqual(["ok", "ok", 1]);
  answers(fails);
  pass(MINUTE_MS);
  expect([await storage.check(), await storage.check(), probes()]).toEqual([
    "not writable: EACCES",
    "not writable: EACCES",
    2,
  ]);
  pass(MINUTE_MS / 10);
  expect([await storage.check(), probes(), lines.length]).toEqual(["not writable: EACCES", 3, 1]);
  answers(async () => {});
  pass(MINUTE_MS / 10);
  expect([await storage.check(), storage.hasWorked, lines.length]).toEqual(["ok", true, 2]);
});

test("a hanging store is probed once and delays no check", async () => {
  const { storage, probes, pass, answers } = scene();
  const { promise, resolve } = Promise.withResolvers<void>();
  answers(() => promise);
  expect(await storage.check()).toBe("not writable: no answer within 2 seconds");
  pass(MINUTE_MS / 10);
  expect(await storage.check()).toBe("not writable: no answer within 2 seconds");
  expect([probes(), storage.hasWorked]).toEqual([1, false]);
  resolve();
  pass(MINUTE_MS / 10);
  expect(await storage.check()).toBe("ok");
});
