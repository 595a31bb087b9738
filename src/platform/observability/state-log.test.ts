// Tests that repeated failures are logged once, and so is the recovery.
import { expect, test } from "vitest";
import type { Logger } from "pino";
import { VisitBuffer } from "../../model/visits/visit-buffer.ts";
import { RollupCache } from "../../model/figures/rollup-cache.ts";
import type { TransactionalDb } from "../database/db.ts";
import { registerServiceGauges } from "../../operator/health/service-gauges.ts";
import { Metrics } from "./metrics.ts";
import { Readiness } from "../../http/health/readiness.ts";

let isAway = false;
let now = 0;
const lines: string[] = [];
const log = {
  warn: (_: unknown, text: string) => void lines.push(text),
  info: (text: string) => void lines.push(text),
} as unknown as Logger;
const db = {
  query: async () => (isAway ? Promise.reject(new Error("away")) : []),
} as unknown as TransactionalDb;

async function threeTimes(work: () => Promise<unknown>): Promise<readonly string[]> {
  lines.length = 0;
  for (const away of [false, true, true, true, false, false]) {
    isAway = away;
    now += 60_000;
    await work();
  }
  return [...lines];
}

test("unreadable roll-ups are logged once, and their age is reported", async () => {
  const cache = new RollupCache(db, () => now, log);
  expect(cache.ageMs).toBeUndefined();
  expect(await threeTimes(() => cache.get("totals"))).toEqual([
    "reading roll-ups failed",
    "reading roll-ups succeeded again",
  ]);
  expect(cache.ageMs).toBe(0);
  isAway = true;
  now += 60_000;
  await cache.get("totals");
  expect(cache.ageMs).toBe(60_000);
});

test("failures of gauges, readiness, and visits are logged once", async () => {
  const metrics = new Metrics();
  const rollups = new RollupCache(db, () => now, { ...log, warn: () => {}, info: () => {} });
  registerServiceGauges(metrics, { database: db, rollups, now: () => now, log });
  expect(await threeTimes(() => metrics.text())).toEqual([
    "reading the state of the service failed",
    "reading the state of the service succeeded again",
  ]);
  expect(await metrics.text()).toContain("denkeeper_rollups_age_seconds");
  const readiness = new Readiness({
    database: db,
    config: { workerExpected: false, role: "api" },
    clock: () => now,
    portraits: undefined,
    log,
  });
  const [first] = await threeTimes(() => readiness.report().catch(() => {}));
  expect(first).toBe("asking the database for readiness failed");
  const buffer = new VisitBuffer(db, log);
  buffer.add("one", 1);
  isAway = true;
  lines.length = 0;
  await buffer.close();
  expect(lines).toEqual(["saving visits failed"]);
});
