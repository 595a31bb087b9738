// Moves jobs from the outbox, which is where the agents are, to the queue. The two may be on different nodes, and then no
// transaction covers both: jobs are added first and deleted from the outbox afterward. Whoever dies in between, or moves the
// same jobs at the same time, adds none that is in the queue, and jobs that run twice do no harm.
import type { Db } from "../database/db.ts";
import { addJobs, deleteFromOutbox, listOutbox } from "./store/outbox.ts";

const JOBS_AT_A_TIME = 200;

/** Whether there may be more. */
export async function moveJobs(db: Db): Promise<boolean> {
  const jobs = await listOutbox(db, { limit: JOBS_AT_A_TIME });
  if (jobs.length === 0) return false;
  await addJobs(db, jobs);
  await deleteFromOutbox(db, jobs);
  return jobs.length === JOBS_AT_A_TIME;
}
