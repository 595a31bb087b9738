// Moves jobs from the outbox, on the agents' nodes, to the queue. They may be on different nodes, where no transaction covers
// both: jobs are added first and deleted afterward. A process that dies in between, or moves the same jobs concurrently, adds
// none that is already queued, and jobs are harmless when they run twice.
import type { Db } from "../database/db.ts";
import { addJobs, deleteFromOutbox, listOutbox } from "./store/outbox.ts";

const BATCH_SIZE = 200;

/** Returns whether there may be more. */
export async function moveJobs(db: Db): Promise<boolean> {
  const jobs = await listOutbox(db, { limit: BATCH_SIZE });
  if (jobs.length === 0) return false;
  await addJobs(db, jobs);
  await deleteFromOutbox(db, jobs);
  return jobs.length === BATCH_SIZE;
}
