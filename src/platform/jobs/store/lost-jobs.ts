// Releases jobs of workers that died during a job. The queue itself would wait four hours, which is too long for a portrait.
import type { Db } from "../../database/db.ts";
import * as sql from "../../database/statement.ts";

/** Exceeds the duration of any job. An image model may take ten minutes. */
const LONGEST_JOB = "15 minutes";

const FREE = sql.statement({
  name: "free-lost-jobs",
  params: {},
  row: { force_unlock_workers: sql.unread },
  text: `SELECT graphile_worker.force_unlock_workers(array_agg(DISTINCT locked_by))
    FROM graphile_worker.jobs WHERE locked_at < now() - interval '${LONGEST_JOB}'`,
});

export async function freeLostJobs(db: Db): Promise<void> {
  await db.query(FREE, {});
}
