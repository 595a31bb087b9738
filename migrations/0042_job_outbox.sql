-- Jobs to be done, written with the change that needs them. The worker moves them to the queue, which need not be on the
-- same node as the agent.

-- Up Migration
CREATE TABLE job_outbox (
  agent_id uuid NOT NULL,
  job_id uuid NOT NULL,
  task text NOT NULL,
  payload jsonb NOT NULL,
  added_at bigint NOT NULL, -- real time
  PRIMARY KEY (agent_id, job_id)
);
CREATE INDEX job_outbox_oldest ON job_outbox (added_at, job_id);

-- Down Migration
DROP TABLE job_outbox;
