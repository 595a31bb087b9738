// Tests when a service is quiet, and that a request ends long delays (QUIET-1).
import { setTimeout as sleep } from "node:timers/promises";
import { pino } from "pino";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Loop } from "./loop.ts";
import { QuietMonitor, quiet } from "./quiet.ts";

let movedMs = 0;
beforeEach(() => {
  const started = performance.now();
  vi.spyOn(performance, "now").mockImplementation(() => started + movedMs);
});
afterEach(() => void vi.restoreAllMocks());

test("QUIET-1: a service is quiet 30 seconds after its last request", () => {
  const house = new QuietMonitor();
  movedMs += 3_600_000;
  expect(house.isQuiet, "a worker without requests is never quiet").toBe(false);
  house.watch();
  movedMs += 30_000;
  expect(house.isQuiet).toBe(false);
  movedMs += 1;
  expect(house.isQuiet).toBe(true);
  const [endStream, endCall] = [house.enter(), house.enter()];
  endCall();
  movedMs += 3_600_000;
  expect(house.isQuiet, "a page is open").toBe(false);
  endStream();
  movedMs += 30_000;
  expect(house.isQuiet).toBe(false);
  movedMs += 1;
  expect(house.isQuiet).toBe(true);
});

test("QUIET-1: an idle loop waits longer until a request arrives", async () => {
  let rounds = 0;
  const run = async () => void rounds++;
  quiet.watch();
  movedMs += 30_001;
  const loop = new Loop({ name: "test", everyMs: 1, quietMs: 3_600_000, run }, pino({ level: "silent" }));
  const hurried = new Loop({ name: "other", everyMs: 1, run: async () => {} }, pino({ level: "silent" }));
  await sleep(50);
  expect(rounds).toBe(1);
  const end = quiet.enter();
  await expect.poll(() => rounds).toBeGreaterThan(3);
  end();
  movedMs += 30_001;
  await sleep(20);
  const before = rounds;
  await sleep(50);
  expect(rounds).toBe(before);
  // Stopping the loop ends even an hour-long delay.
  await Promise.all([loop.stop(), hurried.stop()]);
});
