-- Jobs on their way to the queue, and who holds what only one may do.

-- Up Migration

CREATE TABLE job_outbox (
    agent_id uuid NOT NULL,
    job_id uuid NOT NULL,
    task text NOT NULL,
    payload jsonb NOT NULL,
    added_at bigint NOT NULL,
    CONSTRAINT job_outbox_pkey PRIMARY KEY (agent_id, job_id)
);
CREATE INDEX job_outbox_oldest ON job_outbox USING btree (added_at, job_id);

CREATE TABLE leases (
    name text NOT NULL,
    holder text NOT NULL,
    until bigint NOT NULL,
    CONSTRAINT leases_pkey PRIMARY KEY (name)
);
