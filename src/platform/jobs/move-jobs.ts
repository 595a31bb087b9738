// Moves jobs from the outbox on the agents' nodes to the queue. No transaction covers both, so jobs are added to the queue before
// they are deleted from the outbox. If a process dies in between, or two processes move the same job, a job that is still queued
// is not added again. A finished job may run again, which is harmless.
import type { Db } from "../database/db.ts";
import { addJobs, deleteFromOutbox, listOutbox } from "./store/outbox.ts";

const BATCH_SIZE = 200;

/** Returns whether there may be more jobs. */
export async function moveJobs(db: Db): Promise<boolean> {
  const jobs = await listOutbox(db, { limit: BATCH_SIZE });
  if (jobs.length === 0) return false;
  await addJobs(db, jobs);
  await deleteFromOutbox(db, jobs);
  return jobs.length === BATCH_SIZE;
}
