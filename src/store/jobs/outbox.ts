// The outbox of jobs: rows written with the change that needs them, in its transaction. The worker moves them to the queue.
import { randomUUID } from "node:crypto";

/** The columns of `job_outbox`. */
export interface OutboxRow {
  readonly agent_id: string;
  readonly job_id: string;
  readonly task: string;
  readonly payload: object;
  readonly added_at: number;
}

export function outboxRow(agentId: string, task: string, payload: object, now: number): OutboxRow {
  return { agent_id: agentId, job_id: randomUUID(), task, payload, added_at: now };
}
