// Stores the outbox of jobs: rows written in the transaction of the change that needs them, on the agent's node. The worker adds
// them to the queue before it deletes them here, so none is lost. The queue accepts each job only once while it waits or runs.
import { randomUUID } from "node:crypto";
import { lister } from "../../database/calls.ts";
import type { Db } from "../../database/db.ts";
import * as sql from "../../database/statement.ts";

/** With the queue's backoff, the last attempt runs after three and a half hours. */
const ATTEMPTS = 10;

/** The columns of `job_outbox` except the time, which SQL sets. */
export interface OutboxRow {
  readonly agent_id: string;
  readonly job_id: string;
  readonly task: string;
  readonly payload: object;
}

export function outboxRow(agentId: string, task: string, payload: object): OutboxRow {
  return { agent_id: agentId, job_id: randomUUID(), task, payload };
}

const INSERT = sql.statement({
  name: "insert-job",
  params: { agentId: sql.uuid, jobId: sql.uuid, task: sql.text, payload: sql.jsonb<object>(), at: sql.int8 },
  row: {},
  text: `INSERT INTO job_outbox (agent_id, job_id, task, payload, added_at)
    VALUES ($agentId, $jobId, $task, $payload, $at)`,
});

export async function insertJob(db: Db, agentId: string, task: string, payload: object, at: number): Promise<void> {
  await db.query(INSERT, { agentId, jobId: randomUUID(), task, payload, at });
}

export const listOutbox = lister({
  name: "list-outbox",
  params: { limit: sql.int8 },
  row: { agent_id: sql.uuid, job_id: sql.uuid, task: sql.text, payload: sql.jsonb<object>() },
  text: "SELECT agent_id, job_id, task, payload FROM job_outbox ORDER BY added_at, job_id LIMIT $limit",
  byNode: ["job_outbox"],
});

const ADD = sql.statement({
  name: "add-jobs",
  params: { jobs: sql.jsonb<readonly OutboxRow[]>() },
  row: { add_job: sql.unread },
  // The key is the job's id, so a job that already exists is left unchanged, even if it runs or has failed.
  text: `SELECT graphile_worker.add_job(job.task, job.payload::json, max_attempts => ${ATTEMPTS},
      job_key => job.job_id::text, job_key_mode => 'unsafe_dedupe')
    FROM jsonb_to_recordset($jobs::jsonb) AS job (job_id uuid, task text, payload jsonb)`,
});

/** Adds jobs that are not in the queue. A finished job is added again, so jobs must be harmless when repeated. */
export async function addJobs(db: Db, jobs: readonly OutboxRow[]): Promise<void> {
  await db.query(ADD, { jobs });
}

const DELETE = sql.statement({
  name: "delete-from-outbox",
  params: { agentIds: sql.array(sql.uuid), jobIds: sql.array(sql.uuid) },
  row: {},
  text: "DELETE FROM job_outbox WHERE agent_id = ANY ($agentIds::uuid[]) AND job_id = ANY ($jobIds::uuid[])",
});

export async function deleteFromOutbox(db: Db, jobs: readonly OutboxRow[]): Promise<void> {
  await db.query(DELETE, {
    agentIds: jobs.map(({ agent_id }) => agent_id),
    jobIds: jobs.map(({ job_id }) => job_id),
  });
}
