// Every job that is offered a creature keeps it alive, whatever the night and the clocks do; a weekly job is offered none.
import { expect, test } from "vitest";
import { JOBS, fitOf, lived } from "./jobs.ts";

test.each(JOBS)("FIT-1, FIT-2, FIT-3, FIT-4, LEAVE-1: $cron in $zone", (job) => {
  const found = fitOf(job);
  if ("why" in found) {
    expect(job.cron).toMatch(/1,4$|\* 1$|^0 4 1 /);
    return;
  }
  for (let nth = 0; nth < 5; nth++) {
    const { isAlive, missed, onTime, late, early } = lived(job, found, nth);
    expect({ isAlive, missed }, `life ${nth}`).toEqual({ isAlive: true, missed: 0 });
    expect(onTime / (onTime + late + early)).toBeGreaterThan(0.9);
  }
});
