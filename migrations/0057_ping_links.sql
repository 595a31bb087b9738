-- The link with which an agent's job says when it begins and how it ends, and what it said: one row for each agent, with its
-- last runs in it, so that a ping is one update and a full list takes less than a kilobyte.

-- Up Migration
CREATE TYPE said_run AS (
  started_at bigint, -- an end without a start: when it ended
  ended_at bigint, -- null: no end came
  exit_code smallint,
  calls integer -- of the agent meanwhile; null: it is not known when it began
);
CREATE TABLE ping_links (
  agent_id uuid PRIMARY KEY REFERENCES agents,
  link_hash bytea NOT NULL, -- SHA-256 of the secret in the address
  created_at bigint NOT NULL,
  runs said_run[] NOT NULL DEFAULT '{}' -- the newest first
);

-- Down Migration
DROP TABLE ping_links;
DROP TYPE said_run;
