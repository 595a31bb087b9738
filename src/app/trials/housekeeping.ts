// Time limits of runs: a run ends a week after its start (TRIAL-6), and its house is emptied a week after its end.
import { DAY_MS, HOUR_MS } from "@denkeeper/rules/time/durations.ts";
import type { RealInstant } from "@denkeeper/rules/time/units.ts";
import { CLOCKS_DIFFER_MS } from "../../store/creatures/care-log.ts";
import type { Transacting } from "../../store/db/db.ts";
import { RUN_LASTS_MS } from "../../store/trials/caller-run.ts";
import { addEndJob, lockRun } from "../../store/trials/runs.ts";
import {
  emptyRun,
  listAbandonedRuns,
  listRunsToEmpty,
  listUnscoredRuns,
} from "../../store/trials/trial-housekeeping.ts";
import { moveRun } from "./move.ts";

const ROWS_KEPT_MS = 7 * DAY_MS;
const SCORE_AGAIN_AFTER_MS = HOUR_MS;
const AT_A_TIME = 100;

export async function tidyTrials(database: Transacting, now: RealInstant): Promise<void> {
  // All of them: the secret of a season waits for its runs, and others' abandoned runs must not hold it back.
  let abandoned: readonly string[];
  do {
    abandoned = await listAbandonedRuns(database, { startedBy: now - RUN_LASTS_MS, limit: AT_A_TIME });
    for (const runId of abandoned) await runOut(database, runId, now);
  } while (abandoned.length > 0);
  for (const runId of await listUnscoredRuns(database, { endedBy: now - SCORE_AGAIN_AFTER_MS, limit: AT_A_TIME })) {
    await addEndJob(database, runId, now);
  }
  for (const { runId, startedAt } of await listRunsToEmpty(database, {
    endedBy: now - ROWS_KEPT_MS,
    limit: AT_A_TIME,
  })) {
    await database.withTransaction((tx) => emptyRun(tx, runId, startedAt - CLOCKS_DIFFER_MS, now));
  }
}

/** The time of the run passes with nobody coming. */
async function runOut(database: Transacting, runId: string, now: RealInstant): Promise<void> {
  await database.withTransaction(async (tx) => {
    const run = await lockRun(tx, { agentId: runId });
    if (run?.state !== "open") return;
    await moveRun(tx, run, Infinity, now);
  });
}
