// Jobs that draw the sheet of a pet pack, queued when somebody first asks for it. The key of a job names the sheet, so any
// number of requests for one sheet queue one job.
import type { Db } from "../db/db.ts";
import { bool, json, statement, text } from "../db/statement.ts";
import { ATTEMPTS } from "../jobs/outbox.ts";

export const DRAW_PET = "draw_pet";
/** Portraits have 0 and go first; no other task has this one. */
const PRIORITY = 10;
/** Some three minutes of drawing. More are refused, so that a crawler cannot fill the queue. */
const MOST_WAITING = 100;

const ADD = statement({
  name: "add-pet-job-if-few-wait",
  params: { key: text, job: json<object>() },
  row: { queued: bool },
  // A job that has failed for good is replaced; any other with this key is enough, whether it waits or runs. Those that wait
  // are counted by their priority, which no other task has: the queue's index finds them among any number of jobs.
  text: `SELECT CASE
      WHEN EXISTS (SELECT FROM graphile_worker.jobs WHERE key = $key AND attempts < max_attempts) THEN true
      WHEN (SELECT count(*) FROM (SELECT FROM graphile_worker._private_jobs WHERE is_available AND priority = ${PRIORITY}
        LIMIT ${MOST_WAITING}) waiting) >= ${MOST_WAITING} THEN false
      ELSE (graphile_worker.add_job('${DRAW_PET}', $job::json, max_attempts => ${ATTEMPTS}, priority => ${PRIORITY},
        job_key => $key, job_key_mode => CASE WHEN EXISTS (SELECT FROM graphile_worker.jobs WHERE key = $key)
          THEN 'replace' ELSE 'unsafe_dedupe' END)).id IS NOT NULL
    END AS queued`,
});

/** Sees to it that a sheet will be drawn. False if too many others wait. */
export async function addPetJob(db: Db, key: string, job: object): Promise<boolean> {
  const [row] = await db.query(ADD, { key, job });
  return row?.queued === true;
}
