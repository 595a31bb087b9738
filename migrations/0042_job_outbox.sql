-- Jobs to be done, written with the change that needs them. The worker moves them to the queue, which need not be on the
-- same node as the agent.
CREATE TABLE job_outbox (
  agent_id uuid NOT NULL,
  job_id uuid NOT NULL,
  task text NOT NULL,
  payload jsonb NOT NULL,
  added_at bigint NOT NULL,
  PRIMARY KEY (agent_id, job_id)
);
