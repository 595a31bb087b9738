// Tests that creatures recommended by `fit` survive every job, including nights and clock changes.
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { scheduleFrom } from "../../src/platform/cron.ts";
import { FULL } from "../../test/tier.ts";
import { JOBS, fitOf, liveWithJob, type Job } from "./jobs.ts";

test.each(JOBS)("FIT-1, FIT-2, FIT-3, FIT-4, LEAVE-1: $cron in $zone keeps its creature alive", (job) => {
  const found = fitOf(job);
  if ("why" in found) {
    expect(job.cron).toMatch(/1,4$|\* 1$|^0 4 1 /);
    return;
  }
  for (let nth = 0; nth < 5; nth++) {
    const { alive, timings } = liveWithJob(job, found, nth);
    expect({ alive, missed: timings.missed_window }, `life ${nth}`).toEqual({ alive: true, missed: 0 });
    expect(timings.on_time / (timings.on_time + timings.late + timings.early)).toBeGreaterThan(0.9);
  }
});

const ZONES = ["UTC", "Europe/Berlin", "America/New_York", "Asia/Kolkata", "Australia/Lord_Howe", "Pacific/Auckland"];
const some = (most: number, least = 0) =>
  fc.uniqueArray(fc.integer({ min: least, max: most }), { minLength: 1, maxLength: 4 }).map((list) => list.join(","));
const arbitraryJob: fc.Arbitrary<Job> = fc.record({
  cron: fc
    .tuple(
      fc.oneof(fc.integer({ min: 0, max: 59 }).map(String), fc.constant("*/30")),
      fc.oneof(
        some(23),
        fc.integer({ min: 2, max: 12 }).map((step) => `*/${step}`),
        fc.constantFrom("*", "8-18"),
      ),
      fc.oneof({ weight: 5, arbitrary: fc.constant("*") }, { weight: 1, arbitrary: some(28, 1) }),
      fc.constant("*"),
      fc.oneof(
        { weight: 2, arbitrary: fc.constant("*") },
        { weight: 3, arbitrary: fc.oneof(some(6), fc.constant("1-5")) },
      ),
    )
    .map((fields) => fields.join(" ")),
  zone: fc.constantFrom(...ZONES),
  lateMinutes: fc.integer({ min: 0, max: 25 }),
});

test("FIT-1, FIT-2, FIT-3, FIT-4: any job keeps the offered creature alive", { timeout: 3_600_000 }, () => {
  let offered = 0;
  fc.assert(
    fc.property(arbitraryJob, fc.nat({ max: 4 }), (job, nth) => {
      fc.pre(typeof scheduleFrom(job.cron, job.zone, 60, 0) !== "string");
      const found = fitOf(job);
      if ("why" in found) return;
      offered++;
      expect(liveWithJob(job, found, nth).alive, JSON.stringify({ job, found })).toBe(true);
    }),
    { numRuns: FULL ? 200 : 10 },
  );
  expect(offered).toBeGreaterThan(0);
});
